/** Two agencies can use the same form name, so the jurisdiction is shown, too, unless it is federal. */
export function formName({
  name,
  formLocality,
}: {
  readonly name: string;
  readonly formLocality: string;
}): string {
  return /FEDERAL/.test(formLocality) || name.includes(formLocality) ? name : `${formLocality} ${name}`;
}
