import type { Language } from "@withholding-forms/interview";
import type { SealVerdict } from "@withholding-forms/pdf/seal";
import type { FileResult } from "../../../app/verify-file.js";

/** The words of the page that checks a file. */
export interface VerifyWords {
  /** Of the language, in itself. */
  readonly name: string;
  readonly title: string;
  readonly intro: string;
  readonly file: string;
  readonly check: string;
  readonly privacy: string;
  readonly noFile: string;
  readonly unavailable: string;
  readonly results: Readonly<Record<FileResult, { readonly title: string; readonly text: string }>>;
  readonly form: string;
  readonly signed: string;
  readonly seal: string;
  readonly seals: Readonly<Record<SealVerdict["state"], string>>;
  readonly sealedBy: string;
  readonly timestamp: string;
}

export const verifyWords: Readonly<Record<Language, VerifyWords>> = {
  en: {
    name: "English",
    title: "Check a signed form",
    intro: "Find out whether a PDF is exactly as it was when it was signed with this service.",
    file: "PDF file (up to 4 MB)",
    check: "Check the file",
    privacy: "The file is sent only to this service. It is checked in memory and is never stored.",
    noFile: "Choose a PDF file.",
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
        text: "The seal of this service is valid, so nothing in the file has changed. But our records have no signature of this file. Contact the operator of this service.",
      },
      NOT_OURS: {
        title: "Not a file of this service",
        text: "This file has no seal of this service, and our records have no signature of it. It was not signed here, or it had no seal and was changed. A file that was printed, scanned, or saved again is a different file.",
      },
    },
    form: "Form",
    signed: "Signed",
    seal: "Seal",
    seals: {
      NONE: "None",
      BROKEN: "Does not match the file",
      APPENDED: "Something was added after the file was sealed",
      VALID: "Matches the file",
    },
    sealedBy: "Sealed by",
    timestamp: "Timestamp",
  },
  es: {
    name: "Español",
    title: "Verificar un formulario firmado",
    intro: "Averigüe si un PDF está exactamente como cuando se firmó con este servicio.",
    file: "Archivo PDF (hasta 4 MB)",
    check: "Verificar el archivo",
    privacy: "El archivo se envía solo a este servicio. Se verifica en la memoria y nunca se guarda.",
    noFile: "Elija un archivo PDF.",
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
        text: "El sello de este servicio es válido, así que nada ha cambiado en el archivo. Pero no tenemos registro de la firma de este archivo. Comuníquese con el operador de este servicio.",
      },
      NOT_OURS: {
        title: "No es un archivo de este servicio",
        text: "Este archivo no tiene el sello de este servicio y no tenemos registro de su firma. No se firmó aquí, o no tenía sello y se modificó. Un archivo que se imprimió, se escaneó o se volvió a guardar es otro archivo.",
      },
    },
    form: "Formulario",
    signed: "Firmado",
    seal: "Sello",
    seals: {
      NONE: "Ninguno",
      BROKEN: "No corresponde al archivo",
      APPENDED: "Se agregó algo después de sellar el archivo",
      VALID: "Corresponde al archivo",
    },
    sealedBy: "Sellado por",
    timestamp: "Sello de tiempo",
  },
  fr: {
    name: "Français",
    title: "Vérifier un formulaire signé",
    intro: "Vérifiez si un PDF est exactement tel qu'il a été signé avec ce service.",
    file: "Fichier PDF (4 Mo au maximum)",
    check: "Vérifier le fichier",
    privacy:
      "Le fichier est envoyé uniquement à ce service. Il est vérifié en mémoire et n'est jamais enregistré.",
    noFile: "Choisissez un fichier PDF.",
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
        text: "Le sceau de ce service est valide : rien n'a changé dans le fichier. Mais nos registres n'ont aucune signature de ce fichier. Communiquez avec l'exploitant de ce service.",
      },
      NOT_OURS: {
        title: "Pas un fichier de ce service",
        text: "Ce fichier n'a pas le sceau de ce service, et nos registres n'ont aucune signature de ce fichier. Il n'a pas été signé ici, ou il n'avait pas de sceau et a été modifié. Un fichier imprimé, numérisé ou enregistré de nouveau est un autre fichier.",
      },
    },
    form: "Formulaire",
    signed: "Signé",
    seal: "Sceau",
    seals: {
      NONE: "Aucun",
      BROKEN: "Ne correspond pas au fichier",
      APPENDED: "Quelque chose a été ajouté après le scellement du fichier",
      VALID: "Correspond au fichier",
    },
    sealedBy: "Scellé par",
    timestamp: "Horodatage",
  },
};
