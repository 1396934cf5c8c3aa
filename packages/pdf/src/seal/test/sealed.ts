import { sign } from "node:crypto";
import { promisify } from "node:util";
import type { TestCertificate } from "@withholding-forms/testing/pdf/certificates";
import { timestampReply } from "@withholding-forms/testing/pdf/timestamps";
import { type FillMode, fillParts } from "../../fill/fill.js";
import type { Template } from "../../template.js";
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
  const parts = fillParts(template, { values: { [field]: "Ada Lovelace" }, mode });
  if ("problems" in parts) throw new Error("refused");
  const { start, rest } = await sealer.seal(template, parts, sealTime);
  return Buffer.concat([...start, rest]);
}
