import { type ProblemCode, problemCodes } from "@withholding-forms/contract";
import type { FastifyInstance } from "fastify";
import { messagesIn } from "../../../problems/messages/messages.js";
import { Problem } from "../../../problems/problem.js";
import { helmet } from "../../../vendor/fastify.js";
import type { PublishedDescription } from "../../openapi/published.js";
import type { Service } from "../../service.js";
import { verifyRoutes } from "../verify/verify.js";
import { wizardRoutes } from "../wizard/wizard.js";
import { docsRoutes } from "./docs.js";
import { escapeHtml, languageOf, page, styleSource } from "./html.js";
import { startPage } from "./start.js";

/** Longer than any link to a page. */
const maxUrlLength = 1000;

const none = ["'none'"];

/** Pages for people: what this is, the documentation, and one page per problem code. */
export async function pagesRoutes(
  app: FastifyInstance,
  service: Service,
  published: PublishedDescription,
): Promise<void> {
  const secure = service.config.publicUrl?.startsWith("https:") === true;
  app.addHook("onRequest", (request, _reply, done) =>
    done(request.url.length > maxUrlLength ? new Problem("NOT_FOUND") : undefined),
  );
  // For pages, Helmet's headers are more specific than those of every response.
  app.addHook("onRequest", async (_request, reply) => {
    reply.removeHeader("content-security-policy").removeHeader("referrer-policy");
  });
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        styleSrc: [styleSource],
        baseUri: none,
        formAction: none,
        frameAncestors: none,
      },
    },
    strictTransportSecurity: secure,
  });
  docsRoutes(app, published);

  const options = { schema: { hide: true } };
  // In production the wizard lives in the integrator's pages, with the integrator's tokens.
  const tries = !service.config.production && wizardRoutes(app, service);
  app.get("/", options, async (request, reply) => {
    const language = languageOf(request);
    return reply
      .header("content-language", language)
      .header("vary", "accept-language")
      .type("text/html; charset=utf-8")
      .send(startPage(language, tries));
  });

  await app.register(async (scope) => verifyRoutes(scope, service));

  app.get<{ Params: { code: string } }>("/problems/:code", options, async (request, reply) => {
    const code = (Object.keys(problemCodes) as ProblemCode[]).find((known) => known === request.params.code);
    if (code === undefined) throw new Problem("NOT_FOUND");
    return reply.type("text/html; charset=utf-8").send(problemPage(code));
  });
}

function problemPage(code: ProblemCode): string {
  const { status, cause, fix } = problemCodes[code];
  const { title } = messagesIn("en").problems[code];
  return page(
    title,
    `<dl>
<dt>Code</dt><dd><code>${code}</code></dd>
<dt>HTTP status</dt><dd>${status}</dd>
<dt>Cause</dt><dd>${escapeHtml(cause)}</dd>
<dt>Fix</dt><dd>${escapeHtml(fix)}</dd>
</dl>
<p class="links"><a href="../docs/errors">All error codes</a></p>`,
    { up: "../" },
  );
}
