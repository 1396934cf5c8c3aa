import { impossibleNumbers as impossible } from "@withholding-forms/interview";

/**
 * Which of an employee's numbers, though well spelled, cannot have been issued. The service refuses them, too; this says
 * so where they are typed, before the whole form is filled in.
 */
export function impossibleNumbers(
  employee: Readonly<Record<string, unknown>>,
): ("socialSecurityNumber" | "socialInsuranceNumber")[] {
  return impossible(employee);
}
