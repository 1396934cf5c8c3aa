import { formLabel } from "@withholding-forms/client";
import type { Language } from "@withholding-forms/interview";
import type { SealTimestamp, SealTrust } from "@withholding-forms/pdf/seal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { today } from "../../../app/clock.js";
import { type CheckedFile, type FileVerdict, fileVerdict } from "../../../app/verify-file.js";
import { countedAddress } from "../../../limits/caller-address.js";
import { limitRate } from "../../../limits/limit-rate.js";
import type { Service } from "../../service.js";
import { createSlots } from "../../slots.js";
import { createThread, type Thread, threadScript } from "../../thread.js";
import { escapeHtml, languageOf, page, styleSource } from "../pages/html.js";
import { readUpload } from "./read-upload.js";
import { type VerifyWords, verifyWords } from "./words.js";

/** Files in memory at the same time, per process and per IP address. */
const bounds = { total: 8, perCaller: 3 };

/** A check takes hundredths of a second. */
const checkLimits = { maxJobMs: 10_000, maxHeapMb: 64 };

/**
 * The page on which anyone can check a file. The file is sent to this service only, stays in memory during the check,
 * and is never stored. The page is a plain HTML form without scripts.
 */
export function verifyRoutes(app: FastifyInstance, service: Service): void {
  const options = { schema: { hide: true } };
  const slots = createSlots(bounds);
  const thread = createFileChecker(service.trust);
  app.addHook("onClose", () => thread.close());
  const limit = limitRate(service.limits, "verify", service.config.loginRateLimit, (request) =>
    countedAddress(request.ip),
  );
  // The handler reads a form from the connection, once it has a slot. Other bodies are not read.
  app.removeContentTypeParser("application/json");
  app.addContentTypeParser("multipart/form-data", (_request, _body, done) => done(null));

  app.get("/verify", options, async (request, reply) => {
    const language = languageOf(request);
    return send(reply, 200, language, formOf(verifyWords[language]));
  });

  /** A body of 4 MB in chunks of one byte would take seconds to read and hundreds of megabytes. Browsers send the length. */
  const requireLength = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (request.headers["transfer-encoding"] === undefined) return undefined;
    return sendProblem(request, reply, 411, "noFile");
  };

  app.post("/verify", { ...options, onRequest: [limit, requireLength] }, async (request, reply) => {
    const release = slots.take(countedAddress(request.ip));
    if (release === undefined) return sendProblem(request, reply.header("retry-after", 2), 503, "busy");
    try {
      return await check(request, reply);
    } finally {
      release();
    }
  });

  /** As the employee knows the form, if its version is still here. */
  const nameOf = (formId: string, version: string): string => {
    const found = service.catalog.find(formId, version, today(service));
    if (typeof found === "string") return `${formId} ${version}`;
    const { name, locality, taxYear } = found.form;
    return formLabel({ name, formLocality: locality, taxYear });
  };

  async function check(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const upload =
      request.body === undefined ? await readUpload(request.raw) : { problem: "NO_FILE" as const };
    if ("problem" in upload)
      return upload.problem === "TOO_LARGE"
        ? sendProblem(request, reply, 413, "tooLarge")
        : sendProblem(request, reply, 400, "noFile");
    let verdict: FileVerdict;
    try {
      const { file } = upload;
      verdict = await fileVerdict(await thread.run(file, [file.buffer as ArrayBuffer]), service.store);
    } catch (error) {
      request.log.warn({ reason: (error as Error).message }, "file not checked");
      return sendProblem(request, reply, 503, "unavailable");
    }
    const language = languageOf(request);
    const words = verifyWords[language];
    return send(reply, 200, language, resultOf(words, verdict, nameOf) + formOf(words));
  }
}

function createFileChecker(trust: SealTrust): Thread<Uint8Array, CheckedFile> {
  return createThread({ script: threadScript("routes/verify/worker.js"), data: trust, ...checkLimits });
}

/** The rest of a body that was not read is not read later, either. */
function sendProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  status: number,
  problem: "busy" | "tooLarge" | "noFile" | "unavailable",
): FastifyReply {
  const language = languageOf(request);
  const words = verifyWords[language];
  const alert = `<p class="card result bad" role="alert"><strong>${escapeHtml(words[problem])}</strong></p>\n`;
  return send(reply.header("connection", "close"), status, language, alert + formOf(words));
}

function send(reply: FastifyReply, status: number, language: Language, body: string): FastifyReply {
  const words = verifyWords[language];
  return reply
    .code(status)
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("content-language", language)
    .header("vary", "accept-language")
    .type("text/html; charset=utf-8")
    .send(page(words.title, body, { language }));
}

const policy = [
  "default-src 'none'",
  `style-src ${styleSource}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

function formOf(words: VerifyWords): string {
  return `<p class="lead">${escapeHtml(words.intro)}</p>
<form method="post" enctype="multipart/form-data">
<label for="file">${escapeHtml(words.file)}</label>
<p><input id="file" name="file" type="file" accept="application/pdf,.pdf" required></p>
<p><button class="primary">${escapeHtml(words.check)}</button></p>
</form>
<p class="note">${escapeHtml(words.privacy)}</p>`;
}

const looks: Readonly<Record<FileVerdict["result"], string>> = {
  UNCHANGED: "good",
  CHANGED: "bad",
  NO_EVENT: "doubt",
  SPECIMEN: "doubt",
  NOT_OURS: "bad",
};

function resultOf(
  words: VerifyWords,
  { result, sha256, seal, events }: FileVerdict,
  nameOf: (formId: string, version: string) => string,
): string {
  const { title, text } = words.results[result];
  const sealed = seal.state === "VALID" || seal.state === "APPENDED" ? seal : undefined;
  const rows: (readonly [string, string])[] = [
    ...events.flatMap(({ formId, formVersion, time }) => [
      [words.form, nameOf(formId, formVersion)] as const,
      [words.signed, Number.isNaN(Date.parse(time)) ? String(time) : utc(new Date(time))] as const,
    ]),
    [words.seal, words.seals[seal.state]],
    ...(sealed === undefined ? [] : [[words.sealedBy, sealed.signer] as const]),
    ...(sealed?.timestamp === undefined
      ? []
      : [[words.timestamp, timestampOf(words, sealed.timestamp)] as const]),
    ["SHA-256", sha256],
  ];
  const list = rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<section class="card result ${looks[result]}" role="status" aria-labelledby="result">
<h2 id="result">${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>
<dl>${list.join("\n")}</dl>
</section>
`;
}

/** Anyone can make a timestamp that is not trusted, so its time and name are not shown. */
function timestampOf(words: VerifyWords, { trusted, time, signer }: SealTimestamp): string {
  return trusted ? `${utc(time)}, ${signer}` : words.untrusted;
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
