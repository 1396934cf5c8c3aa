import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defined } from "@withholding-forms/interview";
import { answersOf, formNames } from "@withholding-forms/testing/catalog/filled";
import { textsAndFields } from "@withholding-forms/testing/pdf/pdfjs";
import { runOnFiles } from "@withholding-forms/testing/pdf/shell";
import {
  americanEmployee,
  canadianEmployee,
  fillAlabama,
  montgomery,
} from "@withholding-forms/testing/people/samples";
import { startTestServer, testCatalog, testTime } from "@withholding-forms/testing/service/server";
import { testAll } from "@withholding-forms/testing/test-all";
import { afterAll, describe, expect, test } from "vitest";

// Text with a meaning in PDF syntax, in every text of a request. It is either rejected with the name of its field, or
// printed as it was typed, and the file has nothing that it does not have with plain words.

const { app, token } = await startTestServer();
const modes = ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"] as const;
type Mode = (typeof modes)[number];
const day = testTime.toISOString().slice(0, 10);

/** `npm run test:all` tries every attack wherever it can matter, `npm test` one of three, in turn. */
const turns = testAll ? 1 : 3;

const attacks: readonly string[] = [
  "(",
  ")",
  "()",
  ")) Tj",
  ") Tj (",
  "\\",
  "\\)",
  "\\\\)",
  "\\051 Tj",
  "\\0",
  "\\r\\n",
  "\\(x\\)",
  "endstream",
  "endstream endobj",
  "endobj",
  "%%EOF",
  "%PDF-1.7",
  "startxref",
  "stream",
  "xref",
  "9 0 obj",
  "trailer <<",
  "<<",
  ">>",
  "<</S/JavaScript/JS(x)>>",
  "/JS (app.alert(1))",
  "/OpenAction 1 0 R",
  "<FEFF>",
  "EMC",
  "BT ET Q q",
  "ET EMC",
  "BI ID EI",
  "[x] TJ",
  "' \"",
  "{{ x }}",
  "&lt;script&gt;",
  "<script>",
  "=1+1",
  "a\u0000b",
  "a\u0008b",
  "a\u001bb",
  "a\u007fb",
  "a\u009bb",
  "a\nb",
  "a\r\nb",
  "a\tb",
  "\u202egnp.exe",
  "\u202ax\u202c",
  "\u2066x\u2069",
  "\u2067x",
  "\u200ex\u200f",
  "\ufeffx",
  "\ufffex",
  "x\u200b\u200d\u2060y",
  "x\u00ady",
  "x\u2028y",
  "x\ufe0fy",
  "\u{e0041}x",
  "\ud800x",
  "x\udc00",
  "\udc00\ud800",
  "e\u0301\u0301\u0301\u0301\u0301\u0301",
  "\u0301\u0301x",
  "a\u0489b",
  "\ufffd",
  "\ufb01",
  "\u0430dmin",
  "\u6f22",
  "\u{1f600}",
  "\u05d0\u05d1",
  "\u0627\u0644",
  "\ue000",
  "\u{10ffff}",
];

/** Where a text of the request goes, with its own mark that nothing else on a form contains. */
interface Place {
  readonly pointer: string;
  readonly mark: string;
  readonly put: (body: Body, text: string) => void;
}

interface Body {
  readonly formId: string;
  readonly formVersion: string | null;
  readonly signForm: Mode;
  readonly employee: Record<string, unknown> & { address: Record<string, unknown> };
  readonly employer: Record<string, unknown> & { address: Record<string, unknown> };
  readonly fields: Record<string, unknown>;
  readonly federalValues?: unknown;
}

const identityPlaces: readonly Place[] = [
  { pointer: "/employee/firstName", mark: "Qa", put: (body, text) => (body.employee["firstName"] = text) },
  { pointer: "/employee/lastName", mark: "Qc", put: (body, text) => (body.employee["lastName"] = text) },
  {
    pointer: "/employee/address/streetAddress1",
    mark: "Qd",
    put: (body, text) => (body.employee.address["streetAddress1"] = text),
  },
  {
    pointer: "/employee/address/streetAddress2",
    mark: "Qe",
    put: (body, text) => (body.employee.address["streetAddress2"] = text),
  },
  {
    pointer: "/employee/address/city",
    mark: "Qf",
    put: (body, text) => (body.employee.address["city"] = text),
  },
  { pointer: "/employer/name", mark: "Qg", put: (body, text) => (body.employer["name"] = text) },
  {
    pointer: "/employer/address/streetAddress1",
    mark: "Qh",
    put: (body, text) => (body.employer.address["streetAddress1"] = text),
  },
  {
    pointer: "/employer/address/city",
    mark: "Qi",
    put: (body, text) => (body.employer.address["city"] = text),
  },
];

