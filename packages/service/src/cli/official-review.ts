import { randomBytes, timingSafeEqual } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { OperatorError } from "../operator-error.js";
import { loadAuthoring } from "./load-authoring.js";
import { adopted, adoptFolder } from "./official-adopt.js";
import { confirmForm } from "./official-confirm.js";
import { print } from "./print.js";
import { bodyOf } from "./request-agency.js";

export interface ReviewOptions {
  readonly port: number;
  readonly content?: string;
}

/** Serves the report of `adopt` to the browser of this machine, with a button to confirm each form, until it is stopped. */
export function review(options: ReviewOptions): void {
  if (adopted().length === 0)
    throw new OperatorError("There is nothing to review. Run: withholding-forms official adopt");
  const token = randomBytes(24).toString("base64url");
  const server = createServer((request, reply) => {
    answer(request, reply, token, options).catch((error: Error) => send(reply, 500, error.name));
  });
  server.on("error", ({ message }) => {
    throw new OperatorError(`Port ${options.port} cannot be used: ${message}.`);
  });
  server.listen(options.port, "127.0.0.1", () => {
    const { port } = server.address() as AddressInfo;
    print(`Open http://127.0.0.1:${port}/${token}/ and press Ctrl+C when you are done.`);
  });
}

async function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  token: string,
  { content }: ReviewOptions,
): Promise<void> {
  const [, given = "", folder = "", page = "", ...more] = (request.url ?? "").split("/");
  const [own, other] = [Buffer.from(token), Buffer.from(given)];
  // A page of another site cannot know the token, even if its name leads to this machine.
  if (own.length !== other.length || !timingSafeEqual(own, other) || more.length > 0)
    return send(reply, 404, "Not found");
  if (request.method === "GET" && folder === "")
    return send(reply, 200, readFileSync(join(adoptFolder(), "adopt.html"), "utf8"));
  const { confirmationPart, messagePage } = await loadAuthoring();
  const form = adopted().find((one) => one.folder === folder && folder !== "");
  if (form === undefined) return send(reply, 404, "Not found");
  if (request.method === "GET" && form.pages?.includes(page)) {
    const html = readFileSync(join(adoptFolder(), folder, page), "utf8");
    return send(
      reply,
      200,
      html.replace("</main>", () => `${confirmationPart(form)}</main>`),
    );
  }
  if (request.method !== "POST" || page !== "confirm") return send(reply, 404, "Not found");
  const body = new URLSearchParams((await bodyOf(request, 1000)).toString("utf8"));
  const choices = { version: form.version, rules: body.has("rules"), amounts: body.has("amounts") };
  try {
    const done = await confirmForm(form.formId, {
      ...choices,
      ...(content === undefined ? {} : { content }),
    });
    send(reply, 200, messagePage(done));
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    send(reply, 409, messagePage(error.message));
  }
}

function send(reply: ServerResponse, status: number, html: string): void {
  reply
    .writeHead(status, {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
      "cache-control": "no-store",
    })
    .end(html);
}
