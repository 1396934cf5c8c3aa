import type { AddressProvider } from "@withholding-forms/address";
import type { Catalog } from "@withholding-forms/catalog";
import { defined } from "@withholding-forms/interview";
import type { SealTrust } from "@withholding-forms/pdf/seal";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { available, type Caller, createAuthentication } from "../auth/authentication.js";
import { createTokens } from "../auth/tokens.js";
import { sizedCache } from "../cache.js";
import type { Config } from "../config.js";
import type { Limits } from "../limits/counter.js";
import { alone } from "../limits/fallback.js";
import { ifWizard, rateLimit } from "../limits/limit-rate.js";
import { memoryCounter } from "../limits/memory.js";
import { bodyLimit, wizardTokenLimit } from "../limits/work.js";
import { Problem } from "../problems/problem.js";
import type { Seal } from "../seal/open-seal.js";
import { openSnapshot } from "../store/snapshot.js";
import type { Store, TokenScope } from "../store/store.js";
import { logRequest, logRequests, logUnreadable } from "../telemetry/logging.js";
import { createMetrics, type Gather, type Metrics, watchState } from "../telemetry/metrics.js";
import type { Tracing } from "../telemetry/tracing.js";
import { fastify, LogController } from "../vendor/fastify.js";
import { checkAccept } from "./hooks/accept.js";
import { checkRequest } from "./hooks/check-request.js";
import { securityHeaders } from "./hooks/security-headers.js";
import { describeInterface } from "./openapi/openapi.js";
import { type PublishedDescription, publishedDescription } from "./openapi/published.js";
import { admission } from "./overload/admission.js";
import { boundAudit } from "./overload/bound-audit.js";
import { clientOf } from "./overload/client-of.js";
import { createHttpServer } from "./overload/http-server.js";
import { answerBrokenRequests } from "./problems/client-errors.js";
import { asProblem, failureLog, handleErrors, problemOf, sendProblem } from "./problems/handle-errors.js";
import { collectRoutes, type Route } from "./registered.js";
import { rememberApplicable } from "./remember-applicable.js";
import { requestId } from "./request-id.js";
import { bulkRoutes } from "./routes/bulk/bulk.js";
import { changesRoute } from "./routes/changes/changes.js";
import { coverageRoute } from "./routes/coverage/coverage.js";
import { docsConfigRoute } from "./routes/docs-config/docs-config.js";
import { effectiveParametersRoute } from "./routes/effective-parameters/effective-parameters.js";
import { fillPdfRoute } from "./routes/fill-pdf/fill-pdf.js";
import { flowQuestionSetRoute } from "./routes/flow-question-set/flow-question-set.js";
import { formInformationRoute } from "./routes/form-information/form-information.js";
import { formQuestionSetRoute } from "./routes/form-question-set/form-question-set.js";
import { formViewerRoute } from "./routes/form-viewer/form-viewer.js";
import { formsRoute } from "./routes/forms/forms.js";
import { getAllFormIdsRoute } from "./routes/get-all-form-ids/get-all-form-ids.js";
import { getAllFormsCatalogRoute } from "./routes/get-all-forms-catalog/get-all-forms-catalog.js";
import { getPdfRoute } from "./routes/get-pdf/get-pdf.js";
import { guidedFlowsRoute } from "./routes/guided-flows/guided-flows.js";
import { healthRoutes, probes } from "./routes/health/health.js";
import { imagesRoute } from "./routes/images/images.js";
import { loginRoute } from "./routes/login/login.js";
import { migrateRoute } from "./routes/migrate/migrate.js";
import { noticesRoute } from "./routes/notices/notices.js";
import { pagesRoutes } from "./routes/pages/pages.js";
import { parametersRoute } from "./routes/parameters/parameters.js";
import type { Service } from "./service.js";
import { traceAddresses, traceStore } from "./traced-parts.js";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Media types the route can answer with. */
    readonly types?: readonly string[];
    /** For orchestrators and monitoring; neither logged nor traced. */
    readonly isProbe?: boolean;
    /** Also for tokens of the scope `wizard`. */
    readonly wizard?: boolean;
    /** What a request with this body costs of the quota, beyond its first unit and the size of its body. */
    readonly units?: (body: unknown) => number;
  }
  interface FastifyRequest {
    /** Id of the API key that the request's token belongs to. */
    keyId: string;
    tokenId: string;
    scope: TokenScope;
    /** Whom the request's token was issued for, if the login named someone. */
    employeeReference: string | undefined;
    /** Units of the quota that the size of the body costs. */
    bodyUnits: number;
  }
}

