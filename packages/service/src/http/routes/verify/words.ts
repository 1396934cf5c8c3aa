import type { Language } from "@withholding-forms/interview";
import type { SealVerdict } from "@withholding-forms/pdf/seal";
import type { FileResult } from "../../../app/verify-file.js";

/** The words of the page that checks a file. */
export interface VerifyWords {
  readonly title: string;
  readonly intro: string;
  readonly file: string;
  readonly check: string;
  readonly privacy: string;
  readonly noFile: string;
  readonly tooLarge: string;
  readonly busy: string;
  readonly unavailable: string;
  readonly results: Readonly<Record<FileResult, { readonly title: string; readonly text: string }>>;
  readonly form: string;
  readonly signed: string;
  readonly seal: string;
  readonly seals: Readonly<Record<SealVerdict["state"], string>>;
  readonly sealedBy: string;
  readonly timestamp: string;
  /** Of a timestamp. */
  readonly untrusted: string;
}

export const verifyWords: Readonly<Record<Language, VerifyWords>> = {
  en: {
    title: "Check a signed form",
    intro: "Find out whether a PDF is exactly as it was when it was signed with this service.",
    file: "PDF file (up to 4 MB)",
    check: "Check the file",
    privacy: "The file is sent only to this service. It is checked in memory and is never stored.",
    noFile: "Choose a PDF file.",
    tooLarge: "This file is larger than 4 MB. Choose the PDF file that you got when you signed.",
    busy: "Many files are being checked right now. Try again in a few seconds.",
    unavailable: "We cannot check files right now. Try again later.",
    results: {
      UNCHANGED: {
        title: "Unchanged",
        text: "This file was signed with this service. Nothing in it has changed since then.",
      },
      CHANGED: {
        title: "Changed",
        text: "This file was changed after it was sealed. Do not rely on it. Ask for the original file.",
      },
      NO_EVENT: {
        title: "Sealed, but not in our records",
        text: "The form was sealed by this service, and the form itself has not changed since then. We cannot say this about the certificates and the timestamp in the seal. Our records have no signature of this exact file. Contact the operator of this service.",
      },
      SPECIMEN: {
        title: "Specimen",
        text: "This file was made to test an integration. It is marked as a specimen, and nobody signed it. Do not use it as a certificate.",
      },
      NOT_OURS: {
        title: "Not a file of this service",
        text: "This file has no seal of this service, and our records have no signature of it. It was not signed here, or it was changed. A file that was printed, scanned, or saved again is a different file.",
      },
    },
    form: "Form",
    signed: "Signed",
    seal: "Seal",
    seals: {
      NONE: "None",
      BROKEN: "Does not match the file",
      FOREIGN: "Not a seal of this service, so it was not checked",
      APPENDED: "Something was added after the file was sealed",
      VALID: "Matches the file",
    },
    sealedBy: "Sealed by",
    timestamp: "Timestamp",
    untrusted: "Not trusted: it is not from a timestamp server that this service knows",
  },
  es: {
    title: "Verificar un formulario firmado",
    intro: "Averigüe si un PDF está exactamente como cuando se firmó con este servicio.",
    file: "Archivo PDF (hasta 4 MB)",
    check: "Verificar el archivo",
    privacy: "El archivo se envía solo a este servicio. Se verifica en la memoria y nunca se guarda.",
    noFile: "Elija un archivo PDF.",
    tooLarge: "Este archivo tiene más de 4 MB. Elija el archivo PDF que recibió al firmar.",
    busy: "Se están verificando muchos archivos en este momento. Vuelva a intentarlo en unos segundos.",
    unavailable: "No podemos verificar archivos en este momento. Vuelva a intentarlo más tarde.",
    results: {
      UNCHANGED: {
        title: "Sin cambios",
        text: "Este archivo se firmó con este servicio. Nada ha cambiado en él desde entonces.",
      },
      CHANGED: {
        title: "Modificado",
        text: "Este archivo se modificó después de sellarse. No confíe en él. Pida el archivo original.",
      },
      NO_EVENT: {
        title: "Sellado, pero sin registro",
        text: "Este servicio selló el formulario, y el formulario no ha cambiado desde entonces. No podemos decir lo mismo de los certificados ni del sello de tiempo que contiene el sello. No tenemos registro de la firma de este archivo exacto. Comuníquese con el operador de este servicio.",
      },
      SPECIMEN: {
        title: "Muestra",
        text: "Este archivo se hizo para probar una integración. Está marcado como muestra y nadie lo firmó. No lo use como certificado.",
      },
      NOT_OURS: {
        title: "No es un archivo de este servicio",
        text: "Este archivo no tiene el sello de este servicio y no tenemos registro de su firma. No se firmó aquí, o se modificó. Un archivo que se imprimió, se escaneó o se volvió a guardar es otro archivo.",
      },
    },
    form: "Formulario",
    signed: "Firmado",
    seal: "Sello",
    seals: {
      NONE: "Ninguno",
      BROKEN: "No corresponde al archivo",
      FOREIGN: "No es un sello de este servicio, por eso no se verificó",
      APPENDED: "Se agregó algo después de sellar el archivo",
      VALID: "Corresponde al archivo",
    },
    sealedBy: "Sellado por",
    timestamp: "Sello de tiempo",
    untrusted: "No es de confianza: no proviene de un servidor de sellos de tiempo que este servicio conozca",
  },
  fr: {
    title: "Vérifier un formulaire signé",
    intro: "Vérifiez si un PDF est exactement tel qu'il a été signé avec ce service.",
    file: "Fichier PDF (4 Mo au maximum)",
    check: "Vérifier le fichier",
    privacy:
      "Le fichier est envoyé uniquement à ce service. Il est vérifié en mémoire et n'est jamais enregistré.",
    noFile: "Choisissez un fichier PDF.",
    tooLarge: "Ce fichier dépasse 4 Mo. Choisissez le fichier PDF que vous avez reçu en signant.",
    busy: "Beaucoup de fichiers sont en cours de vérification. Réessayez dans quelques secondes.",
    unavailable: "Nous ne pouvons pas vérifier de fichiers pour le moment. Réessayez plus tard.",
    results: {
      UNCHANGED: {
        title: "Inchangé",
        text: "Ce fichier a été signé avec ce service. Rien n'y a changé depuis.",
      },
      CHANGED: {
        title: "Modifié",
        text: "Ce fichier a été modifié après avoir été scellé. Ne vous y fiez pas. Demandez le fichier original.",
      },
      NO_EVENT: {
        title: "Scellé, mais absent de nos registres",
        text: "Ce service a scellé le formulaire, et le formulaire n'a pas changé depuis. Nous ne pouvons pas en dire autant des certificats et de l'horodatage que contient le sceau. Nos registres n'ont aucune signature de ce fichier exact. Communiquez avec l'exploitant de ce service.",
      },
      SPECIMEN: {
        title: "Spécimen",
        text: "Ce fichier a été produit pour tester une intégration. Il porte la mention « SPECIMEN » et personne ne l'a signé. Ne l'utilisez pas comme certificat.",
      },
      NOT_OURS: {
        title: "Pas un fichier de ce service",
        text: "Ce fichier n'a pas le sceau de ce service, et nos registres n'ont aucune signature de ce fichier. Il n'a pas été signé ici, ou il a été modifié. Un fichier imprimé, numérisé ou enregistré de nouveau est un autre fichier.",
      },
    },
    form: "Formulaire",
    signed: "Signé",
    seal: "Sceau",
    seals: {
      NONE: "Aucun",
      BROKEN: "Ne correspond pas au fichier",
      FOREIGN: "Ce n'est pas un sceau de ce service; il n'a pas été vérifié",
      APPENDED: "Quelque chose a été ajouté après le scellement du fichier",
      VALID: "Correspond au fichier",
    },
    sealedBy: "Scellé par",
    timestamp: "Horodatage",
    untrusted: "Non fiable : il ne provient pas d'un serveur d'horodatage que ce service connaît",
  },
};
