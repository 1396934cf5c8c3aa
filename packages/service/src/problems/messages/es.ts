import type { Messages } from "./shape.js";

export const es: Messages = {
  problems: {
    MALFORMED_REQUEST: {
      title: "Solicitud mal formada",
      detail: "No se pudo interpretar la URL o los encabezados de la solicitud.",
    },
    MALFORMED_JSON: {
      title: "JSON mal formado",
      detail: "El cuerpo de la solicitud no es JSON válido en UTF-8.",
    },
    INVALID_PARAMETER: {
      title: "Parámetro no válido",
      detail: "Un parámetro de la consulta tiene un valor no válido.",
    },
    UNKNOWN_TIME_ZONE: {
      title: "Zona horaria desconocida",
      detail: "El encabezado Timezone debe ser el identificador de una zona horaria, como America/New_York.",
    },
    INVALID_IDEMPOTENCY_KEY: {
      title: "Clave de idempotencia no válida",
      detail:
        "El encabezado Idempotency-Key debe ser una sola clave aleatoria de 16 a 128 caracteres, como un UUID.",
    },
    OUT_OF_SCOPE: {
      title: "Fuera del alcance",
      detail: "Esta clave o este token solo permite las solicitudes que hace el asistente.",
    },
    NOT_FOUND: { title: "No encontrado", detail: "No hay nada en esta URL." },
    UNKNOWN_FORM: {
      title: "Formulario desconocido",
      detail: "No existe ningún formulario con este identificador.",
    },
    UNKNOWN_VERSION: {
      title: "Versión de formulario desconocida",
      detail: "Este formulario no tiene esa versión. Versiones disponibles: {versions}.",
    },
    UNKNOWN_FLOW: {
      title: "Flujo desconocido",
      detail: "No existe ningún flujo guiado con este identificador.",
    },
    UNKNOWN_QUESTION_SET: {
      title: "Grupo de preguntas desconocido",
      detail: "Aquí no existe ningún grupo de preguntas con este identificador.",
    },
    UNKNOWN_IMAGE: {
      title: "Imagen desconocida",
      detail: "No existe ninguna imagen con este identificador.",
    },
    METHOD_NOT_ALLOWED: {
      title: "Método no permitido",
      detail: "Esta URL acepta: {allow}.",
    },
    NOT_ACCEPTABLE: {
      title: "No aceptable",
      detail: "Esta URL devuelve {types}, que el encabezado Accept no permite.",
    },
    REQUEST_TIMEOUT: {
      title: "Tiempo de espera agotado",
      detail: "La solicitud completa no llegó a tiempo.",
    },
    SIGNATURE_IN_PROGRESS: {
      title: "Firma en curso",
      detail:
        "Una solicitud anterior con esta Idempotency-Key no ha terminado. Vuelva a enviarla en {seconds} segundos.",
    },
    REPEAT_DIFFERS: {
      title: "La respuesta repetida es distinta",
      detail:
        "El formulario se firmó con esta Idempotency-Key, pero el servicio ya no puede crear el mismo archivo. Si no lo tiene, firme el formulario de nuevo con otra clave.",
    },
    BODY_TOO_LARGE: {
      title: "Cuerpo demasiado grande",
      detail:
        "El cuerpo de la solicitud tiene más de {limit} bytes o más de {members} miembros y elementos de listas.",
    },
    UNSUPPORTED_MEDIA_TYPE: {
      title: "Tipo de contenido no admitido",
      detail: "Envíe el cuerpo de la solicitud como application/json.",
    },
    EXPECTATION_FAILED: {
      title: "Expectativa no admitida",
      detail: "El único encabezado Expect admitido es 100-continue.",
    },
    INVALID_BODY: {
      title: "Cuerpo de la solicitud no válido",
      detail: "El cuerpo de la solicitud no cumple el esquema.",
    },
    ANSWERS_REFUSED: {
      title: "Respuestas rechazadas",
      detail: "No se llenó el formulario. Faltan datos o algunos no son válidos.",
    },
    INELIGIBLE: {
      title: "No reúne los requisitos",
      detail: "Con estas respuestas, el empleado no puede usar este formulario.",
    },
    IDEMPOTENCY_KEY_REUSED: {
      title: "Clave de idempotencia reutilizada",
      detail:
        "Esta Idempotency-Key se usó para otra solicitud. No se firmó nada. Envíe una clave nueva para cada formulario.",
    },
    RATE_LIMITED: {
      title: "Demasiadas solicitudes",
      detail: "Vuelva a intentarlo en {seconds} segundos.",
    },
    HEADERS_TOO_LARGE: {
      title: "Encabezados demasiado grandes",
      detail: "Los encabezados de la solicitud son demasiado grandes.",
    },
    INTERNAL_ERROR: {
      title: "Error interno",
      detail: "Tenemos un problema técnico. Repórtelo con el identificador de la solicitud.",
    },
    OVERLOADED: {
      title: "Servicio ocupado",
      detail: "El servicio está ocupado. Vuelva a intentarlo en {seconds} segundos.",
    },
    AUDIT_UNAVAILABLE: {
      title: "Firma no disponible",
      detail:
        "No se firmó el formulario porque no se pudo guardar su registro de auditoría. Vuelva a intentarlo más tarde.",
    },
    AGENCY_FILE_MISSING: {
      title: "Firma no disponible",
      detail:
        "No se firmó el formulario porque se exige el archivo de la agencia y todavía no se ha agregado.",
    },
    SEAL_UNAVAILABLE: {
      title: "Firma no disponible",
      detail:
        "No se firmó el formulario porque no se pudo crear su sello digital. Vuelva a intentarlo más tarde.",
    },
    KEYS_UNAVAILABLE: {
      title: "Inicio de sesión no disponible",
      detail:
        "En este momento no podemos comprobar las claves de API. Vuelva a intentarlo en {seconds} segundos.",
    },
  },
  fields: {
    REQUIRED: "Este campo es obligatorio.",
    INVALID: "Este valor no es válido.",
    CHECK: "Este valor contradice otra respuesta.",
    UNKNOWN: "Este campo no existe.",
    NOT_ACCEPTED: "Este formulario no usa este campo.",
    TOO_LONG: "Es demasiado largo para el formulario. Escriba {limit} caracteres como máximo.",
    CHARACTER: 'El carácter "{character}" no se puede imprimir en el formulario.',
    TOO_MANY: "Envíe {limit} o menos en una solicitud.",
    DUPLICATE: "Este elemento aparece más de una vez.",
    EXPIRED:
      "No puede reclamar esta exención para un período que ya terminó. Escriba un año posterior o use el formulario de un año posterior.",
    TOO_EARLY: "Solo puede reclamar esta exención para este año o el próximo. Escriba uno de estos años.",
    INELIGIBLE: "Con esta respuesta, el empleado no puede usar este formulario.",
  },
  members: {
    address:
      "Envíe una dirección de los Estados Unidos (streetAddress1, city, state, zipCode) o de Canadá (streetAddress1, city, provinceTerritory, postalCode).",
    object: "Envíe un objeto.",
    list: "Envíe una lista con al menos un elemento.",
    text: "Envíe un texto de 1 a {limit} caracteres.",
    hasFederalValues: "Envíe true o false.",
    since: "Escriba una fecha como AAAA-MM-DD, por ejemplo, 2026-01-01.",
    formVersion: "Envíe una sola versión de formulario, como 2025.12.0.",
    scope: "Envíe full o wizard.",
    lifetime: "Envíe un número de segundos de {min} a {max}.",
    employeeReference:
      "Envíe de 1 a 64 letras de la A a la Z, dígitos o los caracteres . _ ~ -. No envíe un número de Seguro Social, un número de seguro social canadiense ni una dirección de correo electrónico.",
    employeeReferenceScope: "Envíe esto solo para un token con el alcance wizard.",
    zipCode: "Escriba un código postal (ZIP) de 5 o 9 dígitos, como 36130 o 36130-2102.",
    provinceTerritory:
      "Escriba la abreviatura de dos letras de una provincia o un territorio de Canadá, como ON.",
    postalCode: "Escriba un código postal de Canadá, como K1A 0B1.",
    signForm: "Envíe PREVIEW, SIGN o SIGN_EXTERNALLY.",
    paymentType: "Envíe WAGES o PENSION.",
  },
  identity: {
    socialSecurityNumber: "Este número de Seguro Social no es válido. Revise los dígitos.",
    socialInsuranceNumber: "Este número de seguro social canadiense no es válido. Revise los dígitos.",
  },
  addresses: {
    JURISDICTION_NOT_COVERED: "Los formularios de {place} aún no están disponibles.",
    PENSION_NOT_COVERED: "Los formularios de {place} para pensiones aún no están disponibles.",
    FORM_NOT_AVAILABLE:
      "El formulario {form} de {place} no está disponible aquí. {who} Si lo necesita, pídalo a esta agencia: {agency}.",
  },
  missingForm: "El formulario {form} de {place} aún no está disponible.",
  addressResults: {
    AS01: {
      message: "Dirección válida",
      description:
        "Encontramos un registro que coincide con la calle, el tramo de números, la ciudad, el estado y el código postal (ZIP).",
    },
    AC01: {
      message: "Cambio de código postal (ZIP)",
      description: "El código postal (ZIP) se corrigió para que coincida con la ciudad y el estado.",
    },
    AC02: {
      message: "Cambio de estado",
      description:
        "El valor enviado no es un estado. Se sustituyó por el estado que coincide con la ciudad y con el código postal (ZIP).",
    },
    AC03: {
      message: "Cambio de ciudad",
      description: "La ciudad se corrigió para que coincida con el código postal (ZIP).",
    },
    AC06: {
      message: "Líneas de dirección intercambiadas",
      description:
        "La calle estaba en la segunda línea de la dirección, así que se intercambiaron las dos líneas.",
    },
    AC10: {
      message: "Cambio de nombre de calle",
      description: "El nombre de la calle se corrigió según nuestros registros.",
    },
    AC11: {
      message: "Cambio de tipo de calle",
      description: "El tipo de calle se corrigió según nuestros registros.",
    },
    AC12: {
      message: "Cambio de punto cardinal",
      description:
        "Un punto cardinal antes o después del nombre de la calle, como N o SW, se corrigió según nuestros registros.",
    },
    AE01: {
      message: "Error general",
      description:
        "No reconocemos este código postal (ZIP), o no corresponde a esta ciudad y este estado. Revise la dirección. Por ahora usamos el estado que usted escribió.",
    },
    AE02: {
      message: "Calle desconocida",
      description: "No encontramos esta calle y este número en esta ciudad. Revise la dirección.",
    },
    AE05: {
      message: "Varias coincidencias",
      description: "Más de una calle coincide con esta dirección. Agregue más detalles.",
    },
    AE09: {
      message: "Falta el número de unidad",
      description: "Falta el número del apartamento, de la oficina o de la unidad.",
    },
    AE11: {
      message: "Falta el número de la casa",
      description: "Falta el número de la casa en la dirección.",
    },
    AE13: {
      message: "Falta el número de apartado postal",
      description: "Al apartado postal o a la ruta rural le falta el número.",
    },
    JURISDICTION_UNKNOWN: {
      message: "Jurisdicción desconocida",
      description:
        "El estado, la provincia o el territorio de esta dirección no existe en los Estados Unidos ni en Canadá. Escriba la abreviatura de dos letras, como AL u ON.",
    },
    MILITARY_ADDRESS: {
      message: "Dirección militar",
      description:
        "Esta es una dirección postal militar (APO, FPO o DPO). No indica qué formularios corresponden. Como dirección de su casa, escriba la calle y el número de su residencia legal (domicilio), no el buzón militar. Como dirección de trabajo, escriba la calle y el número del lugar donde trabaja o, si está fuera de los Estados Unidos y Canadá, otra vez su residencia legal.",
    },
    POSTAL_CODE_INVALID: {
      message: "Código postal no válido",
      description:
        "Este código postal de Canadá no es válido. Revíselo. Por ahora usamos la provincia o el territorio que usted escribió.",
    },
    PROVINCE_MISMATCH: {
      message: "La provincia no coincide",
      description:
        "Este código postal es de otra provincia o territorio. Revíselo. Por ahora usamos la provincia o el territorio que usted escribió.",
    },
    COORDINATES_MISMATCH: {
      message: "Las coordenadas no coinciden",
      description:
        "Las coordenadas están lejos de este código postal, así que no las usamos. Revise ambos. La longitud es negativa en casi todo Estados Unidos.",
    },
    GS01: {
      message: "Geocodificada a nivel de calle",
      description: "Las coordenadas están sobre la calle, estimadas a partir de sus números.",
    },
    GS03: {
      message: "Geocodificada a nivel de comunidad",
      description:
        "Las coordenadas son el centro de la zona del código postal (ZIP). No se buscaron la calle ni el número.",
    },
    GE01: {
      message: "No se encontró geocódigo de la región",
      description: "No tenemos coordenadas de este código postal (ZIP).",
    },
    GE02: {
      message: "Sin geocódigo para la dirección enviada",
      description: "La ciudad, el estado y el código postal (ZIP) no coinciden, así que no hay coordenadas.",
    },
  },
  notices: {
    warning:
      "No se envió ninguna versión del formulario, por lo que se usó la más reciente, {version}. Una versión más nueva puede hacer otras preguntas, y las respuestas guardadas pueden dejar de ser válidas. Envíe formVersion para seguir con una versión.",
    deprecation: "La versión {version} de este formulario está en desuso. La versión vigente es {current}.",
    paraphrase:
      "La ley fija el texto de este formulario, pero no se ha agregado el archivo de la agencia. Las preguntas y el PDF usan nuestro propio texto.",
    yearEnded:
      "Este formulario es para {year}, que ya terminó. Use el formulario del año en curso si la agencia ya lo publicó.",
  },
};
