import type { FormParts } from "../compile/form.js";
import { yearDays } from "../compile/validity.js";

/** Every form says how long it lasts, the end of a claim comes from there alone, and an end that is near is said. */
export function checkValidity({ context, form: { notices } }: FormParts): void {
  const { form, parameters } = context.form;
  if (form.data.valid === undefined)
    context.report(
      form,
      [],
      "validity",
      "does not say how long it is valid: add `valid:` with `until` and `basis`",
    );
  // A claim for a year that the employee names does not end by surprise.
  const index = (form.data.valid?.exemption ?? []).findIndex(
    ({ until, year }) => year === undefined && Object.hasOwn(yearDays, until),
  );
  if (index >= 0 && !notices.some(({ code }) => code === "CLAIM_ENDS_SOON"))
    context.report(
      form,
      ["valid", "exemption", index],
      "validity",
      "ends soon if it is signed at the end of the year: write a notice CLAIM_ENDS_SOON",
    );
  for (const id of Object.keys(parameters.data)) {
    if (/\.exempt(?:Expires|ExpirationDate|Until)$/.test(id))
      context.report(
        parameters,
        [id],
        "validity",
        `${id} is written by hand: state the end under \`valid.exemption\` of form.yaml and remove it here`,
      );
  }
}
