import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  answersOf,
  caseAnswersOf,
  filled,
  formNames,
  type Subject,
  subjectOf,
} from "@withholding-forms/testing/catalog/filled";
import {
  approvedFolder,
  drawnByMupdf,
  drawnByPdfium,
  type Picture,
  readPicture,
  strangest,
  writePicture,
} from "@withholding-forms/testing/catalog/pictures";
import { testAll } from "@withholding-forms/testing/test-all";
import { beforeAll, describe, expect, it } from "vitest";

// `npm run finish` draws those that changed again, to be looked at and committed.
const approving = process.env["APPROVE_PICTURES"] === "yes";

const fileOf = (name: string): string => `${name.replace(" ", "-")}.png`;

/** The same engine draws the same page the same; another one sets letters up to two pixels off. */
const asApproved = { near: 1, max: 1 };
const ofAnother = { near: 2, max: 3 };

it("has an approved image for every form, and none for a removed form", () => {
  mkdirSync(approvedFolder, { recursive: true });
  const wanted = formNames.map(([name]) => fileOf(name)).sort();
  const gone = readdirSync(approvedFolder).filter((file) => !wanted.includes(file));
  expect(gone).toEqual([]);
  const missing = wanted.filter((file) => !existsSync(join(approvedFolder, file)));
  if (!approving) expect(missing, "run npm run finish, look at them, and commit them").toEqual([]);
});

describe("the comparison", () => {
  let subject: Subject;
  let values: Readonly<Record<string, string | boolean>>;
  let approved: Picture;
  let byMupdf: Picture;
  beforeAll(async () => {
    subject = await subjectOf(formNames[0]![1]);
    values = fullest(subject);
    approved = await drawn({});
    byMupdf = drawnByMupdf(filled(subject.template, values, "SIGN"), approved);
  });
  const drawn = (changed: object) =>
    drawnByPdfium(filled(subject.template, { ...values, ...changed }, "SIGN"));
  const mostOf = async (changed: object) => {
    const faulty = await drawn(changed);
    return [
      strangest(faulty, approved, asApproved.near),
      strangest(faulty, byMupdf, ofAnother.near),
    ] as const;
  };

  it("detects each missing or different text, and each missing mark, on the first page", async () => {
    const names = new Set(subject.template.slots.filter(({ page }) => page === 0).map(({ name }) => name));
    const printed = Object.entries(values).filter(
      ([name, value]) => names.has(name) && value !== "" && value !== false,
    );
    expect(printed.length).toBeGreaterThan(8);
    for (const [name, value] of printed) {
      const [same, another] = await mostOf({ [name]: typeof value === "string" ? "" : false });
      expect(same, name).toBeGreaterThan(asApproved.max);
      expect(another, name).toBeGreaterThan(ofAnother.max);
    }
  });

  it("detects a page that moved by four points", async () => {
    const { width, height, ink } = approved;
    const moved = {
      width,
      height,
      ink: Uint8Array.from([...ink.slice(4 * width), ...ink.slice(0, 4 * width)]),
    };
    expect(strangest({ width, height, ink }, moved, ofAnother.near)).toBeGreaterThan(ofAnother.max);
  });
});

describe.each(formNames)("%s", (name, parts) => {
  let pdf: Uint8Array;
  beforeAll(async () => {
    const subject = await subjectOf(parts);
    pdf = filled(subject.template, fullest(subject), "SIGN");
  });

  it("has a first page that looks as approved; `npm run test:all` compares it with a second engine", async () => {
    const now = await drawnByPdfium(pdf);
    expect(now.ink.filter((ink) => ink > 128).length).toBeGreaterThan(5000);
    if (testAll)
      expect(strangest(now, drawnByMupdf(pdf, now), ofAnother.near)).toBeLessThanOrEqual(ofAnother.max);
    const path = join(approvedFolder, fileOf(name));
    const approved = existsSync(path) ? readPicture(readFileSync(path)) : undefined;
    const strange =
      approved === undefined ? Number.POSITIVE_INFINITY : strangest(now, approved, asApproved.near);
    if (approving && strange > asApproved.max) {
      writeFileSync(path, writePicture(now));
      console.log(`new image, to be reviewed: ${path}`);
    } else expect(strange).toBeLessThanOrEqual(asApproved.max);
  });
});

/** What the hand-written case that prints most prints; cases change less often than what the checker finds. */
function fullest(subject: Subject) {
  const written = caseAnswersOf(subject.parts);
  return (written.length > 0 ? written : answersOf(subject.parts))
    .map((one) => subject.values(one, "SIGN"))
    .sort((a, b) => printedCount(b) - printedCount(a))[0]!;
}

function printedCount(values: Readonly<Record<string, string | boolean>>): number {
  return Object.values(values).filter((value) => value !== "" && value !== false).length;
}
