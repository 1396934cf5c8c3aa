import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "@withholding-forms/testing/eventually";
import { americanEmployee, fillAlabama, montgomery } from "@withholding-forms/testing/people/samples";
import { call, filesBelow, login, startService } from "@withholding-forms/testing/security/process";
import { expect, test } from "vitest";

// What people entered may be garbage for a while, but no object of the service refers to it. A heap snapshot has the
// objects that are left after a garbage collection.

const apiKey = "memory-key-Zq8vT2mXw4Kd7Rb1";
const canaries = [
  "Zanarius",
  "Kanarienvogel",
  "219-09-9983",
  "77 Kanarienweg",
  "Kanarienstadt",
  "Kanarien KG",
];
const [firstName, lastName, socialSecurityNumber, streetAddress1, city, name] = canaries;
const address = { ...montgomery, streetAddress1, city };
const body = {
  ...fillAlabama,
  employee: { ...americanEmployee, firstName, lastName, socialSecurityNumber, address },
  employer: { ...fillAlabama.employer, name, address },
};
const plain = { ...fillAlabama, employee: americanEmployee };

test("after a request, nothing that was sent is in live memory", async () => {
  const running = await startService({
    env: { API_KEY: apiKey, NODE_OPTIONS: "--heapsnapshot-signal=SIGUSR2" },
  });
  const token = await login(running.port, apiKey);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (path: string, sent: object): Promise<number> => {
    const response = await call(running.port, path, { method: "POST", headers, body: JSON.stringify(sent) });
    await response.arrayBuffer();
    return response.status;
  };
  const addresses = { homeAddress: address, workAddresses: [address] };
  for (const signForm of ["PREVIEW", "SIGN", "SIGN_EXTERNALLY"])
    expect(await post("/v1/fillPdf", { ...body, signForm })).toBe(200);
  expect(
    await post("/v1/fillPdf", { ...body, employee: { ...body.employee, middleInitial: "\u6f22" } }),
  ).toBe(422);
  expect(await post("/v1/guided-flows", addresses)).toBe(200);
  // V8 keeps the last text that a pattern was matched against.
  expect(await post("/v1/fillPdf", { ...plain, signForm: "SIGN" })).toBe(200);
  process.kill(running.child.pid ?? 0, "SIGUSR2");
  const snapshot = await eventually(
    () => {
      const file = filesBelow(join(running.folder, "cwd")).find((path) => path.endsWith(".heapsnapshot"));
      const text = file === undefined ? "" : readFileSync(file, "utf8");
      return text.endsWith("]}") ? text : undefined;
    },
    { what: "the heap snapshot" },
  );
  expect(snapshot).toContain("withholding-forms");
  expect(canaries.filter((canary) => snapshot.includes(canary))).toEqual([]);
  running.child.kill("SIGKILL");
  await running.ended;
});
