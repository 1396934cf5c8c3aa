import { type ProblemCode, problemCodes } from "@withholding-forms/contract";
import type { FastifyInstance } from "fastify";
import { messagesIn } from "../../../problems/messages/messages.js";
import { Problem } from "../../../problems/problem.js";
import { helmet } from "../../../vendor/fastify.js";
import type { PublishedDescription } from "../../openapi/published.js";
import { sendConstant } from "../../reply.js";
import type { Service } from "../../service.js";
import { verifyRoutes } from "../verify/verify.js";
import { readSite } from "../wizard/site.js";
import { wizardRoutes } from "../wizard/wizard.js";
import { docsRoutes } from "./docs.js";
import { escapeHtml, page, styleSource } from "./html.js";

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
  const { basePath } = service.config;
  const landing = page(
    "Withholding Forms",
    `<p>This service tells a payroll system which withholding certificates an employee needs, asks the questions, checks
the answers, and returns the completed PDF with the tax parameters for payroll.</p>
<ul>
<li><a href="docs/">Documentation</a> with the API reference; as OpenAPI, with a token, at <code>${escapeHtml(basePath)}/docs/config</code></li>
<li><a href="verify">Check a signed form</a></li>
<li><a href="healthz">Health</a> and <a href="readyz">readiness</a></li>
</ul>`,
  );
  // In production the wizard lives in the integrator's pages, with the integrator's tokens.
  const site = service.config.production ? undefined : readSite();
  if (!service.config.production) wizardRoutes(app, service, site);
  app.get("/", options, async (request, reply) => {
    if (site === undefined) return reply.type("text/html; charset=utf-8").send(landing);
    reply.header("content-security-policy", policyOfWizard(service.publicUrl()));
    return sendConstant(request, reply, site.page, "no-cache");
  });

  await app.register(async (scope) => verifyRoutes(scope, service));

  app.get<{ Params: { code: string } }>("/problems/:code", options, async (request, reply) => {
    const code = (Object.keys(problemCodes) as ProblemCode[]).find((known) => known === request.params.code);
    if (code === undefined) throw new Problem("NOT_FOUND");
    return reply.type("text/html; charset=utf-8").send(problemPage(code));
  });
}

/**
 * The wizard's styles are constructed in script, which a policy without unsafe-inline allows. A preview is a PDF made in
 * the page: frame-src shows it, and object-src lets browsers whose viewer is a plug-in draw it.
 */
function policyOfWizard(publicUrl: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    `img-src 'self' ${new URL(publicUrl).origin}`,
    "connect-src 'self'",
    "frame-src blob:",
    "object-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(";");
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
</dl>`,
  );
}
