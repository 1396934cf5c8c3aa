import { execFileSync } from "node:child_process";
import { embeddedProvider, type UsAddress } from "@withholding-forms/address";
import { median } from "./median.js";
import type { BenchTable } from "./table.js";

const targetPerSecond = 100_000;
const targetMegabytes = 30;

/** Embedded lookups on one core, by kind of address, and the memory of the data set in a separate process. */
export async function benchAddress(): Promise<BenchTable> {
  const speeds = lookUpsPerSecond({ ...addressKinds, "everyday mix": everydayAddresses });
  const everyday = speeds["everyday mix"]!;
  const memory = dataMemory();
  return {
    name: "address",
    rows: Object.entries(speeds).map(([kind, speed]) => ({ kind, "look-ups a second": speed })),
    targets: [
      {
        what: "embedded look-ups a second on one core, everyday mix",
        target: `at least ${targetPerSecond}`,
        measured: String(everyday),
        met: everyday >= targetPerSecond,
      },
      {
        what: "memory of the data set",
        target: `under ${targetMegabytes} MB`,
        measured: `${memory.megabytes.toFixed(1)} MB, read in ${memory.milliseconds.toFixed(0)} ms`,
        met: memory.megabytes < targetMegabytes,
      },
    ],
  };
}

/**
 * Lookups per second of CPU time, because other programs share the machine. Median of rounds after a warm-up; the kinds
 * take turns, so that a busy moment affects all of them.
 */
function lookUpsPerSecond(kinds: Readonly<Record<string, readonly UsAddress[]>>): Record<string, number> {
  const provider = embeddedProvider();
  const rounds = new Map<string, number[]>(Object.keys(kinds).map((kind) => [kind, []]));
  for (let round = 0; round < 10; round++) {
    for (const [kind, addresses] of Object.entries(kinds)) {
      const count = 30_000;
      const start = process.cpuUsage();
      for (let index = 0; index < count; index++) provider.locateSync(addresses[index % addresses.length]!);
      const { user, system } = process.cpuUsage(start);
      if (round > 0) rounds.get(kind)!.push((count / (user + system)) * 1e6);
    }
  }
  return Object.fromEntries([...rounds].map(([kind, speeds]) => [kind, Math.round(median(speeds))]));
}

function dataMemory(): { readonly megabytes: number; readonly milliseconds: number } {
  const script = `
    const { embeddedProvider } = await import(${JSON.stringify(import.meta.resolve("@withholding-forms/address"))});
    const used = () => { gc(); const m = process.memoryUsage(); return m.heapUsed + m.arrayBuffers; };
    const before = used();
    const start = performance.now();
    embeddedProvider().locateSync({ streetAddress1: "1 Main St", city: "Montgomery", state: "AL", zipCode: "36104" });
    const milliseconds = performance.now() - start;
    console.log(JSON.stringify({ megabytes: (used() - before) / 1e6, milliseconds }));`;
  const output = execFileSync(process.execPath, ["--expose-gc", "--input-type=module", "--eval", script]);
  return JSON.parse(output.toString("utf8"));
}

function address(line: string): UsAddress {
  const [streetAddress1, streetAddress2, city, state, zipCode] = line.split("|").map((part) => part.trim());
  return {
    streetAddress1: streetAddress1!,
    ...(streetAddress2 === "" ? {} : { streetAddress2: streetAddress2! }),
    city: city!,
    state: state!,
    zipCode: zipCode!,
  };
}

const addressKinds: Readonly<Record<string, readonly UsAddress[]>> = {
  "plain street": [
    address("600 Dexter Avenue||Montgomery|AL|36104"),
    address("1700 West Washington Street||Phoenix|AZ|85007"),
    address("24 Beacon St.||Boston|MA|02133"),
  ],
  "with unit": [
    address("350 Fifth Avenue Suite 200||New York|NY|10118"),
    address("742 Evergreen Terrace|Apt 2B|Springfield|IL|62701"),
  ],
  "box, route, highway": [
    address("P.O. Box 123||St. Louis|MO|63101"),
    address("Rural Route 3 Box 18-D||Minot|ND|58701"),
    address("3300 Farm to Market Road 1200||Gainesville|TX|76240"),
  ],
  "Puerto Rico": [address("Urb Las Gladiolas 150 Calle A||San Juan|PR|00926")],
  "misspelled city": [
    address("11 S Union St||Montgomry|AL|36104"),
    address("1 Main St||Cincinatti|OH|45202"),
  ],
  "searched through all cities of a state": [address("1 Main St||Houstonn Heightss|TX|99999")],
};

// Typical payroll addresses: mostly plain streets and units.
const everydayAddresses: readonly UsAddress[] = [
  ...Array.from({ length: 5 }, () => addressKinds["plain street"]!).flat(),
  ...Array.from({ length: 3 }, () => addressKinds["with unit"]!).flat(),
  ...addressKinds["box, route, highway"]!,
  ...addressKinds["misspelled city"]!,
];
