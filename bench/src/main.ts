import { writeFileSync } from "node:fs";
import type { BenchTable } from "./table.js";
import { watchTakenTime } from "./taken-time.js";

/** `npm run bench` runs all, `npm run bench -- pdf` one. Ratios within one run; the machine is noisy, so compare nothing else. */
const benches: Readonly<Record<string, () => Promise<BenchTable>>> = {
  address: async () => (await import("./address.js")).benchAddress(),
  boundaries: async () => (await import("./boundaries.js")).benchBoundaries(),
  bulk: async () => (await import("./bulk.js")).benchBulk(),
  batch: async () => (await import("./batch.js")).benchBatch(),
  http: async () => (await import("./http.js")).benchHttp(),
  overload: async () => (await import("./overload.js")).benchOverload(),
  pdf: async () => (await import("./pdf.js")).benchPdf(),
  seal: async () => (await import("./seal.js")).benchSeal(),
  scale: async () => (await import("./scale.js")).benchScale(),
  strangers: async () => (await import("./strangers.js")).benchStrangers(),
};

const asked = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const jsonFile = process.argv.find((word) => word.startsWith("--json="))?.slice("--json=".length);
const unknown = asked.filter((name) => benches[name] === undefined);
if (unknown.length > 0) {
  console.error(
    `There is no benchmark ${unknown.join(", ")}; choose from ${Object.keys(benches).join(", ")}.`,
  );
  process.exit(1);
}

const tables: BenchTable[] = [];
for (const [name, run] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const taken = watchTakenTime();
  const table = await run();
  tables.push(table);
  console.log(`\n${table.name}`);
  console.table(table.rows);
  for (const { what, target, measured, met } of table.targets)
    console.log(`${met ? "met   " : "MISSED"}  ${what}: ${measured} (target ${target})`);
  const warning = taken();
  if (warning !== "") console.log(warning);
}
if (jsonFile !== undefined) writeFileSync(jsonFile, `${JSON.stringify(tables, null, 2)}\n`);
process.exitCode = tables.every((table) => table.targets.every((target) => target.met)) ? 0 : 1;
