/**
 * The caller's reference for an employee. A wizard token can be bound to one, and the audit event of a signature
 * records it. It must mean nothing to others, so that the audit log contains nothing about a person.
 */
export const employeeReferencePattern = "^[A-Za-z0-9._~-]{1,64}$";

/** False for what is not opaque: an email address, or what has the digits of a social security or insurance number. */
export function isEmployeeReference(value: unknown): value is string {
  if (typeof value !== "string" || !new RegExp(employeeReferencePattern).test(value)) return false;
  return !/^[0-9]{9}$/.test(value.replaceAll(/[._~-]/g, ""));
}
