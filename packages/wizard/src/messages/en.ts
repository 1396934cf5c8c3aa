/** The wizard's own text. Questions come from the service, in the same language. */
export const en = {
  language: "Language",
  wizardTitle: "Your tax withholding forms",
  loading: "Loading",
  back: "Back",
  next: "Continue",
  change: "Change",
  changeAnswer: (question: string) => `Change: ${question}`,
  optional: "optional",
  choose: "Choose",
  search: "Search the list",
  found: (found: number, all: number) => `${found} of ${all} shown`,
  day: "Day",
  month: "Month",
  year: "Year",
  calculated: "Calculated from your answers",
  notAnswered: "Not answered",
  dollars: "in dollars",
  percent: "in percent",
  openImage: "Open the image at full size",
  image: "Image of the form",
  agencyWords:
    "The text is the agency’s own. Steps and pages that it names are those of the printed form. You sign at the end.",
  atAgency: (form: string) => `${form} on the agency's website`,
  stepOf: (step: number, of: number) => `Page ${step} of ${of}`,
  summary: {
    title: "There is a problem",
    intro: "Check the following:",
  },
  problems: {
    required: "Answer this question.",
    invalid: "Check this answer.",
    fill: "Fill out this field.",
    number: {
      DOLLAR: "Enter an amount, such as 1,200.50.",
      INTEGER: "Enter a whole number, such as 3.",
      PERCENT: "Enter a percentage, such as 12.5.",
    },
    zipCode: "Enter a 5-digit or 9-digit ZIP Code, such as 36130.",
    postalCode: "Enter a postal code, such as K1A 0A9.",
    date: "Enter a real date. Include the month, day, and year.",
    name: "Enter a name of up to 60 letters.",
    middleInitial: "Enter one letter, or leave this field blank.",
    socialSecurityNumber: "Enter a 9-digit Social Security number, such as 123-45-6789.",
    taxpayerNumber: "Enter a 9-digit Social Security number or ITIN, such as 123-45-6789.",
    socialInsuranceNumber: "Enter a 9-digit social insurance number.",
    neverIssued: {
      socialSecurityNumber: "This is not a valid Social Security number. Check the digits on your card.",
      socialInsuranceNumber:
        "This is not a valid social insurance number. Check the digits on your letter or card.",
    },
    federalEIN: "Enter a 9-digit employer identification number, such as 12-3456789.",
    telephoneNumber: "Enter a 10-digit phone number, such as 555-123-4567.",
    signature: (name: string) => `Type your name exactly as it appears on the form: ${name}.`,
    tooLong: (limit: number) => `Enter ${limit} characters or fewer.`,
    character: (character: string) => `“${character}” can’t be printed on a form. Remove it.`,
  },
  failure: {
    title: "Something went wrong",
    network:
      "We couldn’t connect. Check your internet connection and try again. Nothing you entered was lost.",
    unauthorized:
      "Your session has expired. Sign in to your payroll system again, then try again on this page. Nothing you entered was lost.",
    busy: "The service is busy right now. Wait a moment and try again. Nothing you entered was lost.",
    other: "There’s a problem on our end. Try again. Nothing you entered was lost.",
    blocked:
      "We can’t complete your forms with this information, and you can’t correct it here. Contact your employer or payroll department. You can also give your employer a paper form.",
    retry: "Try again",
    setup: "This page isn’t set up correctly: the service address or the access token is missing.",
  },
  addresses: {
    title: "Where you live and work",
    intro:
      "Your home address and work address determine which withholding forms you need. This takes a few minutes. This service doesn’t store anything you enter.",
    paper:
      "You can use paper instead. Once we know which forms you need, you can download each one as a blank PDF, print it, and fill it out by hand.",
    home: "Your home address",
    work: (number: number) => (number === 1 ? "Your work address" : `Work address ${number}`),
    sameAsHome: "I work from home",
    country: "Country",
    us: "United States",
    ca: "Canada",
    streetAddress1: "Street address",
    streetAddress2: "Apartment, suite, or floor",
    city: "City",
    state: "State",
    zipCode: "ZIP Code",
    provinceTerritory: "Province or territory",
    postalCode: "Postal code",
    add: "Add another work address",
    remove: (number: number) => `Remove work address ${number}`,
  },
  confirm: {
    title: "Check your addresses",
    intro: "Which version do you want on your forms?",
    standard: "Corrected address",
    typed: "What you entered",
    unverified: "We couldn’t verify this address. Check it before you continue.",
    edit: "Change your addresses",
    places: "This address is in:",
    noCity: "outside any city",
    placesWrong: "This is not right. Ask me instead.",
  },
  checklist: {
    title: "Does any of this apply to you?",
    intro: "Check everything that applies. Most people check nothing.",
    none: "If nothing applies to you, just continue.",
    conflict: (place: string) =>
      `${place}: you can choose only one of these. Check the one that describes you best.`,
  },
  express: {
    title: "Do any of these steps apply to you?",
    intro:
      "Read each step and check what applies to you. We ask about it on the next pages. Most people with one job need none of these steps.",
    none: "None of these apply to me",
    problem: "Check what applies to you, or check “None of these apply to me.”",
  },
  overview: {
    none: "You don’t need to complete any forms for these addresses.",
    noneTitle: "You don’t need any forms",
    paperTitle: "Prefer paper?",
    paper: "You can print a blank form, fill it out by hand, and give it to your employer instead.",
    blank: (name: string) => `Blank ${name} (PDF)`,
    blankFile: "blank",
    finish: "Finish",
  },
  person: {
    title: "About you",
    numbersLost:
      "We don’t keep your number when this page is closed or reloaded. Enter it again to continue. Your other answers are still here.",
    intro: "We print your details on your forms exactly as you type them.",
    firstName: "First name",
    middleInitial: "Middle initial",
    lastName: "Last name",
    fullName: "Name",
    socialSecurityNumber: "Social Security number",
    taxpayerNumber: "Social Security number or ITIN",
    socialInsuranceNumber: "Social insurance number",
    socialInsuranceNumberExpiryDate: "Expiry date of your social insurance number",
    expiryHint: "Numbers that start with 9 have an expiry date.",
    employer: "Your employer",
    employerAddress: "Your employer’s address",
    employerAddressHint:
      "You work from home, so we don’t know your employer’s address. You can find it on your pay stub or employment contract.",
    name: "Employer’s name",
    federalEIN: "Employer identification number (EIN)",
    telephoneNumber: "Employer’s phone number",
    address: "Address",
  },
  /** What the wizard says next to a field. */
  entry: {
    wholeDollars: "Whole dollars only. If you enter cents, we round to the nearest dollar.",
    rounded: (amount: string) => `Rounded to ${amount}.`,
    show: "Show",
    hide: "Hide",
    showNumber: (name: string) => `Show: ${name}`,
    hideNumber: (name: string) => `Hide: ${name}`,
    numberLost: "We don’t keep this number when this page is closed or reloaded. Enter it again.",
    from: (form: string) => `From your ${form}. Change it if it is wrong here.`,
    fromAnswers: "Calculated from your answers. You can change it.",
    fromAddress: "From your home address. Change it if it is wrong.",
    differs: (form: string, answer: string) =>
      `This is different from your ${form}, which suggests “${answer}.” Check that both forms are right.`,
    differsFromAddress: (answer: string) =>
      `This is different from your home address, which suggests “${answer}.” Check that both are right.`,
  },
  /** For people who do not have the number that their forms print. */
  noNumber: {
    socialSecurityNumber: {
      title: "I don’t have a Social Security number",
      apply: "Apply for a number with Form SS-5. It’s free.",
      link: "How to get a Social Security number (ssa.gov)",
      url: "https://www.ssa.gov/number-card",
    },
    socialInsuranceNumber: {
      title: "I don’t have a social insurance number",
      apply: "Apply to Service Canada for a number. It’s free.",
      link: "How to get a social insurance number (canada.ca)",
      url: "https://www.canada.ca/en/employment-social-development/services/sin.html",
    },
    needed: (forms: string) =>
      `You can’t sign these forms online without a number: ${forms}. Here is what you can do:`,
    employer: (count: number): string =>
      count === 1
        ? "Tell your employer that you don’t have a number yet. You can print the blank form and fill it out by hand."
        : "Tell your employer that you don’t have a number yet. You can print the blank forms and fill them out by hand.",
    later: "Come back to this page when you have your number.",
    itin: (accepting: string) =>
      accepting === ""
        ? "An ITIN is a taxpayer number that starts with 9. It doesn’t replace a Social Security number on these forms."
        : `An ITIN is a taxpayer number that starts with 9. On paper, these forms accept it: ${accepting}. On your other forms, it doesn’t replace a Social Security number.`,
    isItin:
      "This is an ITIN, and your forms need a Social Security number. If you don’t have one, see what you can do below.",
    appliedFor: "If you applied for a number, your forms can show “Applied for” until you have it.",
    useAppliedFor: "I applied for a number",
  },
  /** By the language of the printed form, if it is not the language of the page. */
  courtesy: {
    en: (form: string) => `${form} is printed in English.`,
    es: (form: string) =>
      `${form} is printed in Spanish. The questions here are a translation. The form you sign is in Spanish.`,
    fr: (form: string) =>
      `${form} is printed in French. The questions here are a translation. The form you sign is in French.`,
  },
  ineligible: {
    title: "You can’t use this form",
    intro: (form: string) => `You can’t use ${form} because of this answer:`,
    todo: "What you can do",
    wrong: "If the answer is wrong, change it.",
    right:
      "If the answer is right, this form isn’t for you. Go back to what applies to you and choose again. You may need a different form, or no form at all.",
    other:
      "If nothing fits, ask your employer or payroll department which form you need. You can’t finish here until this is settled.",
    changeAnswer: "Change this answer",
    otherForm: "Choose another form",
  },
  review: {
    title: "Check your answers",
    intro:
      "These are your answers for all your forms. Some answers don’t appear on the forms. Check everything before you sign.",
    you: "You",
    fixed:
      "This information is on a form you already completed, so you can’t change it here. If something is wrong, start over.",
    given: "Your employer gave us your addresses. If one is wrong, tell your employer before you continue.",
    doesNotApply: "Does not apply",
  },
  preview: {
    continue: "Continue to sign",
  },
  sign: {
    title: "Sign your forms",
    official: "This is the declaration in the language of the form. It is the official version:",
    signature: "Your signature: type your full name",
    externally: "Continue to signing",
    previewOnly: "Finish without signing",
  },
  /** Forms that the employee needs and the service does not have. */
  owed: {
    title: "One more step",
    form: (place: string) => `Still needed: ${place}`,
    text: (place: string) =>
      `You also need a withholding form for ${place}. We don’t have it yet. Ask your employer for it.`,
    agency: (agency: string) => `Forms on the ${agency} website`,
  },
  startOver: {
    title: "Start over?",
    intro: "You already completed these forms, so you can’t change them here:",
    effect:
      "If you start over, you’ll create new forms. The forms above won’t change, and you can still download them. Tell your employer which forms to use.",
    restart: "Start over",
    keep: "Continue where I left off",
    earlier: "Completed before you started over",
  },
  done: {
    title: "All done",
    intro: (count: number) => (count === 1 ? "Your form is complete." : `Your ${count} forms are complete.`),
    next: "Save your copies now. We don’t keep them, so you can’t get them here after you leave this page.",
    handedOver: "This form was already sent to your payroll system. You can’t download it here anymore.",
    download: (name: string) => `Download ${name}`,
    print: (name: string) => `Print ${name}`,
  },
  /** The pages of a form in the review. */
  formImage: {
    title: (form: string) => `Your completed ${form}`,
    intro: "Your answers are highlighted. Part of your identification number is hidden until you sign.",
    page: (form: string, page: number) => `${form}, page ${page}`,
    zoomIn: "Zoom in",
    zoomOut: "Zoom out",
    open: (form: string) => `Open ${form} in a new tab (PDF)`,
    showAll: (count: number) => `Show all ${count} pages`,
    drawing: "Loading the pages",
    failed: "We couldn’t show the pages here. Open the PDF instead.",
  },
  signing: {
    isSigned: "Signed",
    consent:
      "I agree to sign electronically. My typed name has the same legal effect as my handwritten signature. I know that I can use paper forms instead.",
    consentMissing: "To sign here, agree to sign electronically. Or go back and print the blank forms.",
    bySigning: (count: number, date: string) =>
      count === 1
        ? `By typing your name below and selecting “Sign,” you sign this form on ${date}, and declare the following:`
        : `By typing your name below and selecting “Sign ${count} forms,” you sign these forms on ${date}, and declare the following:`,
    typeName: (name: string) => `Type: ${name}`,
    sign: (count: number) => (count === 1 ? "Sign" : `Sign ${count} forms`),
    notSigned: (forms: string) => `Not signed: ${forms}.`,
    othersSigned: (forms: string) => `Signed: ${forms}. You don’t need to sign again.`,
  },
  ending: {
    delivered: "Your employer received this form.",
    pending: "Sending to your employer",
    notDelivered:
      "We couldn’t confirm that your employer received this form. Download it and give it to your employer.",
    downloadAll: (count: number) => `Download ${count} forms (ZIP)`,
    folder: "Withholding forms",
    numberLater:
      "Your forms say “Applied for” instead of a Social Security number. When you get your number, give it to your employer and complete new forms.",
    itinNow:
      "Your forms show your ITIN. If you get a Social Security number, give it to your employer and complete new forms.",
  },
};

export type Messages = typeof en;
