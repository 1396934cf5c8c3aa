import { boundedCalls } from "@withholding-forms/address";
import { type Language, languages } from "@withholding-forms/interview";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type FileVerdict, verifyFile } from "../../../app/verify-file.js";
import { countedAddress } from "../../../limits/caller-address.js";
import { limitRate } from "../../../limits/limit-rate.js";
import { Problem } from "../../../problems/problem.js";
import { chooseLanguage } from "../../language.js";
import type { Service } from "../../service.js";
import { escapeHtml, page, styleSource } from "../pages/html.js";
import { type VerifyWords, verifyWords } from "./words.js";

/** Many times as large as any completed form. */
const maxFileBytes = 4 * 1024 * 1024;

/** Files in memory at the same time, per process. */
const bounds = { concurrency: 2, queue: 6 };

/**
 * The page on which anybody can check a file. The file is sent to this service only, is in memory for as long as the check
 * takes, and is never stored. It is a plain form: no script.
 */
export function verifyRoutes(app: FastifyInstance, service: Service): void {
  const options = { schema: { hide: true } };
  const bounded = boundedCalls<FileVerdict>(bounds);
  const limit = limitRate(service.limits, "verify", service.config.loginRateLimit, (request) =>
    countedAddress(request.ip),
  );
  app.addContentTypeParser(
    "multipart/form-data",
    { parseAs: "buffer", bodyLimit: maxFileBytes },
    (_request, body, done) => done(null, body),
  );

  app.get("/verify", options, async (request, reply) => {
    const language = languageOf(request);
    return send(reply, 200, language, formOf(verifyWords[language]));
  });

  app.post("/verify", { ...options, onRequest: limit }, async (request, reply) => {
    const language = languageOf(request);
    const words = verifyWords[language];
    const file = await fileOf(request);
    if (file === undefined) return send(reply, 400, language, problemOf(words.noFile) + formOf(words));
    const checking = bounded(() => verifyFile(file, service.store, service.trusted));
    if (checking === undefined) throw new Problem("OVERLOADED", { retryAfterSeconds: 2 });
    let verdict: FileVerdict;
    try {
      verdict = await checking;
    } catch {
      return send(reply, 503, language, problemOf(words.unavailable) + formOf(words));
    }
    return send(reply, 200, language, resultOf(words, verdict) + formOf(words));
  });
}

function languageOf({ query, headers }: FastifyRequest): Language {
  const asked = (query as { readonly language?: unknown }).language;
  return languages.find((language) => language === asked) ?? chooseLanguage(headers["accept-language"]);
}

/** The file of the form; undefined if there is none. */
async function fileOf({ body, headers }: FastifyRequest): Promise<Uint8Array | undefined> {
  if (!Buffer.isBuffer(body)) return undefined;
  try {
    const form = await new Response(new Uint8Array(body), {
      headers: { "content-type": headers["content-type"] ?? "" },
    }).formData();
    const file = form.get("file");
    if (file === null || typeof file === "string" || file.size === 0) return undefined;
    return new Uint8Array(await file.arrayBuffer());
  } catch {
    return undefined;
  }
}

function send(reply: FastifyReply, status: number, language: Language, body: string): FastifyReply {
  const words = verifyWords[language];
  const links = languages
    .filter((other) => other !== language)
    .map(
      (other) =>
        `<a href="?language=${other}" lang="${other}" hreflang="${other}">${verifyWords[other].name}</a>`,
    );
  return reply
    .code(status)
    .header("content-security-policy", policy)
    .header("cache-control", "no-store")
    .header("content-language", language)
    .header("vary", "accept-language")
    .type("text/html; charset=utf-8")
    .send(page(words.title, `${body}\n<p>${links.join(" ")}</p>`, language));
}

const policy = [
  "default-src 'none'",
  `style-src ${styleSource}`,
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join(";");

function formOf(words: VerifyWords): string {
  return `<p>${escapeHtml(words.intro)}</p>
<form method="post" enctype="multipart/form-data">
<p><label for="file">${escapeHtml(words.file)}</label><br>
<input id="file" name="file" type="file" accept="application/pdf,.pdf" required></p>
<p><button>${escapeHtml(words.check)}</button></p>
</form>
<p>${escapeHtml(words.privacy)}</p>`;
}

function problemOf(text: string): string {
  return `<p role="alert"><strong>${escapeHtml(text)}</strong></p>\n`;
}

function resultOf(words: VerifyWords, { result, sha256, seal, events }: FileVerdict): string {
  const { title, text } = words.results[result];
  const sealed = seal.state === "VALID" || seal.state === "APPENDED" ? seal : undefined;
  const rows: (readonly [string, string])[] = [
    ...events.flatMap(({ formId, formVersion, time }) => [
      [words.form, `${formId} ${formVersion}`] as const,
      [words.signed, utc(new Date(time))] as const,
    ]),
    [words.seal, words.seals[seal.state]],
    ...(sealed === undefined ? [] : [[words.sealedBy, sealed.signer] as const]),
    ...(sealed?.timestamp === undefined
      ? []
      : [[words.timestamp, `${utc(sealed.timestamp.time)}, ${sealed.timestamp.signer}`] as const]),
    ["SHA-256", sha256],
  ];
  const list = rows.map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`);
  return `<section role="status" aria-labelledby="result">
<h2 id="result">${escapeHtml(title)}</h2>
<p>${escapeHtml(text)}</p>
<dl>${list.join("\n")}</dl>
</section>
`;
}

function utc(time: Date): string {
  return `${time.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}
