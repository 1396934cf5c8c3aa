import { createHash, sign } from "node:crypto";
import { promisify } from "node:util";
import type { TestCertificate } from "@withholding-forms/testing/pdf/certificates";
import { timestampReply } from "@withholding-forms/testing/pdf/timestamps";
import { type FillMode, fill } from "../../fill/fill.js";
import type { Template } from "../../template.js";
import { createCms } from "../cms.js";
import { layoutSeal } from "../layout.js";
import { createSealer, type Sealer } from "../sealer.js";
import { readTimestampResponse, timestampRequest } from "../timestamps.js";

/** In the lifetime of every certificate that the tests make. */
export const sealTime = new Date("2040-11-15T15:03:20.750Z");

export const signBytes = promisify(sign) as (
  algorithm: string,
  bytes: Buffer,
  key: TestCertificate["key"],
) => Promise<Buffer>;

/** Seals with a key in memory, and with timestamps of `server`, if there is one. */
export function sealerOf(owner: TestCertificate, server?: TestCertificate): Sealer {
  return createSealer({
    certificates: [owner.certificate],
    sign: (bytes) => signBytes("sha256", bytes, owner.key),
    ...(server === undefined
      ? {}
      : {
          timestamp: async (signature) => {
            const { request, nonce } = timestampRequest(signature);
            return readTimestampResponse(timestampReply(request, server), signature, nonce);
          },
        }),
  });
}

/** A sealed file for Ada Lovelace. */
export async function sealedFile(
  sealer: Sealer,
  template: Template,
  mode: FillMode = "SIGN",
): Promise<Buffer> {
  const field = template.slots.find(({ kind }) => kind === "text")!.name;
  const filled = fill(template, { values: { [field]: "Ada Lovelace" }, mode });
  if ("problems" in filled) throw new Error("refused");
  return (await sealer.seal(template, filled, sealTime)).pdf;
}

/** A file as an attacker seals it: any certificates, any token as its timestamp, and any room for the signature. */
export async function forgedFile(
  template: Template,
  owners: readonly TestCertificate[],
  { token, reserved = 60_000 }: { readonly token?: Uint8Array; readonly reserved?: number } = {},
): Promise<Buffer> {
  const filled = fill(template, { values: {}, mode: "SIGN" });
  if ("problems" in filled) throw new Error("refused");
  const { pdf, open, close } = layoutSeal(template, filled.pdf, sealTime, reserved);
  const signed = [pdf.subarray(0, open), pdf.subarray(close)];
  const digest = createHash("sha256").update(Buffer.concat(signed)).digest();
  const cms = createCms(owners.map(({ certificate }) => certificate));
  const signature = await signBytes("sha256", cms.signedAttributes(digest), owners[0]!.key);
  pdf.write(cms.signedData(digest, signature, token).toString("hex"), open + 1, "latin1");
  return pdf;
}
