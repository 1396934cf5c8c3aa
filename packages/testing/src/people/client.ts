import type { LocationRequest, Person } from "@withholding-forms/client";
import { americanEmployee, canadianEmployee, employer, montgomery } from "./samples.js";

export { montgomery, ottawa, phoenix } from "./samples.js";

export const alabama: LocationRequest = { homeAddress: montgomery, workAddresses: [montgomery] };

export const john = { employee: americanEmployee, employer } satisfies Person;

export const zoe = { employee: canadianEmployee } satisfies Person;
