import { fillW4 } from "../../../../bench/src/http/requests.js";
import { alabama, fillAlabama, montgomery, phoenix } from "../people/samples.js";
import type { LoadRequest } from "./load.js";

/** Requests that complete forms: what the service is for, and what costs it most. */
export function fillRequests(token: string, modes: readonly ("PREVIEW" | "SIGN")[]): LoadRequest[] {
  const headers = { authorization: `Bearer ${token}` };
  return modes.flatMap((signForm) =>
    [fillW4(signForm), { ...fillAlabama, signForm }].map((body) => ({
      method: "POST",
      path: "/v1/fillPdf",
      headers,
      body,
    })),
  );
}

/** What one employee's visit requests, in order: which forms, their questions, the filled forms, the signed ones. */
export function visitRequests(token: string): LoadRequest[] {
  const headers = { authorization: `Bearer ${token}` };
  const get = (path: string): LoadRequest => ({ path: `/v1${path}`, headers });
  return [
    { method: "POST", path: "/v1/guided-flows", headers, body: alabama },
    get("/flowQuestionSet/FEDERAL/QS1"),
    get("/formQuestionSet/W4101/QS1"),
    get("/formQuestionSet/AL101/QS1"),
    ...fillRequests(token, ["PREVIEW", "SIGN"]),
  ];
}

/** Addresses of an employee with many jobs: a small response that takes much work. */
export function addressRequests(token: string): LoadRequest[] {
  const headers = { authorization: `Bearer ${token}` };
  return Array.from({ length: 16 }, (_, variant) => ({
    method: "POST",
    path: "/v1/forms",
    headers,
    body: {
      homeAddress: montgomery,
      workAddresses: Array.from({ length: 50 }, (_, number) => ({
        ...(number % 2 === 0 ? montgomery : phoenix),
        streetAddress1: `${100 + variant * 40 + number} Jefferson Davis Boulevard North, Suite ${number}`,
      })),
    },
  }));
}
