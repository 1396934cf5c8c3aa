import { impossibleNumbers as impossible } from "@withholding-forms/interview";

/**
 * Which of an employee's numbers have the right format but cannot have been issued. The service rejects them, too; this
 * finds them while the employee types, before the whole form is complete.
 */
export function impossibleNumbers(
  employee: Readonly<Record<string, unknown>>,
): ("socialSecurityNumber" | "socialInsuranceNumber")[] {
  return impossible(employee);
}
