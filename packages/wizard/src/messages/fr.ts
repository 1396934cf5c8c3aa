import type { Messages } from "./messages.js";

export const fr: Messages = {
  languageName: "Français",
  language: "Langue",
  wizardTitle: "Vos formulaires de retenue d’impôt",
  loading: "Un instant, s’il vous plaît",
  back: "Retour",
  next: "Continuer",
  change: "Modifier",
  changeAnswer: (question) => `Modifier votre réponse à : ${question}`,
  optional: "facultatif",
  choose: "Choisissez",
  day: "Jour",
  month: "Mois",
  year: "Année",
  calculated: "Calculé d’après vos réponses",
  notAnswered: "Sans réponse",
  dollars: "en dollars",
  percent: "en pour cent",
  openImage: "Ouvrir l’image en taille réelle",
  image: "Image du formulaire",
  formOf: (number, total) => `Formulaire ${number} de ${total}`,
  stepBefore: "Les formulaires qu’il vous faut",
  summary: {
    title: "Il y a un problème",
    intro: "Veuillez vérifier ces entrées :",
  },
  problems: {
    required: "Répondez à cette question.",
    invalid: "Vérifiez cette réponse.",
    fill: "Remplissez ce champ.",
    number: {
      DOLLAR: "Entrez un montant comme 1 200,50.",
      INTEGER: "Entrez un nombre entier comme 3.",
      PERCENT: "Entrez un pourcentage comme 12,5.",
    },
    zipCode: "Entrez un code ZIP de 5 ou 9 chiffres, comme 36130.",
    postalCode: "Entrez un code postal comme K1A 0A9.",
    date: "Entrez le jour, le mois et l’année d’une date qui existe.",
    name: "Entrez le nom en lettres, 60 au plus.",
    middleInitial: "Entrez une lettre ou laissez ce champ vide.",
    socialSecurityNumber: "Entrez un numéro de sécurité sociale de neuf chiffres, comme 123-45-6789.",
    socialInsuranceNumber: "Entrez les neuf chiffres du numéro d’assurance sociale.",
    neverIssued: {
      socialSecurityNumber:
        "Aucun numéro de sécurité sociale ne s’écrit ainsi. Vérifiez les chiffres sur votre carte.",
      socialInsuranceNumber:
        "Aucun numéro d’assurance sociale ne s’écrit ainsi. Vérifiez les chiffres sur votre lettre ou votre carte.",
    },
    federalEIN: "Entrez les neuf chiffres du numéro de l’employeur, comme 12-3456789.",
    telephoneNumber: "Entrez un numéro de téléphone de dix chiffres, comme 555-123-4567.",
    signature: (name) => `Tapez votre nom tel qu’il figure sur le formulaire : ${name}.`,
    tooLong: (limit) => `Entrez au plus ${limit} caractères.`,
    character: (character) => `« ${character} » ne peut pas être imprimé sur un formulaire. Supprimez-le.`,
  },
  failure: {
    title: "Cela n’a pas fonctionné",
    network:
      "Nous n’avons pas pu joindre le service. Vérifiez votre connexion et réessayez. Ce que vous avez entré est toujours là.",
    unauthorized:
      "Votre session a pris fin. Connectez-vous de nouveau à votre système de paie, puis réessayez ici. Ce que vous avez entré est toujours là.",
    busy: "Le service est occupé. Attendez un moment et réessayez. Ce que vous avez entré est toujours là.",
    other: "Un problème est survenu de notre côté. Réessayez. Ce que vous avez entré est toujours là.",
    blocked:
      "Nous ne pouvons pas remplir vos formulaires avec ces renseignements, et vous ne pouvez pas les corriger ici. Communiquez avec votre employeur ou le service de la paie. Vous pouvez aussi remettre un formulaire papier à votre employeur.",
    notSigned: "Votre formulaire n’a pas été signé.",
    retry: "Réessayer",
    setup: "Cette page n’est pas entièrement configurée : l’adresse du service ou un jeton manque.",
  },
  addresses: {
    title: "Où vous habitez et travaillez",
    intro:
      "Votre domicile et votre lieu de travail déterminent les formulaires de retenue qu’il vous faut. Répondre prend quelques minutes. Ce service ne conserve rien de ce que vous entrez.",
    paper:
      "Vous pouvez aussi utiliser le papier. Dès que nous saurons quels formulaires il vous faut, vous pourrez obtenir chacun en PDF vierge à imprimer et à remplir à la main.",
    home: "Votre domicile",
    work: (number) => (number === 1 ? "Votre lieu de travail" : `Lieu de travail ${number}`),
    sameAsHome: "Je travaille à domicile",
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
    add: "Ajouter un autre lieu de travail",
    remove: (number) => `Retirer le lieu de travail ${number}`,
  },
  confirm: {
    title: "Vérifiez vos adresses",
    intro: "Voici comment les adresses seront utilisées. Choisissez l’écriture voulue sur vos formulaires.",
    standard: "Selon la poste",
    typed: "Comme vous l’avez entrée",
    unverified: "Nous n’avons pas pu confirmer cette adresse. Vérifiez-la avant de continuer.",
    edit: "Modifier les adresses",
  },
  overview: {
    title: "Vos formulaires",
    intro: (count) =>
      count === 1
        ? "Vous devez remplir ce formulaire."
        : "Vous devez remplir ces formulaires. Nous les prenons l’un après l’autre.",
    none: "Vous n’avez aucun formulaire à remplir pour ces lieux.",
    noneTitle: "Aucun formulaire n’est nécessaire",
    version: (version) => `Version ${version}`,
    signed: "Signé",
    ready: "Rempli",
    paperTitle: "Préférez-vous le papier ?",
    paper:
      "Vous pouvez imprimer un formulaire vierge, le remplir à la main et le remettre à votre employeur.",
    blank: (name) => `${name} vierge (PDF)`,
    start: "Commencer",
    finish: "Terminer",
    notices: "À noter",
  },
  person: {
    title: "À propos de vous",
    intro: "Ces renseignements figureront sur vos formulaires tels que vous les tapez.",
    firstName: "Prénom",
    middleInitial: "Initiale du second prénom",
    lastName: "Nom de famille",
    socialSecurityNumber: "Numéro de sécurité sociale",
    socialInsuranceNumber: "Numéro d’assurance sociale",
    socialInsuranceNumberExpiryDate: "Date d’expiration de votre numéro d’assurance sociale",
    expiryHint: "Les numéros qui commencent par 9 ont une date d’expiration.",
    employer: "Votre employeur",
    employerAddress: "Adresse de votre employeur",
    employerAddressHint:
      "Vous travaillez à domicile : nous ne pouvons donc pas la déduire de votre lieu de travail. Elle figure sur votre contrat ou votre bulletin de paie.",
    name: "Nom de l’employeur",
    federalEIN: "Numéro d’identification de l’employeur (EIN)",
    telephoneNumber: "Téléphone de l’employeur",
    address: "Adresse",
  },
  courtesy: {
    en: (form) =>
      `${form} est imprimé en anglais. Les questions ici sont une traduction de courtoisie; c’est le formulaire anglais que vous signez.`,
    es: (form) =>
      `${form} est imprimé en espagnol. Les questions ici sont une traduction de courtoisie; c’est le formulaire espagnol que vous signez.`,
    fr: (form) => `${form} est imprimé en français.`,
  },
  ineligible: {
    title: "Ce formulaire n’est pas pour vous",
    intro: (form) => `Avec cette réponse, vous ne pouvez pas utiliser ${form} :`,
    help: "Si la réponse n’est pas exacte, modifiez-la. Si elle l’est, revenez choisir ce qui vous décrit autrement : il y a un autre formulaire pour vous, ou aucun.",
    changeAnswer: "Modifier cette réponse",
    otherForm: "Choisir un autre formulaire",
  },
  review: {
    title: "Vérifiez vos réponses",
    intro: (form) =>
      `Voici vos réponses pour ${form}. Toutes n’y sont pas imprimées : vous verrez ensuite le formulaire lui-même, avant de signer.`,
    you: "Vous",
    fixed:
      "Un formulaire que vous avez déjà rempli porte ces données : elles ne peuvent plus être modifiées ici. En cas d’erreur, recommencez.",
    given: "Vos adresses viennent de votre employeur. Si l’une est fausse, prévenez-le avant de continuer.",
    preview: "Afficher le formulaire",
  },
  preview: {
    title: "Votre formulaire, pas encore signé",
    intro: "Lisez-le. Votre numéro d’identité est masqué ici; il figurera en entier sur le formulaire signé.",
    frame: (form) => `Aperçu de ${form}`,
    open: "Ouvrir l’aperçu dans une nouvelle fenêtre (PDF)",
    noViewer: "La place manque ici pour afficher le formulaire. Ouvrez-le dans une fenêtre à part.",
    continue: "Continuer pour signer",
  },
  sign: {
    title: (form) => `Signez ${form}`,
    bySigning:
      "En tapant votre nom ci-dessous et en choisissant « Signer », vous signez ce formulaire et déclarez ce qui suit :",
    bySigningExternally: "En signant ce formulaire à l’étape suivante, vous déclarez ce qui suit :",
    official: "La déclaration dans la langue du formulaire, qui fait foi :",
    signature: "Votre signature : tapez votre nom complet",
    sign: "Signer",
    externally: "Continuer vers la signature",
    previewOnly: "Terminer sans signer",
  },
  owed: {
    title: "Encore une étape",
    form: (place) => `Il manque encore : ${place}`,
    text: (place) =>
      `Il vous faut aussi un formulaire de retenue pour « ${place} ». Nous ne l’avons pas encore. Votre employeur vous le remettra.`,
    agency: (agency) => `Formulaires sur le site Web de ${agency}`,
  },
  startOver: {
    title: "Recommencer ?",
    intro: "Ces formulaires sont déjà remplis : ce qui y figure ne peut plus être modifié ici :",
    effect:
      "Si vous recommencez, vous ferez de nouveaux formulaires. Les formulaires ci-dessus restent tels quels, et vous pouvez toujours les télécharger. Dites à votre employeur lesquels utiliser.",
    restart: "Recommencer",
    keep: "Continuer où j’en étais",
    earlier: "Remplis avant de recommencer",
  },
  done: {
    title: "C’est terminé",
    intro: (count) =>
      count === 1 ? "Votre formulaire est rempli." : `Vos ${count} formulaires sont remplis.`,
    next: "Enregistrez vos copies maintenant : rien n’est conservé ici et, une fois cette page quittée, vous ne pourrez plus les obtenir ici.",
    handedOver: "Le formulaire signé a été remis avant que cette page soit rechargée.",
    download: (name) => `Télécharger ${name}`,
    print: (name) => `Imprimer ${name}`,
  },
  signed: {
    ready: (form) => `${form} est rempli`,
    title: (form) => `${form} est signé`,
    intro: "Vous pouvez le télécharger maintenant ou à la fin.",
    next: (form) => `Continuer avec ${form}`,
  },
};
