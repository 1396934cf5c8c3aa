// How many instances for how many employees: the model of docs/operating.md, with the numbers measured there.
//   node scripts/capacity.mjs --employees 2000000 --pages 8
//   node scripts/capacity.mjs --write     updates the table in the guide
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";

const guide = new URL("../docs/operating.md", import.meta.url);

/** What the guide's table of assumptions says; any of them can be set on the command line. */
export const assumptions = {
  employees: 2_000_000,
  busiestDay: 0.1,
  busiestHour: 0.2,
  burst: 2,
  forms: 2,
  pages: 6,
  previews: 1.5,
  repeats: 1.1,
  use: 0.5,
  cores: 2,
  spare: 1,
};

/**
 * From employees to instances. `cost` is the CPU time of one request of each kind in microseconds, as
 * `npm run bench -- http` measures it.
 */
export function plan(given, cost) {
  const { employees, busiestDay, busiestHour, burst, forms, pages, previews, repeats, use, cores, spare } =
    given;
  const people = employees * busiestDay * busiestHour;
  const each = {
    "guided-flows": repeats,
    flowQuestionSet: forms * pages * repeats,
    "fillPdf PREVIEW": forms * previews * repeats,
    "fillPdf SIGN": forms,
  };
  const requests = Object.values(each).reduce((sum, count) => sum + count, 0);
  const microseconds = Object.entries(each).reduce((sum, [kind, count]) => sum + count * cost[kind], 0);
  const peak = (people / 3600) * burst;
  const busy = (peak * microseconds) / 1e6;
  return {
    people,
    requestsEach: requests,
    requestsASecond: peak * requests,
    signaturesASecond: peak * forms,
    coresBusy: busy,
    // Three at least, whatever the load: one may be updated while another fails.
    instances: Math.max(3, Math.ceil(busy / use / cores) + spare),
  };
}

/** The first two columns of a table of the guide, by the heading it is under. */
export function readTable(text, heading) {
  const section = text.split(/^#+ /m).find((part) => part.startsWith(`${heading}\n`)) ?? "";
  const rows = section.split("\n").filter((line) => /^\| .*\|$/.test(line));
  return Object.fromEntries(
    rows.slice(1).map((line) => {
      const [name, value] = line.slice(1, -1).split(" | ");
      return [name.replaceAll("`", "").trim(), Number(value.replaceAll(",", "").trim())];
    }),
  );
}

/** The rows of the guide's own table: what differs from the assumptions above. */
const examples = [
  ["100,000 employees", { employees: 100_000 }],
  ["2,000,000 employees", {}],
  ["20,000,000 employees", { employees: 20_000_000 }],
  ["2,000,000 employees, all in one hour", { busiestDay: 1, busiestHour: 1 }],
  ["20,000,000 employees, all in one hour", { employees: 20_000_000, busiestDay: 1, busiestHour: 1 }],
];

export function exampleTable(cost) {
  const rows = examples.map(([name, differing]) => {
    const { people, requestsASecond, signaturesASecond, coresBusy, instances } = plan(
      { ...assumptions, ...differing },
      cost,
    );
    const cells = [
      whole(people),
      whole(requestsASecond),
      whole(signaturesASecond),
      coresBusy.toFixed(2),
      instances,
    ];
    return `| ${[name, ...cells].join(" | ")} |`;
  });
  return [
    "| who | people in the peak hour | requests per second | signatures per second | busy cores | instances |",
    "|---|---|---|---|---|---|",
    ...rows,
  ].join("\n");
}

const whole = (number) => Math.ceil(number).toLocaleString("en-US");

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const options = Object.fromEntries(Object.keys(assumptions).map((name) => [name, { type: "string" }]));
  const { values } = parseArgs({ options: { ...options, write: { type: "boolean" } } });
  const text = readFileSync(guide, "utf8");
  const cost = readTable(text, "CPU time per request");
  if (values.write) {
    const table = /^\| who \|.*\n(?:\|.*\n)+/m;
    writeFileSync(guide, text.replace(table, `${exampleTable(cost)}\n`));
  } else {
    const given = { ...assumptions };
    for (const [name, value] of Object.entries(values)) {
      given[name] = Number(value);
      if (!(given[name] > 0)) throw new Error(`--${name} must be a number above 0, not ${value}`);
    }
    console.table(given);
    const rounded = Object.entries(plan(given, cost)).map(([name, value]) => [
      name,
      Number(value.toFixed(2)),
    ]);
    console.table(Object.fromEntries(rounded));
  }
}
