import type { Messages } from "./en.js";

export const es: Messages = {
  language: "Idioma",
  wizardTitle: "Sus formularios de retención de impuestos",
  loading: "Cargando",
  back: "Atrás",
  next: "Continuar",
  change: "Cambiar",
  changeAnswer: (question) => `Cambiar: ${question}`,
  optional: "opcional",
  choose: "Elija",
  search: "Buscar en la lista",
  found: (found, all) => `Se muestran ${found} de ${all}`,
  day: "Día",
  month: "Mes",
  year: "Año",
  calculated: "Calculado a partir de sus respuestas",
  notAnswered: "Sin respuesta",
  dollars: "en dólares",
  percent: "en porcentaje",
  openImage: "Abrir la imagen en tamaño completo",
  image: "Imagen del formulario",
  agencyWords:
    "El texto es el de la agencia. Los pasos y las páginas que menciona son los del formulario impreso. Usted firma al final.",
  atAgency: (form) => `${form} en el sitio web de la agencia`,
  stepOf: (step, of) => `Página ${step} de ${of}`,
  summary: {
    title: "Hay un problema",
    intro: "Revise lo siguiente:",
  },
  problems: {
    required: "Responda esta pregunta.",
    invalid: "Revise esta respuesta.",
    fill: "Complete este campo.",
    number: {
      DOLLAR: "Escriba una cantidad, como 1,200.50.",
      INTEGER: "Escriba un número entero, como 3.",
      PERCENT: "Escriba un porcentaje, como 12.5.",
    },
    zipCode: "Escriba un código postal (ZIP) de 5 o 9 dígitos, como 36130.",
    postalCode: "Escriba un código postal, como K1A 0A9.",
    date: "Escriba una fecha válida, con el mes, el día y el año.",
    name: "Escriba un nombre de hasta 60 letras.",
    middleInitial: "Escriba una letra o deje este campo en blanco.",
    socialSecurityNumber: "Escriba un número de Seguro Social de 9 dígitos, como 123-45-6789.",
    taxpayerNumber: "Escriba un número de Seguro Social o un ITIN de 9 dígitos, como 123-45-6789.",
    socialInsuranceNumber: "Escriba un número de seguro social canadiense de 9 dígitos.",
    neverIssued: {
      socialSecurityNumber: "Este número de Seguro Social no es válido. Revise los dígitos en su tarjeta.",
      socialInsuranceNumber:
        "Este número de seguro social canadiense no es válido. Revise los dígitos en su carta o tarjeta.",
    },
    federalEIN: "Escriba un número de identificación del empleador de 9 dígitos, como 12-3456789.",
    telephoneNumber: "Escriba un número de teléfono de 10 dígitos, como 555-123-4567.",
    signature: (name) => `Escriba su nombre exactamente como aparece en el formulario: ${name}.`,
    tooLong: (limit) => `Escriba ${limit} caracteres como máximo.`,
    character: (character) => `«${character}» no se puede imprimir en un formulario. Quítelo.`,
  },
  failure: {
    title: "Algo salió mal",
    network:
      "No pudimos conectarnos. Revise su conexión a internet e inténtelo de nuevo. No se perdió nada de lo que escribió.",
    unauthorized:
      "Su sesión venció. Vuelva a iniciar sesión en su sistema de nómina e inténtelo de nuevo en esta página. No se perdió nada de lo que escribió.",
    busy: "El servicio está ocupado en este momento. Espere un poco e inténtelo de nuevo. No se perdió nada de lo que escribió.",
    other: "Tenemos un problema técnico. Inténtelo de nuevo. No se perdió nada de lo que escribió.",
    blocked:
      "No podemos completar sus formularios con estos datos, y usted no puede corregirlos aquí. Comuníquese con su empleador o con el departamento de nómina. También puede entregar a su empleador un formulario en papel.",
    retry: "Intentar de nuevo",
    setup: "Esta página no está bien configurada: falta la dirección del servicio o el token de acceso.",
  },
  addresses: {
    title: "Dónde vive y trabaja",
    intro:
      "La dirección de su casa y la de su trabajo determinan qué formularios de retención necesita. Esto toma unos minutos. Este servicio no guarda nada de lo que usted escribe.",
    paper:
      "También puede usar formularios en papel. Cuando sepamos qué formularios necesita, podrá descargar cada uno como PDF en blanco, imprimirlo y llenarlo a mano.",
    home: "La dirección de su casa",
    work: (number) => (number === 1 ? "La dirección de su trabajo" : `Dirección de trabajo ${number}`),
    sameAsHome: "Trabajo desde mi casa",
    country: "País",
    us: "Estados Unidos",
    ca: "Canadá",
    streetAddress1: "Número y calle",
    streetAddress2: "Apartamento, oficina o piso",
    city: "Ciudad",
    state: "Estado",
    zipCode: "Código postal (ZIP)",
    provinceTerritory: "Provincia o territorio",
    postalCode: "Código postal",
    add: "Agregar otra dirección de trabajo",
    remove: (number) => `Quitar la dirección de trabajo ${number}`,
  },
  confirm: {
    title: "Revise sus direcciones",
    intro: "¿Qué versión quiere en sus formularios?",
    standard: "Dirección corregida",
    typed: "Lo que usted escribió",
    unverified: "No pudimos verificar esta dirección. Revísela antes de continuar.",
    edit: "Cambiar sus direcciones",
    places: "Esta dirección está en:",
    noCity: "fuera de toda ciudad",
    placesWrong: "Esto no es correcto. Prefiero que me pregunten.",
  },
  checklist: {
    title: "¿Algo de esto se aplica a usted?",
    intro: "Marque todo lo que se aplique a usted. La mayoría de las personas no marca nada.",
    none: "Si nada se aplica a usted, simplemente continúe.",
    conflict: (place) =>
      `${place}: solo puede elegir una de estas opciones. Marque la que mejor describe su situación.`,
  },
  express: {
    title: "¿Alguno de estos pasos se aplica a usted?",
    intro:
      "Lea cada paso y marque lo que se aplica a usted. En las páginas siguientes le preguntaremos los detalles. La mayoría de las personas con un solo empleo no necesita ninguno de estos pasos.",
    none: "Ninguno se aplica a mí",
    problem: "Marque lo que se aplica a usted, o marque «Ninguno se aplica a mí».",
  },
  overview: {
    none: "No tiene que completar ningún formulario para estas direcciones.",
    noneTitle: "No necesita ningún formulario",
    paperTitle: "¿Prefiere usar papel?",
    paper: "También puede imprimir un formulario en blanco, llenarlo a mano y entregárselo a su empleador.",
    blank: (name) => `${name} en blanco (PDF)`,
    blankFile: "en blanco",
    finish: "Terminar",
  },
  person: {
    title: "Sobre usted",
    numbersLost:
      "No guardamos su número cuando esta página se cierra o se vuelve a cargar. Escríbalo otra vez para continuar. Sus otras respuestas siguen aquí.",
    intro: "Imprimimos sus datos en sus formularios exactamente como los escribe.",
    firstName: "Nombre",
    middleInitial: "Inicial del segundo nombre",
    lastName: "Apellido",
    fullName: "Nombre y apellido",
    socialSecurityNumber: "Número de Seguro Social",
    taxpayerNumber: "Número de Seguro Social o ITIN",
    socialInsuranceNumber: "Número de seguro social canadiense",
    socialInsuranceNumberExpiryDate: "Fecha de vencimiento de su número de seguro social canadiense",
    expiryHint: "Los números que empiezan con 9 tienen fecha de vencimiento.",
    employer: "Su empleador",
    employerAddress: "Dirección de su empleador",
    employerAddressHint:
      "Usted trabaja desde su casa, así que no sabemos la dirección de su empleador. Puede encontrarla en su talón de pago o en su contrato de trabajo.",
    name: "Nombre del empleador",
    federalEIN: "Número de identificación del empleador (EIN)",
    telephoneNumber: "Teléfono del empleador",
    address: "Dirección",
  },
  entry: {
    wholeDollars: "Solo dólares enteros. Si escribe centavos, redondeamos al dólar más cercano.",
    rounded: (amount) => `Se redondeó a ${amount}.`,
    show: "Mostrar",
    hide: "Ocultar",
    showNumber: (name) => `Mostrar: ${name}`,
    hideNumber: (name) => `Ocultar: ${name}`,
    numberLost:
      "No guardamos este número cuando esta página se cierra o se vuelve a cargar. Escríbalo otra vez.",
    from: (form) => `Según su ${form}. Cámbielo si no es correcto aquí.`,
    fromAnswers: "Calculado según sus respuestas. Puede cambiarlo.",
    fromAddress: "Según la dirección de su casa. Cámbielo si no es correcto.",
    differs: (form, answer) =>
      `Esta respuesta no coincide con su ${form}, que sugiere «${answer}». Revise que ambos formularios sean correctos.`,
    differsFromAddress: (answer) =>
      `Esta respuesta no coincide con la dirección de su casa, que sugiere «${answer}». Revise que ambas sean correctas.`,
  },
  noNumber: {
    socialSecurityNumber: {
      title: "No tengo un número de Seguro Social",
      apply: "Solicite un número con el Formulario SS-5. Es gratis.",
      link: "Cómo obtener un número de Seguro Social (ssa.gov)",
      url: "https://www.ssa.gov/espanol",
    },
    socialInsuranceNumber: {
      title: "No tengo un número de seguro social canadiense",
      apply: "Solicite un número a Service Canada. Es gratis.",
      link: "Cómo obtener un número de seguro social canadiense (canada.ca, en inglés)",
      url: "https://www.canada.ca/en/employment-social-development/services/sin.html",
    },
    needed: (forms) =>
      `Sin un número, no puede firmar estos formularios en línea: ${forms}. Esto es lo que puede hacer:`,
    employer: (count) =>
      count === 1
        ? "Dígale a su empleador que todavía no tiene un número. Puede imprimir el formulario en blanco y llenarlo a mano."
        : "Dígale a su empleador que todavía no tiene un número. Puede imprimir los formularios en blanco y llenarlos a mano.",
    later: "Vuelva a esta página cuando tenga su número.",
    itin: (accepting) =>
      accepting === ""
        ? "El ITIN es un número de contribuyente que empieza con 9. En estos formularios no reemplaza al número de Seguro Social."
        : `El ITIN es un número de contribuyente que empieza con 9. En papel, estos formularios lo aceptan: ${accepting}. En los demás formularios no reemplaza al número de Seguro Social.`,
    isItin:
      "Este es un ITIN, y sus formularios necesitan un número de Seguro Social. Si no lo tiene, vea abajo lo que puede hacer.",
    appliedFor:
      "Si ya solicitó un número, sus formularios pueden decir «Applied for» (solicitado) hasta que lo tenga.",
    useAppliedFor: "Ya solicité un número",
  },
  courtesy: {
    en: (form) =>
      `${form} se imprime en inglés. Las preguntas de esta página son una traducción. El formulario que usted firma está en inglés.`,
    es: (form) => `${form} se imprime en español.`,
    fr: (form) =>
      `${form} se imprime en francés. Las preguntas de esta página son una traducción. El formulario que usted firma está en francés.`,
  },
  ineligible: {
    title: "No puede usar este formulario",
    intro: (form) => `No puede usar ${form} debido a esta respuesta:`,
    todo: "Qué puede hacer",
    wrong: "Si la respuesta es incorrecta, cámbiela.",
    right:
      "Si la respuesta es correcta, este formulario no es para usted. Vuelva a lo que se aplica a usted y elija de nuevo. Es posible que necesite otro formulario, o ninguno.",
    other:
      "Si nada corresponde a su caso, pregunte a su empleador o al departamento de nómina qué formulario necesita. No puede terminar aquí hasta que se resuelva.",
    changeAnswer: "Cambiar esta respuesta",
    otherForm: "Elegir otro formulario",
  },
  review: {
    title: "Revise sus respuestas",
    intro:
      "Estas son sus respuestas para todos sus formularios. Algunas no aparecen en los formularios. Revise todo antes de firmar.",
    you: "Usted",
    fixed:
      "Estos datos están en un formulario que ya completó, así que no puede cambiarlos aquí. Si algo está mal, empiece de nuevo.",
    given:
      "Su empleador nos dio sus direcciones. Si alguna está mal, dígaselo a su empleador antes de continuar.",
    doesNotApply: "No corresponde",
  },
  preview: {
    continue: "Continuar para firmar",
  },
  sign: {
    title: "Firme sus formularios",
    official: "Esta es la declaración en el idioma del formulario. Es la versión oficial:",
    signature: "Su firma: escriba su nombre completo",
    externally: "Continuar a la firma",
    previewOnly: "Terminar sin firmar",
  },
  owed: {
    title: "Falta un paso",
    form: (place) => `Todavía falta: ${place}`,
    text: (place) =>
      `También necesita un formulario de retención de ${place}. Todavía no lo tenemos. Pídaselo a su empleador.`,
    agency: (agency) => `Formularios en el sitio web de ${agency}`,
  },
  startOver: {
    title: "¿Empezar de nuevo?",
    intro: "Usted ya completó estos formularios, así que no puede cambiarlos aquí:",
    effect:
      "Si empieza de nuevo, creará formularios nuevos. Los formularios de arriba no cambiarán y todavía puede descargarlos. Dígale a su empleador cuáles debe usar.",
    restart: "Empezar de nuevo",
    keep: "Continuar donde me quedé",
    earlier: "Completados antes de empezar de nuevo",
  },
  done: {
    title: "Todo listo",
    intro: (count) =>
      count === 1 ? "Su formulario está completo." : `Sus ${count} formularios están completos.`,
    next: "Guarde sus copias ahora. No las conservamos, así que no podrá obtenerlas aquí después de salir de esta página.",
    handedOver: "Este formulario ya se envió a su sistema de nómina. Ya no puede descargarlo aquí.",
    download: (name) => `Descargar ${name}`,
    print: (name) => `Imprimir ${name}`,
  },
  formImage: {
    title: (form) => `Su formulario ${form} completo`,
    intro:
      "Sus respuestas están resaltadas. Parte de su número de identificación está oculta hasta que firme.",
    page: (form, page) => `${form}, página ${page}`,
    zoomIn: "Ampliar",
    zoomOut: "Reducir",
    open: (form) => `Abrir ${form} en una pestaña nueva (PDF)`,
    showAll: (count) => `Mostrar las ${count} páginas`,
    drawing: "Cargando las páginas",
    failed: "No pudimos mostrar las páginas aquí. Abra el PDF.",
  },
  signing: {
    isSigned: "Firmado",
    consent:
      "Acepto firmar electrónicamente. Mi nombre escrito con el teclado tiene el mismo efecto legal que mi firma manuscrita. Sé que, si lo prefiero, puedo usar formularios en papel.",
    consentMissing:
      "Para firmar aquí, acepte firmar electrónicamente. O regrese e imprima los formularios en blanco.",
    bySigning: (count, date) =>
      count === 1
        ? `Al escribir su nombre abajo y elegir «Firmar», usted firma este formulario el ${date} y declara lo siguiente:`
        : `Al escribir su nombre abajo y elegir «Firmar ${count} formularios», usted firma estos formularios el ${date} y declara lo siguiente:`,
    typeName: (name) => `Escriba: ${name}`,
    sign: (count) => (count === 1 ? "Firmar" : `Firmar ${count} formularios`),
    notSigned: (forms) => `Sin firmar: ${forms}.`,
    othersSigned: (forms) => `Firmado: ${forms}. No tiene que volver a firmar.`,
  },
  ending: {
    delivered: "Su empleador recibió este formulario.",
    pending: "Enviando a su empleador",
    notDelivered:
      "No pudimos confirmar que su empleador recibió este formulario. Descárguelo y entrégueselo a su empleador.",
    downloadAll: (count) => `Descargar ${count} formularios (ZIP)`,
    folder: "Formularios de retención",
    numberLater:
      "En lugar de un número de Seguro Social, sus formularios dicen «Applied for» (solicitado). Cuando reciba su número, déselo a su empleador y complete formularios nuevos.",
    itinNow:
      "Sus formularios muestran su ITIN. Si recibe un número de Seguro Social, déselo a su empleador y complete formularios nuevos.",
  },
};
