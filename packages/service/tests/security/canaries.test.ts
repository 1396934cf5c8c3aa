import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { eventually } from "@withholding-forms/testing/eventually";
import { americanEmployee, fillAlabama, montgomery } from "@withholding-forms/testing/people/samples";
import { startNode } from "@withholding-forms/testing/programs";
import {
  call,
  childrenOf,
  filesBelow,
  login,
  type Running,
  startService,
} from "@withholding-forms/testing/security/process";
import { beforeAll, describe, expect, test } from "vitest";

// Unique values go through every path of the service, valid and invalid. Then the test searches for them wherever a
// process can leave data.

const apiKey = "canary-key-Zq8vT2mXw4Kd7Rb1";
const secrets = {
  firstName: "Zanarius",
  lastName: "Kanarienvogel",
  number: "219-09-9983",
  digits: "219099983",
  street: "77 Kanarienweg",
  city: "Kanarienstadt",
  employer: "Kanarien Werke KG",
  answer: "Piepmatz Singer",
  station: "Gelbe Volierenstation",
  spouse: "457-55-5462",
  unknown: "kanarien-antwort",
  wrongKey: "kanarien-falscher-schluessel",
} as const;
const address = { ...montgomery, streetAddress1: secrets.street, city: secrets.city };
const employee = {
  ...americanEmployee,
  firstName: secrets.firstName,
  lastName: secrets.lastName,
  socialSecurityNumber: secrets.number,
  address,
};
const employer = { ...fillAlabama.employer, name: secrets.employer, address };
const simple = { ...fillAlabama, employee, employer };
/** A form whose answers are text and another person's number. */
const wordy = {
  formId: "ND103",
  employee,
  employer,
  fields: {
    civilianSpouseOfServicemember: true,
    bothDomiciledElsewhere: true,
    dutyStationInNd: true,
    hereToBeWithSpouse: true,
    // A claim is for the year of its signature or the next.
    calendarYear: String(new Date().getUTCFullYear()),
    ownDomicile: "TX",
    servicememberName: secrets.answer,
    servicememberSsn: secrets.spouse,
    servicememberDomicile: "TX",
    dutyStation: secrets.station,
  },
};

let running: Running;
/** The response to half a request whose other half does not arrive in time. */
let tooSlow: Promise<string>;
let token: string;
const errors: string[] = [];

/** With core files allowed, as on a developer's machine or a misconfigured host. */
const withCores = (command: readonly string[]) => [
  "bash",
  "-c",
  'ulimit -c unlimited; exec "$0" "$@"',
  ...command,
];

