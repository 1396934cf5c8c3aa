/**
 * The name of a form as an employee knows it, such as `AL A4`. Two agencies can use the same name, so the state or province
 * is part of it, unless the form is federal. With a tax year, that of a file: `W-4 2026`.
 */
export function formName({
  name,
  formLocality,
  taxYear,
}: {
  readonly name: string;
  readonly formLocality: string;
  readonly taxYear?: number | undefined;
}): string {
  // A place in a state: the name of its form says which one.
  const [state = ""] = formLocality.split("_");
  const own = /FEDERAL/.test(formLocality) || name.includes(state) ? name : `${state} ${name}`;
  return taxYear === undefined ? own : `${own} ${taxYear}`;
}

/** The name that an employee reads: `AL A4`, or with a tax year `W-4 (2026)`. */
export function formLabel({ taxYear, ...form }: Parameters<typeof formName>[0]): string {
  return taxYear === undefined ? formName(form) : `${formName(form)} (${taxYear})`;
}
