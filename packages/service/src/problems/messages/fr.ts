import type { Messages } from "./shape.js";

export const fr: Messages = {
  problems: {
    MALFORMED_REQUEST: {
      title: "Requête mal formée",
      detail: "L'URL ou les en-têtes de la requête n'ont pas pu être interprétés.",
    },
    MALFORMED_JSON: {
      title: "JSON mal formé",
      detail: "Le corps de la requête n'est pas du JSON valide en UTF-8.",
    },
    INVALID_PARAMETER: {
      title: "Paramètre non valide",
      detail: "Un paramètre de la requête a une valeur non valide.",
    },
    UNKNOWN_TIME_ZONE: {
      title: "Fuseau horaire inconnu",
      detail: "L'en-tête Timezone doit être l'identifiant d'un fuseau horaire, comme America/New_York.",
    },
    INVALID_IDEMPOTENCY_KEY: {
      title: "Clé d'idempotence non valide",
      detail:
        "L'en-tête Idempotency-Key doit contenir une seule clé aléatoire de 16 à 128 caractères, comme un UUID.",
    },
    OUT_OF_SCOPE: {
      title: "Hors de la portée",
      detail: "Cette clé ou ce jeton ne permet que les requêtes que fait l'assistant.",
    },
    NOT_FOUND: { title: "Introuvable", detail: "Il n'y a rien à cette URL." },
    UNKNOWN_FORM: { title: "Formulaire inconnu", detail: "Aucun formulaire ne porte cet identifiant." },
    UNKNOWN_VERSION: {
      title: "Version de formulaire inconnue",
      detail: "Ce formulaire n'a pas cette version. Versions disponibles\u00a0: {versions}.",
    },
    UNKNOWN_FLOW: { title: "Parcours inconnu", detail: "Aucun parcours guidé ne porte cet identifiant." },
    UNKNOWN_QUESTION_SET: {
      title: "Groupe de questions inconnu",
      detail: "Aucun groupe de questions ne porte cet identifiant ici.",
    },
    UNKNOWN_IMAGE: { title: "Image inconnue", detail: "Aucune image ne porte cet identifiant." },
    METHOD_NOT_ALLOWED: {
      title: "Méthode non permise",
      detail: "Cette URL accepte\u00a0: {allow}.",
    },
    NOT_ACCEPTABLE: {
      title: "Non acceptable",
      detail: "Cette URL renvoie {types}, que l'en-tête Accept ne permet pas.",
    },
    REQUEST_TIMEOUT: {
      title: "Délai de la requête dépassé",
      detail: "La requête complète n'est pas arrivée à temps.",
    },
    SIGNATURE_IN_PROGRESS: {
      title: "Signature en cours",
      detail:
        "Une demande précédente avec cette Idempotency-Key n'est pas terminée. Envoyez-la de nouveau dans {seconds} secondes.",
    },
    REPEAT_DIFFERS: {
      title: "Réponse répétée différente",
      detail:
        "Le formulaire a été signé avec cette Idempotency-Key, mais le service ne peut plus produire le même fichier. Si vous ne l'avez pas, signez de nouveau le formulaire avec une nouvelle clé.",
    },
    BODY_TOO_LARGE: {
      title: "Corps trop volumineux",
      detail: "Le corps de la requête dépasse {limit} octets ou {members} membres et éléments de listes.",
    },
    UNSUPPORTED_MEDIA_TYPE: {
      title: "Type de contenu non pris en charge",
      detail: "Envoyez le corps de la requête en application/json.",
    },
    EXPECTATION_FAILED: {
      title: "Attente non prise en charge",
      detail: "Le seul en-tête Expect pris en charge est 100-continue.",
    },
    INVALID_BODY: {
      title: "Corps de requête non valide",
      detail: "Le corps de la requête ne respecte pas le schéma.",
    },
    ANSWERS_REFUSED: {
      title: "Réponses refusées",
      detail: "Le formulaire n'a pas été rempli. Des données manquent ou ne sont pas valides.",
    },
    INELIGIBLE: {
      title: "Non admissible",
      detail: "Avec ces réponses, l'employé ne peut pas utiliser ce formulaire.",
    },
    IDEMPOTENCY_KEY_REUSED: {
      title: "Clé d'idempotence réutilisée",
      detail:
        "Cette Idempotency-Key a servi à une autre demande. Rien n'a été signé. Envoyez une nouvelle clé pour chaque formulaire.",
    },
    RATE_LIMITED: { title: "Trop de requêtes", detail: "Réessayez dans {seconds} secondes." },
    HEADERS_TOO_LARGE: {
      title: "En-têtes trop volumineux",
      detail: "Les en-têtes de la requête sont trop volumineux.",
    },
    INTERNAL_ERROR: {
      title: "Erreur interne",
      detail: "Il y a un problème de notre côté. Signalez-le avec l'identifiant de la requête.",
    },
    OVERLOADED: {
      title: "Service occupé",
      detail: "Le service est occupé. Réessayez dans {seconds} secondes.",
    },
    AUDIT_UNAVAILABLE: {
      title: "Signature non disponible",
      detail:
        "Le formulaire n'a pas été signé, car son enregistrement d'audit n'a pas pu être sauvegardé. Réessayez plus tard.",
    },
    AGENCY_FILE_MISSING: {
      title: "Signature non disponible",
      detail:
        "Le formulaire n'a pas été signé, car le fichier de l'organisme est exigé et n'a pas encore été ajouté.",
    },
    SEAL_UNAVAILABLE: {
      title: "Signature non disponible",
      detail:
        "Le formulaire n'a pas été signé, car son sceau numérique n'a pas pu être créé. Réessayez plus tard.",
    },
    KEYS_UNAVAILABLE: {
      title: "Connexion non disponible",
      detail: "Nous ne pouvons pas vérifier les clés d'API en ce moment. Réessayez dans {seconds} secondes.",
    },
  },
  fields: {
    REQUIRED: "Ce champ est obligatoire.",
    INVALID: "Cette valeur n'est pas valide.",
    CHECK: "Cette valeur contredit une autre réponse.",
    UNKNOWN: "Ce champ n'existe pas.",
    NOT_ACCEPTED: "Ce formulaire n'utilise pas ce champ.",
    TOO_LONG: "C'est trop long pour le formulaire. Entrez au plus {limit} caractères.",
    CHARACTER: "Le caractère «\u00a0{character}\u00a0» ne peut pas être imprimé sur le formulaire.",
    TOO_MANY: "Envoyez-en au plus {limit} dans une requête.",
    DUPLICATE: "Cet élément figure plus d'une fois.",
    EXPIRED:
      "Vous ne pouvez pas demander cette exemption pour une période terminée. Entrez une année ultérieure, ou utilisez le formulaire d'une année ultérieure.",
    TOO_EARLY:
      "Vous pouvez demander cette exemption seulement pour cette année ou la suivante. Entrez une de ces années.",
    INELIGIBLE: "Avec cette réponse, l'employé ne peut pas utiliser ce formulaire.",
  },
  members: {
    address:
      "Envoyez une adresse des États-Unis (streetAddress1, city, state, zipCode) ou du Canada (streetAddress1, city, provinceTerritory, postalCode).",
    object: "Envoyez un objet.",
    list: "Envoyez une liste d'au moins un élément.",
    text: "Envoyez un texte de 1 à {limit} caractères.",
    hasFederalValues: "Envoyez true ou false.",
    since: "Entrez une date au format AAAA-MM-JJ, comme 2026-01-01.",
    formVersion: "Envoyez une seule version de formulaire, comme 2025.12.0.",
    scope: "Envoyez full ou wizard.",
    lifetime: "Envoyez un nombre de secondes de {min} à {max}.",
    employeeReference:
      "Envoyez de 1 à 64 lettres de A à Z, chiffres ou caractères . _ ~ -. N'envoyez pas de numéro de sécurité sociale, de numéro d'assurance sociale ni d'adresse courriel.",
    employeeReferenceScope: "Envoyez ceci seulement pour un jeton dont la portée est wizard.",
    zipCode: "Entrez un code ZIP de 5 ou 9 chiffres, comme 36130 ou 36130-2102.",
    provinceTerritory:
      "Entrez l'abréviation de deux lettres d'une province ou d'un territoire du Canada, comme ON.",
    postalCode: "Entrez un code postal canadien, comme K1A 0B1.",
    signForm: "Envoyez PREVIEW, SIGN ou SIGN_EXTERNALLY.",
    paymentType: "Envoyez WAGES ou PENSION.",
  },
  identity: {
    socialSecurityNumber: "Ce numéro de sécurité sociale n'est pas valide. Vérifiez les chiffres.",
    socialInsuranceNumber: "Ce numéro d'assurance sociale n'est pas valide. Vérifiez les chiffres.",
  },
  addresses: {
    JURISDICTION_NOT_COVERED: "Les formulaires pour «\u00a0{place}\u00a0» ne sont pas encore offerts.",
    PENSION_NOT_COVERED: "Les formulaires de pension pour «\u00a0{place}\u00a0» ne sont pas encore offerts.",
    FORM_NOT_AVAILABLE:
      "Le formulaire {form} pour «\u00a0{place}\u00a0» n'est pas offert ici. {who} Si vous en avez besoin, demandez-le à cet organisme\u00a0: {agency}.",
  },
  missingForm: "Le formulaire {form} pour «\u00a0{place}\u00a0» n'est pas encore offert.",
  addressResults: {
    AS01: {
      message: "Adresse valide",
      description:
        "Nous avons trouvé un enregistrement qui correspond à la rue, à la plage de numéros, à la ville, à l'État et au code ZIP.",
    },
    AC01: {
      message: "Changement de code ZIP",
      description: "Le code ZIP a été corrigé pour correspondre à la ville et à l'État.",
    },
    AC02: {
      message: "Changement d'État",
      description:
        "La valeur envoyée n'est pas un État. Elle a été remplacée par l'État qui correspond à la fois à la ville et au code ZIP.",
    },
    AC03: {
      message: "Changement de ville",
      description: "La ville a été corrigée pour correspondre au code ZIP.",
    },
    AC06: {
      message: "Lignes d'adresse inversées",
      description:
        "La rue se trouvait à la deuxième ligne de l'adresse; les deux lignes ont donc été inversées.",
    },
    AC10: {
      message: "Changement de nom de rue",
      description: "Le nom de la rue a été corrigé selon nos données.",
    },
    AC11: {
      message: "Changement de type de rue",
      description: "Le type de rue a été corrigé selon nos données.",
    },
    AC12: {
      message: "Changement de point cardinal",
      description:
        "Un point cardinal avant ou après le nom de la rue, comme N ou SW, a été corrigé selon nos données.",
    },
    AE01: {
      message: "Erreur générale",
      description:
        "Nous ne reconnaissons pas ce code ZIP, ou il ne correspond pas à cette ville et à cet État. Vérifiez l'adresse. Pour l'instant, nous utilisons l'État que vous avez entré.",
    },
    AE02: {
      message: "Rue inconnue",
      description: "Nous n'avons pas trouvé cette rue et ce numéro dans cette ville. Vérifiez l'adresse.",
    },
    AE05: {
      message: "Plusieurs correspondances",
      description: "Plus d'une rue correspond à cette adresse. Ajoutez des détails.",
    },
    AE09: {
      message: "Numéro d'unité manquant",
      description: "Il manque le numéro d'appartement, de bureau ou d'unité.",
    },
    AE11: { message: "Numéro de maison manquant", description: "Il manque le numéro de la maison." },
    AE13: {
      message: "Numéro de case manquant",
      description: "Il manque le numéro de la case postale ou de la route rurale.",
    },
    JURISDICTION_UNKNOWN: {
      message: "Territoire inconnu",
      description:
        "L'État, la province ou le territoire de cette adresse n'existe ni aux États-Unis ni au Canada. Entrez l'abréviation de deux lettres, comme AL ou ON.",
    },
    MILITARY_ADDRESS: {
      message: "Adresse militaire",
      description:
        "C'est une adresse postale militaire (APO, FPO ou DPO). Elle n'indique pas quels formulaires s'appliquent. Comme adresse de votre domicile, entrez le numéro et la rue de votre résidence légale (domicile), et non la boîte postale militaire. Comme adresse de travail, entrez le numéro et la rue de l'endroit où vous travaillez ou, s'il est hors des États-Unis et du Canada, de nouveau votre résidence légale.",
    },
    POSTAL_CODE_INVALID: {
      message: "Code postal non valide",
      description:
        "Ce code postal canadien n'est pas valide. Vérifiez-le. Pour l'instant, nous utilisons la province ou le territoire que vous avez entré.",
    },
    PROVINCE_MISMATCH: {
      message: "La province ne correspond pas",
      description:
        "Ce code postal est dans une autre province ou un autre territoire. Vérifiez-le. Pour l'instant, nous utilisons la province ou le territoire que vous avez entré.",
    },
    COORDINATES_MISMATCH: {
      message: "Les coordonnées ne correspondent pas",
      description:
        "Les coordonnées sont loin de ce code postal. Nous ne les avons donc pas utilisées. Vérifiez les deux. La longitude est négative dans presque tous les États-Unis.",
    },
    GS01: {
      message: "Géocodée au niveau de la rue",
      description: "Les coordonnées se trouvent sur la rue, estimées d'après ses numéros.",
    },
    GS03: {
      message: "Géocodée au niveau de la localité",
      description:
        "Les coordonnées sont le centre de la zone du code ZIP. La rue et le numéro n'ont pas été recherchés.",
    },
    GE01: {
      message: "Géocode régional introuvable",
      description: "Nous n'avons pas de coordonnées pour ce code ZIP.",
    },
    GE02: {
      message: "Aucun géocode pour l'adresse envoyée",
      description: "La ville, l'État et le code ZIP ne correspondent pas; il n'y a donc pas de coordonnées.",
    },
  },
  notices: {
    warning:
      "Aucune version du formulaire n'a été envoyée; la plus récente, {version}, a donc été utilisée. Une version plus récente peut poser d'autres questions, et les réponses conservées peuvent ne plus être valides. Envoyez formVersion pour garder la même version.",
    deprecation: "La version {version} de ce formulaire est désuète. La version actuelle est la {current}.",
    paraphrase:
      "La loi fixe le texte de ce formulaire, mais le fichier de l'organisme n'a pas été ajouté. Les questions et le PDF utilisent notre propre texte.",
    yearEnded:
      "Ce formulaire est celui de l'année {year}, qui est terminée. Utilisez le formulaire de l'année en cours si l'organisme l'a publié.",
  },
};
