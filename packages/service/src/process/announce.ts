import { relative } from "node:path";
import type { Config } from "../config.js";

/** What is printed at startup besides URLs. */
export interface Announcement {
  readonly demoKey: string | undefined;
  readonly anyKey: boolean;
  readonly agencyForms: readonly string[];
  /** Forms whose wording the law sets and whose agency file is missing. */
  readonly paraphrased: readonly string[];
}

/** Prints the URLs and how to log in. */
export function announce(
  config: Config,
  port: number,
  { demoKey, anyKey, agencyForms, paraphrased }: Announcement,
): void {
  const url = config.publicUrl ?? `http://localhost:${port}`;
  const lines = [
    "Withholding Forms is ready.",
    `  start page   ${url}/`,
    `  API docs     ${url}/docs/`,
    `  login        ${url}/authentication/login`,
    `  service      ${url}${config.basePath}`,
  ];
  if (agencyForms.length > 0) lines.push(`  agency files ${agencyForms.join(", ")}`);
  if (paraphrased.length > 0)
    lines.push(
      `  WARNING      The law sets the wording of ${paraphrased.join(", ")}, but we use our own until you add the agency's files: withholding-forms official fetch`,
    );
  if (demoKey !== undefined)
    lines.push(`  demo API key ${demoKey}  (valid until the service stops, 30 days at most)`);
  else if (anyKey)
    lines.push(
      `  API keys     Keys exist, but each key is shown only once, when it is created. To create another one: ${create(config)}`,
    );
  else lines.push(`  API keys     None yet. To create one: ${create(config)}`);
  console.log(lines.join("\n"));
}

/** In a working copy the command is not installed, so the path of the running program is shown. */
function create({ production }: Config): string {
  const program = process.argv[1];
  const command =
    production || program === undefined ? "withholding-forms" : `node ${relative(process.cwd(), program)}`;
  return `${command} keys create <name>`;
}
