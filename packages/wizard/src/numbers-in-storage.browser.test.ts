import { enterPlaces, introduce } from "@withholding-forms/testing/people/wizard";
import { closePages, launch, type Visitor, visit } from "@withholding-forms/testing/wizard/browser";
import { startService } from "@withholding-forms/testing/wizard/service";
import { afterAll, expect, test } from "vitest";

const [service, browser] = await Promise.all([startService(), launch()]);
afterAll(() => closePages(browser));

const sanJuan = { streetAddress1: "10 Paseo Covadonga", city: "San Juan", region: "PR", code: "00901" };

/** Everything that the page ever writes into a storage, also what it overwrites later. */
async function recordWrites({ page }: Visitor): Promise<() => string> {
  const writes: string[] = [];
  await page.exposeFunction("wrote", (text: string) => writes.push(text));
  const record = (): void => {
    const { setItem } = Storage.prototype;
    Storage.prototype.setItem = function (name, value) {
      (window as unknown as { wrote(text: string): void }).wrote(`${name} ${value}`);
      setItem.call(this, name, value);
    };
  };
  await page.addInitScript(record);
  await page.evaluate(record);
  return () => writes.join("\n");
}

/** Types the number key by key, so that every part of it could be stored. */
async function typeNumber(visitor: Visitor, field: string): Promise<void> {
  await visitor.field(field).pressSequentially("532417698");
  await visitor.field(field).blur();
  expect(await visitor.field(field).inputValue()).toBe("532-41-7698");
}

async function reload({ page, settled }: Visitor): Promise<void> {
  await page.reload();
  await settled();
}

const numberParts = /5324|532-4|7698/;
const lost = "We don’t keep this number when this page is closed or reloaded. Enter it again.";

test("a spouse's number is never stored, and only it and the employee's own are asked again after a reload", async () => {
  const visitor = await visit(browser, service.origin);
  const writes = await recordWrites(visitor);
  await enterPlaces(visitor, sanJuan, sanJuan);
  await visitor.walk({ federalPuertoRico: "allYear" });
  await introduce(visitor);
  await visitor.answer({ isMarried: "true" });
  await visitor.next();
  await visitor.answer({ spouseName: "Ana Smith" });
  await visitor.field("q-spouseSsn").pressSequentially("53241");
  await reload(visitor);
  await visitor.field("p-socialSecurityNumber").fill("123456789");
  await visitor.next();
  expect(await visitor.heading()).toBe("Your spouse");
  expect(await visitor.field("q-spouseName").inputValue()).toBe("Ana Smith");
  expect(await visitor.field("q-spouseSsn").inputValue()).toBe("");
  expect(await visitor.field("q-spouseSsn-origin").innerText()).toBe(lost);
  expect(await visitor.violations()).toEqual([]);
  await typeNumber(visitor, "q-spouseSsn");
  await visitor.walk({
    militarySpouse: "false",
    optionalComputation: "false",
    youngPerson: "false",
    marriedExemption: "HALF",
    veteranExemption: "NONE",
    dependentsComplete: "0",
    dependentsJointCustody: "0",
    claimsDeductions: "false",
    additionalKind: "NONE",
  });
  expect(await visitor.kind()).toBe("review");
  await visitor.next();
  expect(await visitor.kind()).toBe("sign");

  await reload(visitor);
  await visitor.field("p-socialSecurityNumber").fill("123456789");
  await visitor.next();
  expect(await visitor.heading()).toBe("Your spouse");
  await typeNumber(visitor, "q-spouseSsn");
  await visitor.next();
  expect(await visitor.kind()).toBe("sign");
  expect(writes()).toContain("Ana Smith");
  expect(writes()).not.toMatch(numberParts);
  const sent: unknown[] = [];
  visitor.page.on("request", (request) => {
    if (!request.url().endsWith("/fillPdf")) return;
    const { signForm, fields } = request.postDataJSON();
    sent.push([signForm, fields.spouseSsn]);
  });
  await visitor.field("consent").check();
  await visitor.field("signature").fill("Zoë O’Brien-Smith");
  await visitor.next();
  expect(await visitor.heading()).toBe("All done");
  expect(sent).toEqual([["SIGN", "532-41-7698"]]);
});
