/** The day of the signature in the time zone of the request, as rules for answers name it. */
export const signatureDate = "signature.date";
