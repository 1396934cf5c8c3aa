import type { Messages } from "./en.js";

export const fr: Messages = {
  language: "Langue",
  wizardTitle: "Vos formulaires de retenue d’impôt",
  loading: "Chargement",
  back: "Retour",
  next: "Continuer",
  change: "Modifier",
  changeAnswer: (question) => `Modifier\u00a0: ${question}`,
  optional: "facultatif",
  choose: "Choisissez",
  search: "Rechercher dans la liste",
  found: (found, all) => `${found} sur ${all} affichés`,
  day: "Jour",
  month: "Mois",
  year: "Année",
  calculated: "Calculé d’après vos réponses",
  notAnswered: "Sans réponse",
  dollars: "en dollars",
  percent: "en pourcentage",
  openImage: "Ouvrir l’image en taille réelle",
  image: "Image du formulaire",
  agencyWords:
    "Le texte est celui de l’organisme. Les étapes et les pages qu’il mentionne sont celles du formulaire imprimé. Vous signez à la fin.",
  atAgency: (form) => `${form} sur le site Web de l’administration fiscale`,
  stepOf: (step, of) => `Page ${step} sur ${of}`,
  summary: {
    title: "Il y a un problème",
    intro: "Vérifiez ce qui suit\u00a0:",
  },
  problems: {
    required: "Répondez à cette question.",
    invalid: "Vérifiez cette réponse.",
    fill: "Remplissez ce champ.",
    number: {
      DOLLAR: "Entrez un montant, comme 1\u00a0200,50.",
      INTEGER: "Entrez un nombre entier, comme 3.",
      PERCENT: "Entrez un pourcentage, comme 12,5.",
    },
    zipCode: "Entrez un code ZIP de 5 ou 9 chiffres, comme 36130.",
    postalCode: "Entrez un code postal, comme K1A 0A9.",
    date: "Entrez une date valide, avec le jour, le mois et l’année.",
    name: "Entrez un nom d’au plus 60 lettres.",
    middleInitial: "Entrez une lettre ou laissez ce champ vide.",
    socialSecurityNumber: "Entrez un numéro de sécurité sociale de 9 chiffres, comme 123-45-6789.",
    taxpayerNumber: "Entrez un numéro de sécurité sociale ou un ITIN de 9 chiffres, comme 123-45-6789.",
    socialInsuranceNumber: "Entrez un numéro d’assurance sociale de 9 chiffres.",
    neverIssued: {
      socialSecurityNumber:
        "Ce numéro de sécurité sociale n’est pas valide. Vérifiez les chiffres sur votre carte.",
      socialInsuranceNumber:
        "Ce numéro d’assurance sociale n’est pas valide. Vérifiez les chiffres sur votre lettre ou votre carte.",
    },
    federalEIN: "Entrez un numéro d’identification de l’employeur de 9 chiffres, comme 12-3456789.",
    telephoneNumber: "Entrez un numéro de téléphone de 10 chiffres, comme 555-123-4567.",
    signature: (name) => `Tapez votre nom exactement comme il figure sur le formulaire\u00a0: ${name}.`,
    tooLong: (limit) => `Entrez au plus ${limit} caractères.`,
    character: (character) =>
      `«\u00a0${character}\u00a0» ne peut pas être imprimé sur un formulaire. Supprimez-le.`,
  },
  failure: {
    title: "Un problème est survenu",
    network:
      "Nous n’avons pas pu nous connecter. Vérifiez votre connexion Internet et réessayez. Rien de ce que vous avez entré n’est perdu.",
    unauthorized:
      "Votre session a expiré. Connectez-vous de nouveau à votre système de paie, puis réessayez sur cette page. Rien de ce que vous avez entré n’est perdu.",
    busy: "Le service est occupé en ce moment. Attendez un peu et réessayez. Rien de ce que vous avez entré n’est perdu.",
    other: "Il y a un problème de notre côté. Réessayez. Rien de ce que vous avez entré n’est perdu.",
    blocked:
      "Nous ne pouvons pas remplir vos formulaires avec ces renseignements, et vous ne pouvez pas les corriger ici. Communiquez avec votre employeur ou le service de la paie. Vous pouvez aussi remettre un formulaire papier à votre employeur.",
    retry: "Réessayer",
    setup: "Cette page n’est pas bien configurée\u00a0: il manque l’adresse du service ou le jeton d’accès.",
  },
  addresses: {
    title: "Où vous habitez et travaillez",
    intro:
      "L’adresse de votre domicile et celle de votre travail déterminent les formulaires de retenue d’impôt qu’il vous faut. Cela prend quelques minutes. Ce service ne conserve rien de ce que vous entrez.",
    paper:
      "Vous pouvez aussi utiliser des formulaires papier. Quand nous saurons quels formulaires il vous faut, vous pourrez télécharger chacun en PDF vierge, l’imprimer et le remplir à la main.",
    home: "L’adresse de votre domicile",
    work: (number) => (number === 1 ? "L’adresse de votre travail" : `Adresse de travail ${number}`),
    sameAsHome: "Je travaille de chez moi",
    country: "Pays",
    us: "États-Unis",
    ca: "Canada",
    streetAddress1: "Numéro et rue",
    streetAddress2: "Appartement, bureau ou étage",
    city: "Ville",
    state: "État",
    zipCode: "Code ZIP",
    provinceTerritory: "Province ou territoire",
    postalCode: "Code postal",
    add: "Ajouter une autre adresse de travail",
    remove: (number) => `Retirer l’adresse de travail ${number}`,
  },
  confirm: {
    title: "Vérifiez vos adresses",
    intro: "Quelle version voulez-vous sur vos formulaires?",
    standard: "Adresse corrigée",
    typed: "Ce que vous avez entré",
    unverified: "Nous n’avons pas pu vérifier cette adresse. Vérifiez-la avant de continuer.",
    edit: "Modifier vos adresses",
    places: "Cette adresse se trouve ici :",
    noCity: "hors de toute ville",
    placesWrong: "Ce n’est pas exact. Je préfère répondre moi-même.",
  },
  checklist: {
    title: "L’un de ces cas s’applique-t-il à vous?",
    intro: "Cochez tout ce qui s’applique. La plupart des gens ne cochent rien.",
    none: "Si rien ne s’applique à vous, continuez simplement.",
    conflict: (place) =>
      `${place}\u00a0: vous ne pouvez choisir qu’une seule de ces options. Cochez celle qui vous décrit le mieux.`,
  },
  express: {
    title: "L’une de ces étapes s’applique-t-elle à vous?",
    intro:
      "Lisez chaque étape et cochez ce qui s’applique à vous. Nous vous demanderons les détails aux pages suivantes. La plupart des gens qui ont un seul emploi n’ont besoin d’aucune de ces étapes.",
    none: "Aucune ne s’applique à moi",
    problem: "Cochez ce qui s’applique à vous, ou cochez «\u00a0Aucune ne s’applique à moi\u00a0».",
  },
  overview: {
    none: "Vous n’avez aucun formulaire à remplir pour ces adresses.",
    noneTitle: "Il ne vous faut aucun formulaire",
    paperTitle: "Préférez-vous le papier?",
    paper:
      "Vous pouvez aussi imprimer un formulaire vierge, le remplir à la main et le remettre à votre employeur.",
    blank: (name) => `${name} vierge (PDF)`,
    blankFile: "vierge",
    finish: "Terminer",
  },
  person: {
    title: "À propos de vous",
    numbersLost:
      "Nous ne conservons pas votre numéro quand cette page est fermée ou rechargée. Entrez-le de nouveau pour continuer. Vos autres réponses sont toujours là.",
    intro: "Nous imprimons vos renseignements sur vos formulaires exactement comme vous les tapez.",
    firstName: "Prénom",
    middleInitial: "Initiale du second prénom",
    lastName: "Nom de famille",
    fullName: "Prénom et nom",
    socialSecurityNumber: "Numéro de sécurité sociale",
    taxpayerNumber: "Numéro de sécurité sociale ou ITIN",
    socialInsuranceNumber: "Numéro d’assurance sociale",
    socialInsuranceNumberExpiryDate: "Date d’expiration de votre numéro d’assurance sociale",
    expiryHint: "Les numéros qui commencent par 9 ont une date d’expiration.",
    employer: "Votre employeur",
    employerAddress: "Adresse de votre employeur",
    employerAddressHint:
      "Vous travaillez de chez vous\u00a0: nous ne connaissons donc pas l’adresse de votre employeur. Elle figure sur votre talon de paie ou votre contrat de travail.",
    name: "Nom de l’employeur",
    federalEIN: "Numéro d’identification de l’employeur (EIN)",
    telephoneNumber: "Téléphone de l’employeur",
    address: "Adresse",
  },
  entry: {
    wholeDollars:
      "Dollars entiers seulement. Si vous entrez des cents, nous arrondissons au dollar le plus près.",
    rounded: (amount) => `Arrondi à ${amount}.`,
    show: "Afficher",
    hide: "Masquer",
    showNumber: (name) => `Afficher\u00a0: ${name}`,
    hideNumber: (name) => `Masquer\u00a0: ${name}`,
    numberLost:
      "Nous ne conservons pas ce numéro quand cette page est fermée ou rechargée. Entrez-le de nouveau.",
    from: (form) => `D’après votre ${form}. Modifiez cette réponse si elle est inexacte ici.`,
    fromAnswers: "Calculé d’après vos réponses. Vous pouvez modifier cette réponse.",
    fromAddress: "D’après l’adresse de votre domicile. Modifiez cette réponse si elle est inexacte.",
    differs: (form, answer) =>
      `Cette réponse ne correspond pas à votre ${form}, qui suggère «\u00a0${answer}\u00a0». Vérifiez que les deux formulaires sont exacts.`,
    differsFromAddress: (answer) =>
      `Cette réponse ne correspond pas à l’adresse de votre domicile, qui suggère «\u00a0${answer}\u00a0». Vérifiez que les deux sont exactes.`,
  },
  noNumber: {
    socialSecurityNumber: {
      title: "Je n’ai pas de numéro de sécurité sociale",
      apply: "Demandez un numéro avec le formulaire SS-5. C’est gratuit.",
      link: "Comment obtenir un numéro de sécurité sociale (ssa.gov, en anglais)",
      url: "https://www.ssa.gov/number-card",
    },
    socialInsuranceNumber: {
      title: "Je n’ai pas de numéro d’assurance sociale",
      apply: "Demandez un numéro à Service Canada. C’est gratuit.",
      link: "Comment obtenir un numéro d’assurance sociale (canada.ca)",
      url: "https://www.canada.ca/fr/emploi-developpement-social/services/numero-assurance-sociale.html",
    },
    needed: (forms) =>
      `Sans numéro, vous ne pouvez pas signer ces formulaires en ligne\u00a0: ${forms}. Voici ce que vous pouvez faire\u00a0:`,
    employer: (count) =>
      count === 1
        ? "Dites à votre employeur que vous n’avez pas encore de numéro. Vous pouvez imprimer le formulaire vierge et le remplir à la main."
        : "Dites à votre employeur que vous n’avez pas encore de numéro. Vous pouvez imprimer les formulaires vierges et les remplir à la main.",
    later: "Revenez à cette page lorsque vous aurez votre numéro.",
    itin: (accepting) =>
      accepting === ""
        ? "Un ITIN est un numéro de contribuable qui commence par 9. Il ne remplace pas un numéro de sécurité sociale sur ces formulaires."
        : `Un ITIN est un numéro de contribuable qui commence par 9. Sur papier, ces formulaires l’acceptent\u00a0: ${accepting}. Sur vos autres formulaires, il ne remplace pas un numéro de sécurité sociale.`,
    isItin:
      "Ceci est un ITIN, et vos formulaires exigent un numéro de sécurité sociale. Si vous n’en avez pas, voyez ci-dessous ce que vous pouvez faire.",
    appliedFor:
      "Si vous avez demandé un numéro, vos formulaires peuvent indiquer «\u00a0Applied for\u00a0» (demandé) jusqu’à ce que vous l’ayez.",
    useAppliedFor: "J’ai demandé un numéro",
  },
  courtesy: {
    en: (form) =>
      `${form} est imprimé en anglais. Les questions de cette page sont une traduction. Le formulaire que vous signez est en anglais.`,
    es: (form) =>
      `${form} est imprimé en espagnol. Les questions de cette page sont une traduction. Le formulaire que vous signez est en espagnol.`,
    fr: (form) => `${form} est imprimé en français.`,
  },
  ineligible: {
    title: "Vous ne pouvez pas utiliser ce formulaire",
    intro: (form) => `Vous ne pouvez pas utiliser ${form} en raison de cette réponse\u00a0:`,
    todo: "Ce que vous pouvez faire",
    wrong: "Si la réponse est inexacte, modifiez-la.",
    right:
      "Si la réponse est exacte, ce formulaire n’est pas pour vous. Revenez à ce qui s’applique à vous et choisissez de nouveau. Il vous faut peut-être un autre formulaire, ou aucun.",
    other:
      "Si rien ne correspond, demandez à votre employeur ou au service de la paie quel formulaire il vous faut. Vous ne pouvez pas terminer ici avant que ce soit réglé.",
    changeAnswer: "Modifier cette réponse",
    otherForm: "Choisir un autre formulaire",
  },
  review: {
    title: "Vérifiez vos réponses",
    intro:
      "Voici vos réponses pour tous vos formulaires. Certaines ne figurent pas sur les formulaires. Vérifiez tout avant de signer.",
    you: "Vous",
    fixed:
      "Ces renseignements figurent sur un formulaire que vous avez déjà rempli\u00a0: vous ne pouvez pas les modifier ici. En cas d’erreur, recommencez.",
    given:
      "Votre employeur nous a donné vos adresses. Si l’une est inexacte, dites-le-lui avant de continuer.",
    doesNotApply: "Ne s’applique pas",
  },
  preview: {
    continue: "Continuer pour signer",
  },
  sign: {
    title: "Signez vos formulaires",
    official: "Voici la déclaration dans la langue du formulaire. C’est la version officielle\u00a0:",
    signature: "Votre signature\u00a0: tapez votre nom complet",
    externally: "Continuer vers la signature",
    previewOnly: "Terminer sans signer",
  },
  owed: {
    title: "Encore une étape",
    form: (place) => `Il manque encore\u00a0: ${place}`,
    text: (place) =>
      `Il vous faut aussi un formulaire de retenue d’impôt pour «\u00a0${place}\u00a0». Nous ne l’avons pas encore. Demandez-le à votre employeur.`,
    agency: (agency) => `Formulaires sur le site Web\u00a0: ${agency}`,
  },
  startOver: {
    title: "Recommencer?",
    intro: "Vous avez déjà rempli ces formulaires. Vous ne pouvez pas les modifier ici\u00a0:",
    effect:
      "Si vous recommencez, vous créerez de nouveaux formulaires. Les formulaires ci-dessus ne changeront pas, et vous pouvez toujours les télécharger. Dites à votre employeur lesquels utiliser.",
    restart: "Recommencer",
    keep: "Reprendre là où j’en étais",
    earlier: "Remplis avant de recommencer",
  },
  done: {
    title: "C’est terminé",
    intro: (count) =>
      count === 1 ? "Votre formulaire est rempli." : `Vos ${count} formulaires sont remplis.`,
    next: "Enregistrez vos copies maintenant. Nous ne les conservons pas\u00a0: vous ne pourrez plus les obtenir ici après avoir quitté cette page.",
    handedOver:
      "Ce formulaire a déjà été envoyé à votre système de paie. Vous ne pouvez plus le télécharger ici.",
    download: (name) => `Télécharger ${name}`,
    print: (name) => `Imprimer ${name}`,
  },
  formImage: {
    title: (form) => `Votre formulaire ${form} rempli`,
    intro:
      "Vos réponses sont surlignées. Une partie de votre numéro d’identification est masquée jusqu’à la signature.",
    page: (form, page) => `${form}, page ${page}`,
    zoomIn: "Agrandir",
    zoomOut: "Réduire",
    open: (form) => `Ouvrir ${form} dans un nouvel onglet (PDF)`,
    showAll: (count) => `Afficher les ${count} pages`,
    drawing: "Chargement des pages",
    failed: "Impossible d’afficher les pages ici. Ouvrez plutôt le PDF.",
  },
  signing: {
    isSigned: "Signé",
    consent:
      "J’accepte de signer par voie électronique. Mon nom tapé au clavier a le même effet juridique que ma signature manuscrite. Je sais que, si je préfère, je peux utiliser des formulaires papier.",
    consentMissing:
      "Pour signer ici, acceptez de signer par voie électronique. Sinon, revenez en arrière et imprimez les formulaires vierges.",
    bySigning: (count, date) =>
      count === 1
        ? `En tapant votre nom ci-dessous et en choisissant «\u00a0Signer\u00a0», vous signez ce formulaire le ${date} et déclarez ce qui suit\u00a0:`
        : `En tapant votre nom ci-dessous et en choisissant «\u00a0Signer ${count} formulaires\u00a0», vous signez ces formulaires le ${date} et déclarez ce qui suit\u00a0:`,
    typeName: (name) => `Tapez\u00a0: ${name}`,
    sign: (count) => (count === 1 ? "Signer" : `Signer ${count} formulaires`),
    notSigned: (forms) => `Non signé\u00a0: ${forms}.`,
    othersSigned: (forms) => `Signé\u00a0: ${forms}. Vous n’avez pas à signer de nouveau.`,
  },
  ending: {
    delivered: "Votre employeur a reçu ce formulaire.",
    pending: "Envoi à votre employeur",
    notDelivered:
      "Nous n’avons pas pu confirmer que votre employeur a reçu ce formulaire. Téléchargez-le et remettez-le à votre employeur.",
    downloadAll: (count) => `Télécharger ${count} formulaires (ZIP)`,
    folder: "Formulaires de retenue",
    numberLater:
      "Au lieu d’un numéro de sécurité sociale, vos formulaires portent la mention «\u00a0Applied for\u00a0» (demandé). Dès que vous aurez votre numéro, donnez-le à votre employeur et remplissez de nouveaux formulaires.",
    itinNow:
      "Vos formulaires portent votre ITIN. Si vous recevez un numéro de sécurité sociale, donnez-le à votre employeur et remplissez de nouveaux formulaires.",
  },
};