async function post(
  path: string,
  body: object | string,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await call(running.port, path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  if (response.status >= 400) errors.push(text);
  return response.status;
}

/** Uploads a file of canaries, with a canary for a name, to the page that checks files. The form may be cut short. */
async function upload(member: string, cutBytes = 0): Promise<number> {
  const form = new FormData();
  const text = `%PDF-1.7\n${Object.values(secrets).join("\n")}\n%%EOF\n`;
  form.set(member, new File([text], `${secrets.lastName}.pdf`, { type: "application/pdf" }));
  const encoded = new Response(form);
  const body = new Uint8Array(await encoded.arrayBuffer());
  const response = await call(running.port, "/verify", {
    method: "POST",
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
    body: body.subarray(0, body.length - cutBytes),
  });
  errors.push(await response.text());
  return response.status;
}

/** Half a request: its end never comes, and the connection stays open or breaks off. */
function half(path: string, hear: (answer: string) => void = () => {}): Promise<() => void> {
  const body = JSON.stringify(simple).slice(0, -20);
  return new Promise((resolve) => {
    const socket = connect(running.port, "127.0.0.1", () => {
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: ${body.length + 20}\r\n\r\n${body}`,
        () => resolve(() => socket.destroy()),
      );
    });
    socket.on("error", () => {});
    socket.on("data", (part) => hear(part.toString("latin1")));
  });
}

beforeAll(async () => {
  running = await startService({
    workers: 2,
    within: withCores,
    env: { NODE_ENV: "production", LOG_LEVEL: "trace", API_KEY: apiKey, LOGIN_RATE_LIMIT: "4" },
  });
  token = await login(running.port, apiKey);
  tooSlow = new Promise((resolve) => void half("/v1/fillPdf", resolve));
});

test("canaries go through every path, valid and invalid", async () => {
  for (const language of ["en", "es", "fr"])
    for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"])
      for (const body of [simple, wordy])
        expect(await post("/v1/fillPdf", { ...body, signForm }, { "accept-language": language })).toBe(200);
  const addresses = { homeAddress: address, workAddresses: [address] };
  for (const path of ["/v1/forms", "/v1/guided-flows"]) {
    expect(await post(path, addresses)).toBe(200);
    expect(await post(path, { ...addresses, homeAddress: { ...address, zipCode: secrets.unknown } })).toBe(
      422,
    );
  }
  const wrong: readonly (readonly [object | string, number, Record<string, string>?])[] = [
    [{ ...simple, fields: { filingStatus: secrets.unknown } }, 422],
    [{ ...simple, employee: { ...employee, lastName: `${secrets.lastName} `.repeat(20) } }, 422],
    [{ ...simple, employer: { ...employer, name: `${secrets.employer} \u6f22` } }, 422],
    [{ ...simple, employee: { ...employee, socialSecurityNumber: `${secrets.number}x` } }, 422],
    [{ ...simple, signForm: secrets.unknown }, 422],
    [{ ...simple, formId: secrets.unknown }, 404],
    [{ ...simple, formVersion: secrets.unknown }, 404],
    [{ ...wordy, fields: { ...wordy.fields, servicememberName: `${secrets.answer}{}` } }, 422],
    [{ ...simple, federalValues: { isExempt: secrets.unknown } }, 422],
    [JSON.stringify(simple).slice(0, -9), 400],
    [`{"__proto__":{"a":${JSON.stringify(simple)}}}`, 400],
    [JSON.stringify(simple).replace("{", '{"x":'.repeat(20)), 400],
    [`${JSON.stringify(simple)}${" ".repeat(300_000)}`, 413],
    [simple, 415, { "content-type": `text/${secrets.unknown}` }],
    [simple, 406, { accept: `image/${secrets.unknown}` }],
    [simple, 400, { timezone: secrets.unknown }],
    [simple, 401, { authorization: `Bearer ${secrets.unknown}` }],
    [simple, 200, { "x-request-id": `<${secrets.unknown}>` }],
  ];
  for (const [body, status, headers] of wrong)
    expect([status, await post("/v1/fillPdf", body, headers)]).toEqual([status, status]);
  expect([await upload("file"), await upload("another"), await upload("file", 100)]).toEqual([200, 400, 400]);
  for (const path of [
    `/v1/getPdf/${secrets.lastName}`,
    `/v1/getPdf/AL101?formVersion=${secrets.digits}`,
    `/${secrets.lastName}/${secrets.number}`,
    `/v1/formQuestionSet/AL101/${secrets.unknown}?hasFederalValues=${secrets.digits}`,
    `/images/${secrets.lastName}/${secrets.digits}/1.png`,
    `/docs/static/${secrets.lastName}`,
    `/v1/getPdf/%zz${secrets.number}`,
  ]) {
    const response = await call(running.port, path, { headers: { authorization: `Bearer ${token}` } });
    errors.push(await response.text());
  }
  for (let times = 0; times < 5; times++) {
    const refused = await call(running.port, "/authentication/login", {
      headers: { "api-key": secrets.wrongKey },
    });
    expect([401, 429]).toContain(refused.status);
  }
  // Not HTTP at all, and connections that break off or hang in the middle.
  await new Promise<void>((resolve) => {
    const socket = connect(running.port, "127.0.0.1", () =>
      socket.write(`${secrets.lastName} ${secrets.number}\r\n\r\n`),
    );
    socket.on("data", (part) => errors.push(part.toString("latin1")));
    socket.on("close", () => resolve());
  });
  for (const path of ["/v1/fillPdf", "/v1/forms", "/v1/unknown", "/v1/fillPdf"]) (await half(path))();
  const late = await tooSlow;
  expect(late).toContain("HTTP/1.1 408 ");
  errors.push(late);
  expect((await call(running.port, "/healthz")).status).toBe(200);
});

/** All canaries, in every encoding in which a process keeps or writes text. */
const traces = [...Object.values(secrets), apiKey].flatMap((secret) => [
  { secret, bytes: Buffer.from(secret, "utf8") },
  { secret, bytes: Buffer.from(secret, "utf16le") },
  { secret, bytes: Buffer.from(secret.toUpperCase(), "utf8") },
]);

function found(place: Uint8Array): string[] {
  const bytes = Buffer.from(place);
  const withToken = [...traces, { secret: "the token", bytes: Buffer.from(token) }];
  return withToken.flatMap((trace) => (bytes.includes(trace.bytes) ? [trace.secret] : []));
}

/** Files that a service has written anywhere it can: its data, its working folder, its temporary folder. */
function leftBehind(folder: string): [string, string[]][] {
  return filesBelow(folder)
    .map((path): [string, string[]] => [path, found(readFileSync(path))])
    .filter(([, secretsThere]) => secretsThere.length > 0);
}

test("none of them is in what was written to standard output and standard error, at the level trace", () => {
  expect(running.output().split('"msg":"request"').length).toBeGreaterThan(40);
  expect(found(Buffer.from(running.output()))).toEqual([]);
});

test("none of them is in a metric", async () => {
  const text = await (await call(running.port, "/metrics")).text();
  expect(text).toContain("http_requests_total");
  expect(found(Buffer.from(text))).toEqual([]);
});

test("none of them is in an error response", () => {
  expect(errors.length).toBeGreaterThan(25);
  expect(found(Buffer.from(errors.join("\n")))).toEqual([]);
});

test("none of them is in a file, and the audit has the events", () => {
  const files = filesBelow(running.folder);
  const audit = files
    .filter((path) => path.endsWith("audit.jsonl"))
    .map((path) => readFileSync(path, "utf8"));
  expect(audit.join("").trimEnd().split("\n")).toHaveLength(6);
  expect(files.filter((path) => !path.startsWith(running.dataDir))).toEqual([]);
  expect(leftBehind(running.folder)).toEqual([]);
});

/**
 * Resolves when Node, without our guard, has opened a debugger on SIGUSR1, or reported that the debugger's port is
 * taken.
 */
async function openedDebugger(): Promise<void> {
  const program = "console.log('running'); setInterval(() => {}, 1000)";
  const { child: unguarded } = startNode(["-e", program]);
  await once(unguarded.stdout, "data");
  unguarded.kill("SIGUSR1");
  await once(unguarded.stderr, "data");
  unguarded.kill("SIGKILL");
}

describe("signals", () => {
  const worker = () => childrenOf(running.child.pid ?? 0);

  test("SIGUSR1 opens no debugger, in no process", async () => {
    for (const pid of [running.child.pid ?? 0, ...worker()]) process.kill(pid, "SIGUSR1");
    // A process without our guard is sent the signal after them, and has opened its debugger.
    await openedDebugger();
    expect(running.output()).not.toMatch(/Debugger|inspector/i);
    const before = worker();
    expect((await call(running.port, "/healthz")).status).toBe(200);
    expect(before).toHaveLength(2);
  });

  test.each([
    ["SIGABRT", "SIGSEGV"],
    ["SIGQUIT", "SIGUSR2"],
  ] as const)(
    "workers that end by %s and %s leave nothing of what was in their memory",
    async (...signals) => {
      for (const body of [simple, wordy])
        for (let times = 0; times < 4; times++) await post("/v1/fillPdf", body);
      const open = await Promise.all([half("/v1/fillPdf"), half("/v1/fillPdf")]);
      const victims = worker();
      for (const [index, pid] of victims.entries()) process.kill(pid, signals[index] ?? signals[0]);
      await eventually(() => !worker().some((pid) => victims.includes(pid)), {
        what: "the workers to end",
      });
      for (const close of open) close();
      expect(leftBehind(running.folder)).toEqual([]);
      const names = filesBelow(running.folder).map((path) => path.slice(running.folder.length));
      expect(names.filter((name) => /core|report|heap|profile|snapshot/i.test(name))).toEqual([]);
      expect(found(Buffer.from(running.output()))).toEqual([]);
      await eventually(async () => (await call(running.port, "/readyz")).status === 200, {
        what: "the service to be ready again",
      });
    },
  );

  test("an instance that ends by SIGQUIT leaves no core file or report", async () => {
    for (let times = 0; times < 4; times++) await post("/v1/fillPdf", simple);
    running.child.kill("SIGQUIT");
    expect((await running.ended).signal).toBe("SIGQUIT");
    expect(leftBehind(running.folder)).toEqual([]);
  });
});

test("a service in one process keeps its memory out of core files, too", async () => {
  running = await startService({
    workers: 1,
    within: withCores,
    env: { API_KEY: apiKey, NODE_ENV: "production" },
  });
  token = await login(running.port, apiKey);
  for (let times = 0; times < 4; times++) expect(await post("/v1/fillPdf", simple)).toBe(200);
  await half("/v1/fillPdf");
  process.kill(running.child.pid ?? 0, "SIGUSR1");
  expect((await call(running.port, "/healthz")).status).toBe(200);
  const about = (file: string) => readFileSync(`/proc/${running.child.pid}/${file}`, "utf8");
  expect(about("coredump_filter").trim()).toBe("00000000");
  expect(about("limits")).toMatch(/^Max core file size +0 +0 /m);
  running.child.kill("SIGABRT");
  expect((await running.ended).signal).toBe("SIGABRT");
  expect(leftBehind(running.folder)).toEqual([]);
  expect(found(Buffer.from(running.output()))).toEqual([]);
});
