import type { Announcement } from "../cluster/messages.js";
import type { Config } from "../config.js";

/** Tells whoever started the service where it is. */
export function announce(config: Config, port: number, { demoKey, anyKey, agencyForms }: Announcement): void {
  const url = config.publicUrl ?? `http://localhost:${port}`;
  const lines = [
    "Withholding Forms is ready.",
    `  start page   ${url}/`,
    `  interface    ${url}/docs/`,
    `  login        ${url}/authentication/login`,
    `  service      ${url}${config.basePath}`,
  ];
  if (agencyForms.length > 0) lines.push(`  agency files ${agencyForms.join(", ")}`);
  if (demoKey !== undefined) lines.push(`  demo API key ${demoKey}  (made for this start, good for 30 days)`);
  if (!anyKey) lines.push("  There is no API key yet: withholding-forms keys create <name>");
  console.log(lines.join("\n"));
}
