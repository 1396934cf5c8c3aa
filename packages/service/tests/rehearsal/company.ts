import { createHash, randomUUID } from "node:crypto";
import { eventually } from "@withholding-forms/testing/eventually";
import { askOnce } from "@withholding-forms/testing/faults/callers";
import type { FakeClock } from "@withholding-forms/testing/faults/clock";
import type { Outcome } from "@withholding-forms/testing/faults/outcome";
import { login } from "@withholding-forms/testing/faults/questions";
import type { RunningService } from "@withholding-forms/testing/faults/service";
import { employer } from "@withholding-forms/testing/people/samples";
import type { Certificate, Claim, Place, Values } from "./places.js";

export interface Employee {
  readonly number: number;
  place: Place;
  claim: Claim;
  /** What the company knows by hand, by the part of payroll that a certificate is for. */
  readonly books: Map<"FEDERAL" | "PLACE", Values>;
  /** What the service returned, as the company must store it. */
  readonly onFile: {
    readonly formId: string;
    readonly formVersion: string;
    readonly signedAt: string;
    readonly taxParameters: readonly { readonly id: string; readonly value: string }[];
  }[];
  readonly fields: Map<string, Certificate["fields"]>;
  readonly situations: object[];
  /** SHA-256 of each signed file. */
  readonly files: string[];
}

export interface Company {
  readonly employees: Employee[];
  /** Signatures, and how many requests had to be sent again to another instance. */
  readonly counts: { signatures: number; repeated: number };
  /** The instances, which change when the operator replaces them. */
  instances: readonly RunningService[];
  /** Moves the company's day, at 15:00 UTC. */
  goTo(day: string): void;
  readonly today: () => string;
  post(path: string, body: object, headers?: Readonly<Record<string, string>>): Promise<Outcome>;
  get(path: string): Promise<Outcome>;
  sign(employee: Employee, certificate: Certificate, part: "FEDERAL" | "PLACE"): Promise<void>;
}

/** A payroll company that uses the service as the documentation says. */
export function foundCompany(clock: FakeClock): Company {
  let day = "";
  let token = "";
  let turn = 0;
  const company: Company = {
    employees: [],
    counts: { signatures: 0, repeated: 0 },
    instances: [],
    goTo(next) {
      day = next;
      clock.set(`${next}T15:00:00Z`);
    },
    today: () => day,
    post: (path, body, headers = {}) => send({ method: "POST", path, body, headers }),
    get: (path) => send({ path, headers: {} }),
    async sign(employee, { formId, formVersion, fields, values }, part) {
      const body = { formId, formVersion, ...person(employee), fields, signForm: "SIGN" };
      const { status, text } = await company.post("/v1/fillPdf", body, { "idempotency-key": randomUUID() });
      if (status !== 200) throw new Error(`${formId} ${formVersion} ${day}: ${status} ${text}`);
      const { pdf, taxParameters } = JSON.parse(text);
      employee.files.push(createHash("sha256").update(pdf, "base64").digest("hex"));
      employee.onFile.push({ formId, formVersion, signedAt: day, taxParameters });
      employee.fields.set(formId, fields);
      employee.books.set(part, values);
      company.counts.signatures++;
    },
  };

  /** To the instances in turn. One that does not answer is left out, and an expired token is replaced. */
  async function send(question: Omit<Parameters<typeof askOnce>[1], "kind">): Promise<Outcome> {
    return eventually(
      async () => {
        const { instances } = company;
        const instance = instances[turn++ % instances.length];
        if (instance === undefined) throw new Error("no instance");
        const headers = { ...question.headers, authorization: `Bearer ${token}` };
        const outcome = await askOnce(instance.port, { ...question, headers });
        if (outcome.status === 401) {
          const answer = await askOnce(instance.port, login(instance.apiKey));
          token = JSON.parse(answer.text).accessToken;
          return undefined;
        }
        // The instance is gone, or another one may still be signing this form.
        if (outcome.status === undefined || outcome.status === 409) {
          company.counts.repeated++;
          return undefined;
        }
        return outcome;
      },
      { what: `an answer to ${question.path}` },
    );
  }
  return company;
}

/** Runs it for all, eight at a time. */
export async function forAll<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items];
  const work = async (): Promise<void> => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 8 }, work));
}

/** Numbers of the range that was never issued, and of the usual test number. */
function person({ number, place }: Employee): object {
  const isCanadian = "provinceTerritory" in place.address;
  return {
    employee: {
      firstName: `Employee${"ABCDEFGHIJ"[number % 10]}`,
      lastName: "Rehearsal",
      address: place.address,
      ...(isCanadian
        ? { socialInsuranceNumber: "046 454 286" }
        : { socialSecurityNumber: `123-45-${String(6000 + number)}` }),
    },
    ...(isCanadian ? {} : { employer }),
  };
}