export interface ServerOptions {
  readonly config: Config;
  readonly catalog: Catalog;
  readonly store: Store;
  readonly addresses: AddressProvider;
  /** The counter for limits; counts in this process by default. */
  readonly limits?: Limits;
  readonly clock?: () => Date;
  /** Undefined: no traces. */
  readonly tracing?: Tracing;
  /** Undefined: signed forms have no seal. */
  readonly seal?: Seal | undefined;
  /** Certificates whose seals are ours; none by default. */
  readonly trust?: SealTrust;
  /** Where log lines go; standard output by default. */
  readonly log?: { write(line: string): void };
  /** Max requests of one client that wait before others of that client are rejected; 128 by default. */
  readonly maxQueued?: number;
  /** How long metrics are cached, in milliseconds; 1000 by default. */
  readonly metricsMaxAgeMs?: number;
  /** Milliseconds that a caller waits for a page image; 10,000 by default, 0: as long as it takes. */
  readonly maxImageWaitMs?: number;
  /** Routes of a program that embeds the service, behind the same token and limits as its own. */
  readonly routes?: (scope: FastifyInstance) => void;
  /** Metrics of all processes of this instance, where there are several. */
  readonly gather?: Gather;
}

export interface Server {
  readonly app: FastifyInstance;
  readonly routes: readonly Route[];
  readonly metrics: Metrics;
  /** Makes the service report that it is not ready, so that load balancers stop sending requests. */
  stopping(): void;
}

/** The whole HTTP service, ready to listen or for `app.inject()`. Closing it also closes its store and its counter. */
export async function buildServer(options: ServerOptions): Promise<Server> {
  const { config, tracing } = options;
  const clock = options.clock ?? (() => new Date());
  const base: Base = {
    options,
    headers: securityHeaders(config.publicUrl),
    metrics: createMetrics(options.gather, options.metricsMaxAgeMs),
    store: boundAudit(tracing === undefined ? options.store : traceStore(tracing, options.store)),
    addresses: tracing === undefined ? options.addresses : traceAddresses(tracing, options.addresses),
    limits: options.limits ?? alone(memoryCounter()),
    clock,
  };
  let stopping = false;
  const links: Links = {
    log: () => app.log,
    service: () => service,
    knownKey: (authorization) => authentication.knownCaller(authorization)?.keyId,
    isStopping: () => stopping,
  };
  const admitting = openAdmission(base, links);
  const app = createApp(base, admitting, links);
  const snapshot = await openSnapshot(base.store, { onState: reportStore(base.metrics, app) });
  const now = () => clock().getTime();
  const tokens = createTokens(base.store, snapshot, now);
  const authentication = createAuthentication(tokens, snapshot, now);
  const service: Service = {
    config,
    catalog: options.catalog,
    store: base.store,
    snapshot,
    tokens,
    authentication,
    addresses: base.addresses,
    limits: base.limits,
    tracing,
    seal: options.seal,
    trust: options.trust ?? { seals: [], timestamps: [] },
    metrics: base.metrics,
    clock,
    publicUrl: () => config.publicUrl ?? localUrl(portOf(app) ?? config.port),
    constants: sizedCache(32 * 1024 * 1024),
    applicable: rememberApplicable(options.catalog),
    turn: admitting.turn,
    isStopping: links.isStopping,
    failure: failureLog(app.log),
  };
  watchState(base.metrics, {
    ...admitting,
    limitsUp: base.limits.isUp,
    addressesUp: () => options.addresses.isUp?.() ?? true,
  });
  base.limits.onChange((up) => app.log.warn({ up }, "shared limits"));
  const routes = addHooks(app, service, base, links);
  app.addHook("onClose", async () => {
    admitting.close();
    await close(service);
  });
  await addRoutes(app, service, options, links);
  return {
    app,
    routes,
    metrics: base.metrics,
    stopping() {
      stopping = true;
      admitting.endConnections();
    },
  };
}