/** Texts whose pattern excludes all of this. */
const strict: readonly Place[] = [
  {
    pointer: "/employee/middleInitial",
    mark: "",
    put: (body, text) => (body.employee["middleInitial"] = text),
  },
  {
    pointer: "/employee/socialSecurityNumber",
    mark: "",
    put: (body, text) => (body.employee["socialSecurityNumber"] = text),
  },
  {
    pointer: "/employee/address/state",
    mark: "",
    put: (body, text) => (body.employee.address["state"] = text),
  },
  {
    pointer: "/employee/address/zipCode",
    mark: "",
    put: (body, text) => (body.employee.address["zipCode"] = text),
  },
  { pointer: "/employer/federalEIN", mark: "", put: (body, text) => (body.employer["federalEIN"] = text) },
  {
    pointer: "/employer/telephoneNumber",
    mark: "",
    put: (body, text) => (body.employer["telephoneNumber"] = text),
  },
];

function bodyOf(
  formId: string,
  version: string | null,
  answers: object,
  federalValues: unknown,
  mode: Mode,
  home?: string,
): Body {
  const canadian =
    testCatalog()
      .current(day)
      .find(({ id }) => id === formId)?.country === "CA";
  // Residents of the other country fill forms, too, so a case without a region is filled in Montgomery.
  const address =
    canadian && home !== undefined
      ? { ...canadianEmployee.address, provinceTerritory: home }
      : { ...montgomery, state: home ?? montgomery.state };
  return structuredClone({
    formId,
    formVersion: version,
    signForm: mode,
    employee: { ...(canadian ? canadianEmployee : americanEmployee), address },
    employer: { ...fillAlabama.employer, address: { ...montgomery } },
    fields: { ...answers },
    ...defined({ federalValues }),
  }) as Body;
}

async function send(body: Body) {
  const headers = { authorization: `Bearer ${token}` };
  return app.inject({ method: "POST", url: "/v1/fillPdf", payload: body, headers });
}

/** The text between two markers, so that it can be recognized after a form trims or joins it. */
const marked = (mark: string, text: string) => `${mark}${text}${mark}`;

/** As it is printed: nothing is dropped. Readers take ligatures apart and put spaces where they like. */
function printedAs(text: string): string {
  return text.normalize("NFKC").replace(/\s/gu, "");
}

/** Names the field, and nothing else is wrong. */
async function takes(body: Body, place: Place, text: string): Promise<boolean> {
  place.put(body, marked(place.mark, text));
  const response = await send(body);
  const about = [place.pointer, text];
  if (response.statusCode === 200) return true;
  const pointers = response.json().errors.map((error: { pointer: string }) => error.pointer);
  expect([about, response.statusCode, [...new Set(pointers)]]).toEqual([about, 422, [place.pointer]]);
  return false;
}

interface Shape {
  readonly objects: Readonly<Record<string, number>>;
  readonly open: readonly string[];
  readonly pages: number;
  readonly text: string;
}

