// Sealed forms, judged by two verifiers that are not ours: pdfsig (poppler and NSS) and pyHanko. They must accept what the
// service seals, and no copy of it in which something was changed or added.
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withService } from "../service.mjs";
import { python, run, workFolder } from "../tools.mjs";

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

const keys = {
  rsa: ["-newkey", "rsa:2048"],
  p256: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  p384: ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
};

const address = {
  streetAddress1: "600 Dexter Avenue",
  city: "Montgomery",
  state: "AL",
  zipCode: "36130",
};
const body = {
  formId: "AL101",
  employee: { firstName: "Ada", lastName: "Lovelace", socialSecurityNumber: "123-45-6789", address },
  employer: {
    name: "Example Works Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "456-867-5309",
    address,
  },
  fields: { filingStatus: "SINGLE", dependents: 1 },
  signForm: "SIGN",
};

export async function judge() {
  const folder = join(workFolder("seal"), "files");
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const program = await python("seal", here("requirements.txt"));
  const violations = [];
  let cases = 0;
  for (const [name, key] of Object.entries(keys)) {
    const certificate = makeCertificate(folder, name, key);
    const sealed = await sealedForm(folder, name);
    const files = [
      { file: sealed.path, wanted: true },
      ...changes(sealed.bytes).map(({ about, bytes }, index) => {
        const file = join(folder, `${name}-${index}.pdf`);
        writeFileSync(file, bytes);
        return { file, wanted: false, about };
      }),
    ];
    const byPyhanko = await pyhanko(program, certificate, files);
    for (const { file, wanted, about = "the file as it is" } of files) {
      const found = { pdfsig: await pdfsig(file), pyHanko: byPyhanko.get(file).accepted };
      cases += 2;
      for (const [verifier, accepted] of Object.entries(found))
        if (accepted !== wanted)
          violations.push(
            `${verifier} ${accepted ? "accepts" : "rejects"} ${name}: ${about} (${byPyhanko.get(file).reason})`,
          );
    }
    if (byPyhanko.get(sealed.path).subFilter !== "/ETSI.CAdES.detached")
      violations.push(`${name}: the seal is not of the kind that PAdES demands`);
  }
  return { cases, violations };
}

function makeCertificate(folder, name, key) {
  const certificate = join(folder, `${name}.pem`);
  const subject = ["-subj", "/CN=Judged Seal/O=Withholding Forms"];
  const usage = ["-addext", "basicConstraints=critical,CA:FALSE"];
  const signing = ["-addext", "keyUsage=critical,digitalSignature,nonRepudiation"];
  const files = ["-keyout", join(folder, `${name}.key`), "-out", certificate];
  execFileSync(
    "openssl",
    ["req", "-x509", "-nodes", "-days", "30", ...subject, ...usage, ...signing, ...key, ...files],
    { stdio: "ignore" },
  );
  return certificate;
}

async function sealedForm(folder, name) {
  const env = { SEAL_CERTIFICATE: join(folder, `${name}.pem`), SEAL_KEY: join(folder, `${name}.key`) };
  return withService(async ({ baseUrl, apiKey }) => {
    const login = await fetch(`${baseUrl}/authentication/login`, { headers: { "api-key": apiKey } });
    const { accessToken } = await login.json();
    const response = await fetch(`${baseUrl}/v1/fillPdf`, {
      method: "POST",
      headers: { authorization: `Bearer ${accessToken}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.status !== 200) throw new Error(JSON.stringify(answer));
    const bytes = Buffer.from(answer.pdf, "base64");
    const path = join(folder, `${name}.pdf`);
    writeFileSync(path, bytes);
    return { path, bytes };
  }, env);
}

/** One flipped byte at places all over what the signature covers, and what attackers append. */
function changes(bytes) {
  const text = bytes.toString("latin1");
  const [, open, close] = /\/ByteRange\[0 (\d+) +(\d+)/
    .exec(text.slice(text.lastIndexOf("/ByteRange")))
    .map(Number);
  const places = Array.from({ length: 24 }, (_, index) => Math.floor((bytes.length * (index + 0.5)) / 24));
  const flipped = places
    .filter((at) => at < open || at >= close)
    .map((at) => {
      const changed = Buffer.from(bytes);
      changed[at] ^= 1;
      return { about: `byte ${at} flipped`, bytes: changed };
    });
  const signature = Buffer.from(bytes);
  // In the signature value, which ends the DER (30 82, then its length). Not every verifier reads the zeros after it.
  const length = 4 + Number.parseInt(text.slice(open + 5, open + 9), 16);
  const digit = open + 1 + 2 * length - 20;
  signature[digit] = signature[digit] === 0x30 ? 0x31 : 0x30;
  return [
    ...flipped,
    { about: "a digit of the signature replaced", bytes: signature },
    { about: "a comment appended", bytes: Buffer.concat([bytes, Buffer.from("% added\n")]) },
    {
      about: "a revision that empties the catalog appended",
      bytes: Buffer.from(text + revision(text), "latin1"),
    },
  ];
}

/** An incremental update that replaces the catalog by one without the signature's permissions. */
function revision(text) {
  const size = Number(/\/Size (\d+)/.exec(text.slice(text.lastIndexOf("/Type/XRef")))[1]);
  const root = Number(/\/Root (\d+) 0 R/.exec(text.slice(text.lastIndexOf("/Type/XRef")))[1]);
  const before = /startxref\n(\d+)\n%%EOF\n$/.exec(text)[1];
  const start = text.lastIndexOf(`\n${root} 0 obj`) + 1;
  const object = text.slice(start, text.indexOf("endobj", start) + 7).replace("/Perms", "/Other");
  const rows = `xref\n${root} 1\n${String(text.length).padStart(10, "0")} 00000 n \n`;
  const trailer = `trailer<</Size ${size}/Root ${root} 0 R/Prev ${before}>>\n`;
  return `${object}${rows}${trailer}startxref\n${text.length + object.length}\n%%EOF\n`;
}

async function pdfsig(file) {
  try {
    // No authority knows the certificate, so only the signature itself is judged.
    const report = await run("pdfsig", ["-nocert", file]);
    return report.includes("Signature is Valid") && report.includes("Total document signed");
  } catch {
    return false;
  }
}

async function pyhanko(program, certificate, files) {
  const input = files.map(({ file }) => file).join("\n");
  const output = await run(program, [here("verify.py"), certificate], { input });
  return new Map(
    output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line))
      .map((verdict) => [verdict.file, verdict]),
  );
}
