// Writes the bill of materials of what runs, in CycloneDX: build/release/withholding-forms.cdx.json.
import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL("../../build/release/", import.meta.url));
const words = ["sbom", "--sbom-format", "cyclonedx", "--omit", "dev", "--workspace", "packages/service"];
const bill = execFileSync("npm", words, { encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, "withholding-forms.cdx.json"), bill);
console.log(`${JSON.parse(bill).components.length} components`);
