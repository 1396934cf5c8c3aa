import type { FormParts } from "../compile/form.js";

/** Every form says how long it lasts, and the end of a claim comes from there alone. */
export function checkValidity({ context }: FormParts): void {
  const { form, parameters } = context.form;
  if (form.data.valid === undefined)
    context.report(
      form,
      [],
      "validity",
      "does not say how long it is valid: add `valid:` with `until` and `basis`",
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
