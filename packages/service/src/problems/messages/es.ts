import type { Messages } from "./shape.js";

export const es: Messages = {
  problems: {
    MALFORMED_REQUEST: {
      title: "Solicitud mal formada",
      detail: "No se puede leer la dirección o los encabezados de la solicitud.",
    },
    MALFORMED_JSON: {
      title: "JSON mal formado",
      detail: "No se puede leer el cuerpo como un documento JSON en UTF-8.",
    },
    INVALID_PARAMETER: {
      title: "Parámetro no válido",
      detail: "Un parámetro de la consulta tiene un valor que no puede tener.",
    },
    UNKNOWN_TIME_ZONE: {
      title: "Zona horaria desconocida",
      detail: "El encabezado Timezone no es el identificador de una zona horaria, como America/New_York.",
    },
    OUT_OF_SCOPE: {
      title: "Fuera del alcance del token",
      detail: "Esta clave o este token solo sirve para las llamadas del asistente.",
    },
    NOT_FOUND: { title: "No encontrado", detail: "No hay nada en esta dirección." },
    UNKNOWN_FORM: {
      title: "Formulario desconocido",
      detail: "No existe ningún formulario con este identificador.",
    },
    UNKNOWN_VERSION: {
      title: "Versión de formulario desconocida",
      detail: "El formulario no existe en esta versión. Existe en: {versions}.",
    },
    UNKNOWN_FLOW: {
      title: "Flujo desconocido",
      detail: "No existe ningún flujo guiado con este identificador.",
    },
    UNKNOWN_QUESTION_SET: {
      title: "Grupo de preguntas desconocido",
      detail: "Aquí no existe ningún grupo de preguntas con este identificador.",
    },
    UNKNOWN_IMAGE: { title: "Imagen desconocida", detail: "No existe ninguna imagen de tal página." },
    METHOD_NOT_ALLOWED: {
      title: "Método no permitido",
      detail: "Esta dirección se puede usar con: {allow}.",
    },
    NOT_ACCEPTABLE: {
      title: "No aceptable",
      detail: "Esta dirección responde con {types}, que el encabezado Accept excluye.",
    },
    REQUEST_TIMEOUT: {
      title: "Tiempo de espera agotado",
      detail: "La solicitud no llegó completa a tiempo.",
    },
    BODY_TOO_LARGE: {
      title: "Cuerpo demasiado grande",
      detail: "El cuerpo tiene más de {limit} bytes o más de {members} miembros y elementos de listas.",
    },
    UNSUPPORTED_MEDIA_TYPE: {
      title: "Tipo de contenido no admitido",
      detail: "El cuerpo debe enviarse como application/json.",
    },
    EXPECTATION_FAILED: {
      title: "Expectativa desconocida",
      detail: "El encabezado Expect solo puede ser 100-continue.",
    },
    INVALID_BODY: {
      title: "Cuerpo de la solicitud no válido",
      detail: "El cuerpo no tiene la forma que se pide.",
    },
    ANSWERS_REFUSED: {
      title: "Respuestas rechazadas",
      detail: "No se llenó el formulario: faltan datos o algunos no son válidos.",
    },
    INELIGIBLE: {
      title: "No reúne los requisitos",
      detail: "Con estas respuestas, el empleado no puede completar este formulario.",
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
      detail: "Algo falló en el servicio. Comuníquelo con el identificador de la solicitud.",
    },
    OVERLOADED: {
      title: "Servicio ocupado",
      detail: "El servicio está ocupado. Vuelva a intentarlo en {seconds} segundos.",
    },
    AUDIT_UNAVAILABLE: {
      title: "Firma no disponible",
      detail:
        "No se firmó el formulario porque no se pudo escribir su registro de auditoría. Vuelva a intentarlo más tarde.",
    },
    KEYS_UNAVAILABLE: {
      title: "Inicio de sesión no disponible",
      detail:
        "En este momento no se pueden comprobar las claves de API. Vuelva a intentarlo en {seconds} segundos.",
    },
  },
  fields: {
    REQUIRED: "Falta este dato.",
    INVALID: "Este dato no es válido.",
    CHECK: "Este dato no concuerda con otro.",
    UNKNOWN: "Este dato no existe aquí.",
    NOT_ACCEPTED: "Este formulario no admite este dato.",
    TOO_LONG: "Este dato no cabe en el formulario. Caben como máximo {limit} caracteres.",
    CHARACTER: 'El carácter "{character}" no se puede imprimir en el formulario.',
    TOO_MANY: "Se admiten como máximo {limit} en una solicitud.",
    DUPLICATE: "Este elemento aparece más de una vez.",
    EXPIRED: "Ya no puede reclamar esta exención en este formulario. Use el formulario de un año posterior.",
    INELIGIBLE: "Con esta respuesta, el empleado no puede completar este formulario.",
  },
  members: {
    address:
      "Envíe una dirección de los Estados Unidos (streetAddress1, city, state, zipCode) o de Canadá (streetAddress1, city, provinceTerritory, postalCode).",
    object: "Aquí se necesita un objeto.",
    list: "Aquí se necesita una lista con al menos un elemento.",
    text: "Aquí se necesita un texto de 1 a {limit} caracteres.",
    hasFederalValues: "Envíe true o false.",
    formVersion: "Envíe una sola versión de formulario, como 2025.12.0.",
    scope: "Envíe full o wizard.",
    lifetime: "Envíe un número de segundos de {min} a {max}.",
    zipCode: "Escriba un código postal (ZIP) de 5 o 9 cifras, como 36130 o 36130-2102.",
    provinceTerritory:
      "Escriba la abreviatura de dos letras de una provincia o un territorio de Canadá, como ON.",
    postalCode: "Escriba un código postal de Canadá, como K1A 0B1.",
    signForm: "Envíe PREVIEW, SIGN o SIGN_EXTERNALLY.",
  },
  identity: {
    socialSecurityNumber: "Este no puede ser un número de Seguro Social. Revise las cifras.",
    socialInsuranceNumber: "Este no puede ser un número de seguro social de Canadá. Revise las cifras.",
  },
  addresses: {
    JURISDICTION_NOT_COVERED: "Los formularios de {place} aún no están disponibles.",
    JURISDICTION_UNKNOWN: "No se conoce el estado, la provincia o el territorio de esta dirección.",
  },
  addressResults: {
    AS01: {
      message: "Dirección válida",
      description:
        "Se encontraron juntos la calle, un tramo con este número, la ciudad, el estado y el código postal (ZIP).",
    },
    AC01: {
      message: "Cambio de código postal (ZIP)",
      description: "El código postal (ZIP) se corrigió por el de la ciudad y el estado.",
    },
    AC02: {
      message: "Cambio de estado",
      description:
        "Lo enviado no es un estado. Se sustituyó por el estado que indican tanto la ciudad como el código postal (ZIP).",
    },
    AC03: {
      message: "Cambio de ciudad",
      description: "La ciudad se corrigió por la que corresponde al código postal (ZIP).",
    },
    AC06: {
      message: "Líneas de dirección intercambiadas",
      description: "La calle estaba en la segunda línea de la dirección y se intercambiaron las dos líneas.",
    },
    AC10: {
      message: "Cambio de nombre de calle",
      description: "El nombre de la calle se corrigió por el que consta en los registros.",
    },
    AC11: {
      message: "Cambio de tipo de calle",
      description: "El tipo de calle se corrigió por el que consta en los registros.",
    },
    AC12: {
      message: "Cambio de punto cardinal",
      description:
        "El punto cardinal antes o después del nombre de la calle se corrigió por el que consta en los registros.",
    },
    AE01: {
      message: "Error general",
      description:
        "Este código postal (ZIP) no se conoce o no corresponde a esta ciudad y este estado. Revise la dirección. Nos guiamos por el estado que se escribió.",
    },
    AE02: {
      message: "Calle desconocida",
      description: "En este lugar no consta ninguna calle con ese nombre y número.",
    },
    AE05: {
      message: "Varias coincidencias",
      description: "Varias calles registradas coinciden por igual; hacen falta más datos para elegir una.",
    },
    AE09: {
      message: "Falta el número de unidad",
      description: "Se indica un apartamento, una oficina o similar sin su número.",
    },
    AE11: { message: "Falta el número de la casa", description: "La calle no tiene número." },
    AE13: {
      message: "Falta el número de casilla",
      description: "Se indica una casilla postal o una ruta rural sin su número de casilla.",
    },
    POSTAL_CODE_INVALID: {
      message: "Código postal no válido",
      description:
        "Este no puede ser un código postal de Canadá. Revíselo. Nos guiamos por la provincia o el territorio que se escribió.",
    },
    PROVINCE_MISMATCH: {
      message: "La provincia no coincide",
      description:
        "Este código postal pertenece a otra provincia o territorio. Revíselo. Nos guiamos por la provincia o el territorio que se escribió.",
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
      description: "No se conocen coordenadas de este código postal (ZIP).",
    },
    GE02: {
      message: "Sin geocódigo para la dirección enviada",
      description:
        "La ciudad, el estado y el código postal (ZIP) se contradicen, por lo que no se dan coordenadas.",
    },
  },
  notices: {
    warning:
      "No se envió ninguna versión del formulario, por lo que se usó la más reciente, {version}. Una versión posterior puede hacer otras preguntas y las respuestas guardadas pueden dejar de servir. Envíe formVersion para permanecer en una versión.",
    deprecation: "La versión {version} de este formulario está en desuso. La versión vigente es {current}.",
    yearEnded:
      "Este formulario es para {year}, y ese año ya terminó. Use el formulario del año en curso si la agencia ya lo publicó.",
  },
};
