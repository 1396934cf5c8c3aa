import { execFileSync } from "node:child_process";
import { createPrivateKey, type KeyObject, X509Certificate } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

// Certificates made by OpenSSL, as an operator makes them.

export interface TestCertificate {
  readonly certificatePem: string;
  readonly keyPem: string;
  readonly certificate: X509Certificate;
  readonly key: KeyObject;
}

export const keyArguments = {
  RSA: ["-newkey", "rsa:2048"],
  "P-256": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"],
  "P-384": ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-384"],
} as const;

export interface CertificateOptions {
  readonly name?: string;
  readonly key?: keyof typeof keyArguments | readonly string[];
  readonly issuer?: TestCertificate;
  /** Lines of OpenSSL extensions, such as `basicConstraints=critical,CA:TRUE`. */
  readonly extensions?: readonly string[];
  readonly days?: number;
}

/** A certificate with its key, signed by itself or by an issuer. */
export function makeCertificate(options: CertificateOptions = {}): TestCertificate {
  const { name = "Test Seal", key = "P-256", issuer, days = 36_500 } = options;
  const extensions = options.extensions ?? ["basicConstraints=critical,CA:FALSE"];
  return inFolder((file, openssl) => {
    const newKey = typeof key === "string" ? keyArguments[key] : key;
    const signing =
      issuer === undefined
        ? []
        : ["-CA", file("ca.pem", issuer.certificatePem), "-CAkey", file("ca.key", issuer.keyPem)];
    openssl(
      ...["req", "-x509", "-nodes", "-days", String(days), "-subj", `/CN=${name}/O=Withholding Forms`],
      ...newKey,
      ...signing,
      ...extensions.flatMap((extension) => ["-addext", extension]),
      ...["-keyout", file("key.pem"), "-out", file("certificate.pem")],
    );
    const [certificatePem, keyPem] = ["certificate.pem", "key.pem"].map((one) =>
      readFileSync(file(one), "utf8"),
    ) as [string, string];
    return {
      certificatePem,
      keyPem,
      certificate: new X509Certificate(certificatePem),
      key: createPrivateKey(keyPem),
    };
  });
}

/** Runs OpenSSL with files in a folder that is deleted afterwards. */
export function inFolder<Result>(
  use: (file: (name: string, content?: string | Uint8Array) => string, openssl: OpenSsl) => Result,
): Result {
  const folder = mkdtempSync(join(tmpdir(), "withholding-forms-"));
  try {
    return use(
      (name, content) => {
        const path = join(folder, name);
        if (content !== undefined) writeFileSync(path, content, { mode: 0o600 });
        return path;
      },
      (...args) => execFileSync("openssl", args, { stdio: ["ignore", "pipe", "pipe"] }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

export type OpenSsl = (...args: readonly string[]) => Buffer;
