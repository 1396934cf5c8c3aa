import type { Messages } from "./shape.js";

export const fr: Messages = {
  problems: {
    MALFORMED_REQUEST: {
      title: "Requête mal formée",
      detail: "L'adresse ou les en-têtes de la requête sont illisibles.",
    },
    MALFORMED_JSON: {
      title: "JSON mal formé",
      detail: "Le corps ne peut pas être lu comme un document JSON en UTF-8.",
    },
    INVALID_PARAMETER: {
      title: "Paramètre non valide",
      detail: "Un paramètre de la requête a une valeur qu'il ne peut pas avoir.",
    },
    UNKNOWN_TIME_ZONE: {
      title: "Fuseau horaire inconnu",
      detail: "L'en-tête Timezone n'est pas l'identifiant d'un fuseau horaire, comme America/New_York.",
    },
    OUT_OF_SCOPE: {
      title: "Hors de la portée du jeton",
      detail: "Cette clé ou ce jeton ne sert qu’aux appels de l’assistant.",
    },
    NOT_FOUND: { title: "Introuvable", detail: "Il n'y a rien à cette adresse." },
    UNKNOWN_FORM: { title: "Formulaire inconnu", detail: "Aucun formulaire ne porte cet identifiant." },
    UNKNOWN_VERSION: {
      title: "Version de formulaire inconnue",
      detail: "Le formulaire n'existe pas dans cette version. Il existe en : {versions}.",
    },
    UNKNOWN_FLOW: { title: "Parcours inconnu", detail: "Aucun parcours guidé ne porte cet identifiant." },
    UNKNOWN_QUESTION_SET: {
      title: "Groupe de questions inconnu",
      detail: "Aucun groupe de questions ne porte cet identifiant ici.",
    },
    UNKNOWN_IMAGE: { title: "Image inconnue", detail: "Il n'existe aucune image d'une telle page." },
    METHOD_NOT_ALLOWED: {
      title: "Méthode non permise",
      detail: "Cette adresse s'utilise avec : {allow}.",
    },
    NOT_ACCEPTABLE: {
      title: "Non acceptable",
      detail: "Cette adresse répond en {types}, que l'en-tête Accept exclut.",
    },
    REQUEST_TIMEOUT: {
      title: "Délai de la requête dépassé",
      detail: "La requête n'est pas arrivée au complet à temps.",
    },
    BODY_TOO_LARGE: {
      title: "Corps trop volumineux",
      detail: "Le corps dépasse {limit} octets ou {members} membres et éléments de listes.",
    },
    UNSUPPORTED_MEDIA_TYPE: {
      title: "Type de contenu non pris en charge",
      detail: "Le corps doit être envoyé en application/json.",
    },
    EXPECTATION_FAILED: {
      title: "Attente inconnue",
      detail: "L'en-tête Expect ne peut être que 100-continue.",
    },
    INVALID_BODY: {
      title: "Corps de requête non valide",
      detail: "Le corps n'a pas la forme demandée.",
    },
    ANSWERS_REFUSED: {
      title: "Réponses refusées",
      detail: "Le formulaire n'a pas été rempli : des données manquent ou ne sont pas valides.",
    },
    INELIGIBLE: {
      title: "Non admissible",
      detail: "Avec ces réponses, l'employé ne peut pas remplir ce formulaire.",
    },
    RATE_LIMITED: { title: "Trop de requêtes", detail: "Veuillez réessayer dans {seconds} secondes." },
    HEADERS_TOO_LARGE: {
      title: "En-têtes trop volumineux",
      detail: "Les en-têtes de la requête sont trop volumineux.",
    },
    INTERNAL_ERROR: {
      title: "Erreur interne",
      detail:
        "Une erreur s'est produite dans le service. Veuillez la signaler avec l'identifiant de la requête.",
    },
    OVERLOADED: {
      title: "Service occupé",
      detail: "Le service est occupé. Veuillez réessayer dans {seconds} secondes.",
    },
    AUDIT_UNAVAILABLE: {
      title: "Signature non disponible",
      detail:
        "Le formulaire n'a pas été signé, car son enregistrement de vérification n'a pas pu être écrit. Veuillez réessayer plus tard.",
    },
    KEYS_UNAVAILABLE: {
      title: "Connexion non disponible",
      detail:
        "Les clés d'API ne peuvent pas être vérifiées en ce moment. Veuillez réessayer dans {seconds} secondes.",
    },
  },
  fields: {
    REQUIRED: "Cette donnée manque.",
    INVALID: "Cette donnée n'est pas valide.",
    CHECK: "Cette donnée ne concorde pas avec une autre.",
    UNKNOWN: "Cette donnée n'existe pas ici.",
    NOT_ACCEPTED: "Ce formulaire n'accepte pas cette donnée.",
    TOO_LONG: "Cette donnée n'entre pas dans le formulaire. Au plus {limit} caractères entrent.",
    CHARACTER: "Le caractère « {character} » ne peut pas être imprimé sur le formulaire.",
    TOO_MANY: "Au plus {limit} sont acceptés dans une requête.",
    DUPLICATE: "Cet élément figure plus d’une fois.",
    EXPIRED:
      "Vous ne pouvez plus demander cette exemption avec ce formulaire. Utilisez le formulaire d'une année ultérieure.",
    INELIGIBLE: "Avec cette réponse, l'employé ne peut pas remplir ce formulaire.",
  },
  members: {
    address:
      "Envoyez une adresse des États-Unis (streetAddress1, city, state, zipCode) ou du Canada (streetAddress1, city, provinceTerritory, postalCode).",
    object: "Il faut un objet ici.",
    list: "Il faut ici une liste d'au moins un élément.",
    text: "Il faut ici un texte de 1 à {limit} caractères.",
    hasFederalValues: "Envoyez true ou false.",
    formVersion: "Envoyez une seule version de formulaire, comme 2025.12.0.",
    scope: "Envoyez full ou wizard.",
    lifetime: "Envoyez un nombre de secondes de {min} à {max}.",
    zipCode: "Entrez un code ZIP de 5 ou 9 chiffres, comme 36130 ou 36130-2102.",
    provinceTerritory:
      "Entrez l'abréviation de deux lettres d'une province ou d'un territoire du Canada, comme ON.",
    postalCode: "Entrez un code postal canadien, comme K1A 0B1.",
    signForm: "Envoyez PREVIEW, SIGN ou SIGN_EXTERNALLY.",
  },
  identity: {
    socialSecurityNumber:
      "Ce numéro ne peut pas être un numéro de sécurité sociale des États-Unis. Veuillez vérifier les chiffres.",
    socialInsuranceNumber:
      "Ce numéro ne peut pas être un numéro d'assurance sociale. Veuillez vérifier les chiffres.",
  },
  addresses: {
    JURISDICTION_NOT_COVERED: "Les formulaires pour « {place} » ne sont pas encore offerts.",
    JURISDICTION_UNKNOWN: "L'État, la province ou le territoire de cette adresse n'est pas connu.",
  },
  addressResults: {
    AS01: {
      message: "Adresse valide",
      description:
        "La rue, un tronçon avec ce numéro, la ville, l'État et le code ZIP ont été trouvés ensemble.",
    },
    AC01: {
      message: "Changement de code ZIP",
      description: "Le code ZIP a été corrigé pour celui de la ville et de l'État.",
    },
    AC02: {
      message: "Changement d'État",
      description:
        "Ce qui a été envoyé n'est pas un État. Il a été remplacé par l'État que désignent à la fois la ville et le code ZIP.",
    },
    AC03: {
      message: "Changement de ville",
      description: "La ville a été corrigée pour celle à laquelle appartient le code ZIP.",
    },
    AC06: {
      message: "Lignes d'adresse inversées",
      description:
        "La rue se trouvait à la deuxième ligne de l'adresse, et les deux lignes ont été inversées.",
    },
    AC10: {
      message: "Changement de nom de rue",
      description: "Le nom de la rue a été corrigé pour celui du registre.",
    },
    AC11: {
      message: "Changement de type de rue",
      description: "Le type de rue a été corrigé pour celui du registre.",
    },
    AC12: {
      message: "Changement de point cardinal",
      description: "Un point cardinal avant ou après le nom de la rue a été corrigé pour celui du registre.",
    },
    AE01: {
      message: "Erreur générale",
      description:
        "Ce code ZIP est inconnu, ou il ne correspond pas à cette ville et à cet État. Veuillez vérifier l'adresse. Nous nous fions à l'État qui a été indiqué.",
    },
    AE02: {
      message: "Rue inconnue",
      description: "Aucune rue de ce nom avec ce numéro ne figure au registre à cet endroit.",
    },
    AE05: {
      message: "Plusieurs correspondances",
      description:
        "Plusieurs rues du registre conviennent également ; il faut plus de détails pour en choisir une.",
    },
    AE09: {
      message: "Numéro d'unité manquant",
      description: "Un appartement, un bureau ou l'équivalent est nommé sans son numéro.",
    },
    AE11: { message: "Numéro de maison manquant", description: "La rue n'a pas de numéro." },
    AE13: {
      message: "Numéro de case manquant",
      description: "Une case postale ou une route rurale est nommée sans son numéro de case.",
    },
    POSTAL_CODE_INVALID: {
      message: "Code postal non valide",
      description:
        "Ce ne peut pas être un code postal canadien. Veuillez le vérifier. Nous nous fions à la province ou au territoire qui a été indiqué.",
    },
    PROVINCE_MISMATCH: {
      message: "La province ne correspond pas",
      description:
        "Ce code postal appartient à une autre province ou à un autre territoire. Veuillez le vérifier. Nous nous fions à la province ou au territoire qui a été indiqué.",
    },
    GS01: {
      message: "Géocodée au niveau de la rue",
      description: "Les coordonnées se trouvent sur la rue, estimées d'après les numéros qui la bordent.",
    },
    GS03: {
      message: "Géocodée au niveau de la localité",
      description:
        "Les coordonnées sont le centre de la zone du code ZIP. La rue et le numéro n'ont pas été recherchés.",
    },
    GE01: {
      message: "Géocode régional introuvable",
      description: "Aucune coordonnée n'est connue pour ce code ZIP.",
    },
    GE02: {
      message: "Aucun géocode pour l'adresse envoyée",
      description: "La ville, l'État et le code ZIP se contredisent ; aucune coordonnée n'est donc donnée.",
    },
  },
  notices: {
    warning:
      "Aucune version du formulaire n'a été envoyée ; la plus récente, {version}, a donc été utilisée. Une version ultérieure peut poser d'autres questions, et les réponses conservées peuvent ne plus convenir. Envoyez formVersion pour rester à une version.",
    deprecation: "La version {version} de ce formulaire est désuète. La version actuelle est la {current}.",
    yearEnded:
      "Ce formulaire est pour {year}, et cette année est terminée. Utilisez le formulaire de l'année en cours si l'organisme l'a publié.",
  },
};