/** What the parts of the server are made from. */
interface Base {
  readonly options: ServerOptions;
  /** Sent with every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly metrics: Metrics;
  readonly store: Store;
  readonly addresses: AddressProvider;
  readonly limits: Limits;
  readonly clock: () => Date;
}

/** Set before the first request, because the parts of the server need one another. */
interface Links {
  readonly log: () => FastifyInstance["log"];
  readonly service: () => Service;
  readonly knownKey: (authorization: string | undefined) => string | undefined;
  readonly isStopping: () => boolean;
}

type Admitting = ReturnType<typeof admission>;

function openAdmission({ options, headers, metrics }: Base, links: Links): Admitting {
  const { trustProxy } = options.config;
  return admission({
    maxQueued: options.maxQueued,
    clientOf: (request) => clientOf(request, { trustProxy, knownKey: links.knownKey, probes }),
    observe: (delayMs) => metrics.queueDelays.observe(delayMs / 1000),
    report: (refused) => links.log().warn({ refused }, "requests rejected in the last second"),
    headers,
    publicUrl: () => links.service().publicUrl(),
    stopping: links.isStopping,
  });
}

function createApp({ options, headers }: Base, admitting: Admitting, links: Links): FastifyInstance {
  const { config, tracing } = options;
  return fastify({
    logger: {
      level: config.logLevel,
      ...defined({ stream: options.log }),
      ...(tracing === undefined ? {} : { mixin: () => ({ traceId: tracing.traceId() }) }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: (request) => requestId(request.headers["x-request-id"]),
    bodyLimit,
    // No time limit: plugins either finish loading or fail, and on a busy machine they may take long.
    pluginTimeout: 0,
    serverFactory: (listener) =>
      createHttpServer(admitting.guard(listener), {
        // The peer is a proxy, and all callers come through it.
        maxConnectionsPerAddress: config.trustProxy > 0 ? 0 : config.maxConnectionsPerAddress,
      }),
    trustProxy: config.trustProxy > 0 && ((_address, hop) => hop < config.trustProxy),
    // While draining, requests on open connections are still answered; the connection closes after them.
    return503OnClosing: false,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 100 },
    // What a body must look like is checked by the handlers, with the schemas that the description is made from.
    // Fastify's types require a validator with everything that Ajv's has, but Fastify only calls it.
    schemaController: {
      compilersFactory: {
        buildValidator: (() => () => () => true) as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
    clientErrorHandler: answerBrokenRequests({
      headers,
      publicUrl: () => links.service().publicUrl(),
      openOn: admitting.openOn,
      log: (id, status) => logUnreadable(links.log(), id, status, links.service()),
    }),
    frameworkErrors: (error, request, reply) => {
      const [broken, answer] = [request as FastifyRequest, reply as unknown as FastifyReply];
      answer.headers(headers).header("x-request-id", broken.id);
      sendProblem(broken, answer, problemOf(error), links.service());
      logRequest(broken, answer, "unmatched", links.service());
    },
  });
}

function reportStore(metrics: Metrics, app: FastifyInstance): (up: boolean, error?: unknown) => void {
  let wasDown = false;
  return (up, error) => {
    metrics.storeUp.set(up ? 1 : 0);
    if (!up) app.log.error({ reason: (error as Error).message }, "store unreachable");
    else if (wasDown) app.log.info("store reachable again");
    wasDown = !up;
  };
}

function addHooks(app: FastifyInstance, service: Service, { headers }: Base, links: Links): readonly Route[] {
  app.decorateRequest("keyId", "");
  app.decorateRequest("tokenId", "");
  app.decorateRequest("scope", "wizard");
  app.decorateRequest("employeeReference", undefined);
  app.decorateRequest("bodyUnits", 0);
  service.tracing?.watch(app, { ...service, problemCode: (error) => asProblem(error).code });
  // One logger for all requests: a child logger per request would cost more than most responses.
  app.setChildLoggerFactory((logger) => logger);
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    // Callers close their connections first, so that none sends a request on a connection that is closing.
    if (links.isStopping()) reply.header("connection", "close");
    done();
  });
  logRequests(app, service);
  app.addHook("onRequest", checkRequest);
  const routes = collectRoutes(app);
  handleErrors(app, service, routes);
  return routes;
}

async function close({ tracing, limits, addresses, snapshot, store }: Service): Promise<void> {
  await tracing?.stop();
  limits.close();
  await addresses.close?.();
  snapshot.stop();
  await store.close();
}

async function addRoutes(
  app: FastifyInstance,
  service: Service,
  options: ServerOptions,
  links: Links,
): Promise<void> {
  await describeInterface(app, service.publicUrl);
  const published = publishedDescription(app);
  loginRoute(app, service);
  imagesRoute(app, service, options.maxImageWaitMs);
  formViewerRoute(app, service);
  healthRoutes(app, service, links.isStopping);
  await app.register(
    async (scope) => {
      serviceRoutes(scope, service, published);
      options.routes?.(scope);
    },
    { prefix: service.config.basePath },
  );
  await app.register(async (scope) => pagesRoutes(scope, service, published));
}

/** The endpoints that need a token. */
function serviceRoutes(app: FastifyInstance, service: Service, published: PublishedDescription): void {
  const { knownCaller, authenticate } = service.authentication;
  app.addHook("onRequest", (request, reply, done) => {
    const enter = (caller: Caller | undefined): void => {
      if (caller === undefined) {
        reply
          .code(401)
          .header("www-authenticate", "Bearer")
          .header("cache-control", "no-store")
          .header("content-type", "application/json; charset=utf-8")
          .send('{"message":"Unauthorized"}');
        return;
      }
      request.keyId = caller.keyId;
      request.scope = caller.scope;
      request.tokenId = caller.tokenId;
      request.employeeReference = caller.employeeReference;
      done();
    };
    const { authorization } = request.headers;
    const known = knownCaller(authorization);
    if (known !== undefined) enter(known);
    else available(() => authenticate(authorization)).then(enter, done);
  });
  const { limits, config } = service;
  const ofToken = rateLimit(
    limits,
    "token",
    wizardTokenLimit(config.rateLimit),
    (request) => request.tokenId,
  );
  const ofKey = rateLimit(limits, "key", config.rateLimit, (request) => request.keyId);
  const work = ({ body, bodyUnits, routeOptions }: FastifyRequest): number =>
    bodyUnits + (routeOptions.config.units?.(body) ?? 0);
  app.addHook("onRequest", ifWizard(ofToken.count));
  app.addHook("onRequest", ofKey.count);
  // Known once the body is read, and counted before anything is done with it.
  app.addHook("preValidation", ifWizard(ofToken.countWork(work)));
  app.addHook("preValidation", ofKey.countWork(work));
  app.addHook("onRequest", checkScope);
  app.addHook("onRequest", checkAccept);
  formsRoute(app, service);
  guidedFlowsRoute(app, service);
  flowQuestionSetRoute(app, service);
  formQuestionSetRoute(app, service);
  fillPdfRoute(app, service);
  bulkRoutes(app, service, ofKey.spend);
  formInformationRoute(app, service);
  getAllFormIdsRoute(app, service);
  getPdfRoute(app, service);
  getAllFormsCatalogRoute(app, service);
  parametersRoute(app, service);
  noticesRoute(app, service);
  effectiveParametersRoute(app, service);
  migrateRoute(app, service);
  coverageRoute(app, service);
  changesRoute(app, service);
  docsConfigRoute(app, published);
}

/** A route is closed to wizard tokens unless it says otherwise. Counted first, so that rejected calls use the quota, too. */
function checkScope(request: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const allowed = request.scope === "full" || request.routeOptions.config.wizard === true;
  done(allowed ? undefined : new Problem("OUT_OF_SCOPE"));
}

function localUrl(port: number): string {
  return `http://localhost:${port}`;
}

function portOf(app: FastifyInstance): number | undefined {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : undefined;
}