const folder = mkdtempSync(join(tmpdir(), "withholding-forms-injection-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The structure of the files, as qpdf and pdf.js read it. */
async function shapesOf(pdfs: readonly Buffer[]): Promise<readonly Shape[]> {
  const files = pdfs.map((_, at) => `form-${at}.pdf`);
  for (const [at, pdf] of pdfs.entries()) writeFileSync(join(folder, files[at]!), pdf);
  const read = { tool: "read", command: 'qpdf --json=2 --json-stream-data=none "$file"' };
  const check = { tool: "check", command: 'qpdf --check "$file"' };
  // Every third file is read to the last stream; all are read to the last object.
  const isChecked = (at: number): boolean => at % 3 === 0;
  const resultOf = await runOnFiles(folder, [
    ...files.map((file) => ({ ...read, file })),
    ...files.filter((_, at) => isChecked(at)).map((file) => ({ ...check, file })),
  ]);
  const shapes: Shape[] = [];
  for (const [at, file] of files.entries()) {
    const tools = isChecked(at) ? [read.tool, check.tool] : [read.tool];
    for (const { code, stderr } of tools.map((tool) => resultOf(tool, file)))
      expect([file, code, stderr]).toEqual([file, 0, ""]);
    shapes.push(await shapeOf(pdfs[at]!, resultOf(read.tool, file).stdout));
  }
  return shapes;
}

async function shapeOf(pdf: Buffer, listed: string): Promise<Shape> {
  const { qpdf, pages } = JSON.parse(listed) as {
    readonly qpdf: readonly [unknown, Record<string, unknown>];
    readonly pages: readonly unknown[];
  };
  const [, all] = qpdf;
  const objects: Record<string, number> = {};
  for (const object of Object.values(all)) {
    const kind = kindOf(object);
    objects[kind] = (objects[kind] ?? 0) + 1;
    const names = namesIn(object).filter((name) => actions.has(name));
    expect(names).toEqual([]);
  }
  const { texts, fields } = await textsAndFields(pdf);
  return {
    objects,
    open: fields.map(({ name, value }) => `${name}=${String(value ?? "")}`).sort(),
    pages: pages.length,
    text: texts
      .map(({ text }) => text)
      .join("")
      .normalize("NFKC")
      .replace(/\s/gu, ""),
  };
}

const actions = new Set(
  "/JS /JavaScript /OpenAction /AA /Launch /URI /SubmitForm /ImportData /GoToR /GoToE /EmbeddedFile /EmbeddedFiles /RichMedia /XFA /Rendition /Movie /Sound".split(
    " ",
  ),
);

function namesIn(part: unknown): string[] {
  if (typeof part === "string") return part.startsWith("/") ? [part] : [];
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([name, value]) => [
    ...(name.startsWith("/") ? [name] : []),
    ...namesIn(value),
  ]);
}

function kindOf(object: unknown): string {
  const { value, stream } = object as {
    value?: Record<string, unknown>;
    stream?: { dict: Record<string, unknown> };
  };
  const dict = stream?.dict ?? value ?? {};
  if (typeof dict !== "object") return "value";
  const own = (name: string) => String(dict[name] ?? "");
  return `${stream === undefined ? "" : "stream "}${own("/Type")} ${own("/Subtype")} ${own("/FT")} ${own("/S")}`.trim();
}

/** A letter that the standard font lacks brings a font with it, and nothing else. */
const brought = /^(?:stream.*|\/Font .*|\/FontDescriptor|)$/;

function expectSame(about: unknown, found: Shape, plain: Shape): void {
  expect([about, found.pages, found.open]).toEqual([about, plain.pages, plain.open]);
  const news = Object.keys(found.objects).filter(
    (kind) => (found.objects[kind] ?? 0) !== (plain.objects[kind] ?? 0),
  );
  expect([about, news.filter((kind) => !brought.test(kind))]).toEqual([about, []]);
  if (
    !("/FontDescriptor" in found.objects) ||
    found.objects["/FontDescriptor"] === plain.objects["/FontDescriptor"]
  )
    expect([about, news]).toEqual([about, []]);
}

const times = (text: string, part: string) => text.split(part).length - 1;

/** A file with one text in all places that take it. */
interface Held {
  readonly text: string;
  readonly mode: Mode;
  readonly taking: readonly Place[];
  readonly pdf: Buffer;
}

/** Puts the text into all entries of a form that accept it. */
async function filesWith(
  make: (mode: Mode) => Body,
  places: readonly Place[],
  text: string,
  mode: Mode,
): Promise<readonly Held[]> {
  const taking: Place[] = [];
  for (const place of places) if (await takes(make(mode), place, text)) taking.push(place);
  if (taking.length === 0) return [];
  const response = await fillPlaces(make(mode), taking, text);
  // Each fits alone; together a line of several may be too long.
  if (response.statusCode === 422) {
    const files: Held[] = [];
    for (const place of taking) files.push(...(await filesWith(make, [place], text, mode)));
    return files;
  }
  expect([text, response.statusCode]).toEqual([text, 200]);
  return [{ text, mode, taking, pdf: pdfIn(response) }];
}

function fillPlaces(body: Body, places: readonly Place[], text: string) {
  for (const place of places) place.put(body, marked(place.mark, text));
  return send(body);
}

function pdfIn(response: Awaited<ReturnType<typeof send>>): Buffer {
  return Buffer.from(response.json().pdf, "base64");
}

/** In each file the text is where a plain word is in another, as often, and nothing else differs. */
async function expectHeld(make: (mode: Mode) => Body, files: readonly Held[]): Promise<void> {
  const keyOf = ({ mode, taking }: Held): string =>
    `${mode} ${taking.map(({ pointer }) => pointer).join(" ")}`;
  const plain = new Map<string, Buffer>();
  for (const file of files)
    if (!plain.has(keyOf(file)))
      plain.set(keyOf(file), pdfIn(await fillPlaces(make(file.mode), file.taking, "x")));
  const shapes = await shapesOf([...files.map(({ pdf }) => pdf), ...plain.values()]);
  const usuals = new Map([...plain.keys()].map((key, at) => [key, shapes[files.length + at]!]));
  for (const [at, file] of files.entries()) {
    const { text, mode, taking } = file;
    const found = shapes[at]!;
    const usual = usuals.get(keyOf(file))!;
    expectSame([text, mode], found, usual);
    for (const { pointer, mark } of taking) {
      const usually = times(usual.text, marked(mark, "x"));
      expect([pointer, usually > 0]).toEqual([pointer, true]);
      const printed = times(found.text, printedAs(marked(mark, text)));
      expect([pointer, text, mode, printed]).toEqual([pointer, text, mode, usually]);
    }
  }
}

describe("people and employers", () => {
  const alabama = (mode: Mode) => bodyOf("AL101", null, fillAlabama.fields, undefined, mode);

  test.each(modes)("%s: every attack is rejected by its field or printed as typed", async (mode) => {
    const files: Held[] = [];
    for (const [index, text] of attacks.entries())
      if (index % turns === modes.indexOf(mode) % turns)
        files.push(...(await filesWith(alabama, identityPlaces, text, mode)));
    await expectHeld(alabama, files);
    // Street, city and employer take almost everything that can be printed.
    expect(files.flatMap(({ taking }) => taking).length).toBeGreaterThan(150 / turns);
  });

  test("numbers, initials, states and telephones take none of it", async () => {
    for (const text of attacks.filter((one) => one.length > 3))
      for (const place of strict)
        expect([text, await takes(alabama("SIGN"), place, text)]).toEqual([text, false]);
  });

  test("marks that reverse the order of letters are rejected, because the screen would show another text than the paper", async () => {
    for (const text of ["\u202ex", "\u202dx", "\u202bx", "\u2066x", "\u2067x", "\u2068x"])
      for (const place of identityPlaces) {
        const body = alabama("SIGN");
        expect([place.pointer, await takes(body, place, text)]).toEqual([place.pointer, false]);
      }
  });
});

/** Every free text among the questions of all forms, on answers that lead past it. */
const catalog = testCatalog();
const withFreeTexts = formNames.flatMap(([, { form }], index) => {
  const known = catalog.versions(form.id, day).find(({ version }) => version === form.version);
  if (known === undefined) return [];
  const free = Object.keys(known.formFields.fields).filter((id) =>
    known
      .questions(id, "en")
      .some((one) => one.valueType === "text" && one.questionOptions === undefined && !one.isCalculated),
  );
  if (free.length === 0) return [];
  const cases = answersOf(formNames[index]![1]);
  const testCase = cases
    .map((one) => ({ ...one, ids: free.filter((id) => id in one.answers) }))
    .sort((a, b) => b.ids.length - a.ids.length)[0];
  return testCase === undefined || testCase.ids.length === 0
    ? []
    : [{ name: `${form.id} ${form.version}`, form: known, testCase }];
});

/** Whether the version accepts no claim any more: it is served only because employers still reproduce it. */
async function isExpired({ form, testCase }: (typeof withFreeTexts)[number]): Promise<boolean> {
  const body = bodyOf(
    form.id,
    form.version,
    testCase.answers,
    testCase.federalValues,
    "PREVIEW",
    testCase.region,
  );
  const response = await send(body);
  const errors: readonly { readonly code: string }[] = response.json().errors ?? [];
  return errors.length > 0 && errors.every(({ code }) => code === "EXPIRED");
}

const expired = await Promise.all(withFreeTexts.map(isExpired));
const subjects = withFreeTexts.filter((_, index) => expired[index] === false);

test("there are forms with free texts, and only older versions are left out", () => {
  expect(subjects.length).toBeGreaterThan(10);
  const current = catalog.current(day).map(({ id, version }) => `${id} ${version}`);
  const left = withFreeTexts.filter((_, index) => expired[index]).map(({ name }) => name);
  expect(left.filter((name) => current.includes(name))).toEqual([]);
});

const seen = new Set<string>();

test.each(subjects)(
  "$name: a text answer is rejected by its question or printed as typed",
  async (subject) => {
    const { form, testCase } = subject;
    const make = (mode: Mode) =>
      bodyOf(form.id, form.version, testCase.answers, testCase.federalValues, mode, testCase.region);
    // Questions share a few patterns; the first with each meets every attack, others every fifth.
    const patterns = testCase.ids.map((id) => form.formFields.fields[id] ?? "");
    const news = patterns.some((pattern) => !seen.has(pattern));
    for (const pattern of patterns) seen.add(pattern);
    const turn = subjects.indexOf(subject);
    const places = testCase.ids.map(
      (id, index): Place => ({
        pointer: `/fields/${id}`,
        mark: `Q${String.fromCharCode(97 + (index % 26))}`,
        put: (body, text) => {
          body.fields[id] = text;
        },
      }),
    );
    const files: Held[] = [];
    for (const [index, text] of attacks.entries()) {
      const every = turns * (news ? 1 : 5);
      if (index % every !== turn % every) continue;
      files.push(...(await filesWith(make, places, text, modes[(index + turn) % 3] ?? "SIGN")));
    }
    await expectHeld(make, files);
  },
);
