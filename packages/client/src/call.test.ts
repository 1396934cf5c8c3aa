import { eventually } from "@withholding-forms/testing/eventually";
import { alabama, john } from "@withholding-forms/testing/people/client";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  AbortError,
  type ClientOptions,
  createClient,
  type FillPdfRequest,
  NetworkError,
  RateLimitedError,
  TimeoutError,
  UnauthorizedError,
  UnavailableError,
  UnexpectedResponseError,
} from "./index.js";
import { problemDocument, type Reply, startLocalServer, tokenOf } from "./test/local-server.js";

const ids = "/v1/getAllFormIds";
const loginPath = "/authentication/login";
const token = tokenOf({ iat: 1_800_000_000, exp: 1_800_086_400 });

/** A service that accepts every login and responds to other requests, in order, with these replies; the last one repeats. */
async function scripted(replies: readonly Reply[], options: Partial<ClientOptions> = {}) {
  let next = 0;
  const server = await startLocalServer((request) => {
    if (request.path === loginPath) return { body: { accessToken: token } };
    return replies[Math.min(next++, replies.length - 1)] ?? {};
  });
  const client = createClient({
    baseUrl: `${server.origin}/v1`,
    apiKey: "key",
    ...options,
  } as ClientOptions);
  return { server, client };
}

const good: Reply = { body: ["AL101"] };
const overloaded: Reply = {
  status: 503,
  headers: { "retry-after": "0" },
  body: problemDocument(503, "OVERLOADED"),
};
const fill = (signForm?: FillPdfRequest["signForm"]): FillPdfRequest =>
  ({
    formId: "AL101",
    formVersion: "2025.4.0",
    ...john,
    fields: {},
    ...(signForm === undefined ? {} : { signForm }),
  }) as FillPdfRequest;

beforeEach(() => {
  // No jitter: delays are then as short as possible, and known.
  vi.spyOn(Math, "random").mockReturnValue(0);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

describe("sends", () => {
  it.each<[string, Reply]>([
    ["a hung up connection", { cut: "before" }],
    ["an answer cut off", { body: ["AL101"], cut: "within" }],
    ["429", { ...overloaded, status: 429 }],
    ["502 from a proxy", { status: 502, body: "<html>Bad gateway</html>" }],
    ["503", overloaded],
    ["504 from a proxy", { status: 504, body: "" }],
  ])("a GET again after %s", async (_, reply) => {
    const { client, server } = await scripted([reply, reply, good]);
    expect(await client.getAllFormIds()).toEqual(["AL101"]);
    expect(server.count(ids)).toBe(3);
    expect(server.count(loginPath)).toBe(1);
  });

  it("gives up after the retries it was allowed", async () => {
    const { client, server } = await scripted([overloaded]);
    await expect(client.getAllFormIds()).rejects.toBeInstanceOf(UnavailableError);
    expect(server.count(ids)).toBe(3);
    await expect(client.getAllFormIds({ retries: 0 })).rejects.toBeInstanceOf(UnavailableError);
    expect(server.count(ids)).toBe(4);
  });

  it.each([400, 404, 406, 422, 500])("a GET only once after %d", async (status) => {
    const { client, server } = await scripted([{ status, body: problemDocument(status, "NOT_FOUND") }]);
    await expect(client.getAllFormIds()).rejects.toMatchObject({ kind: "problem", status });
    expect(server.count(ids)).toBe(1);
  });

  it.each([undefined, null, "PREVIEW", "SIGN_EXTERNALLY"] as const)(
    "fillPdf again for signForm %s, which signs nothing",
    async (signForm) => {
      const { client, server } = await scripted([overloaded, { cut: "before" }, { body: { form: "AL101" } }]);
      expect(await client.fillPdf(fill(signForm))).toEqual({ form: "AL101" });
      expect(server.count("/v1/fillPdf")).toBe(3);
      expect(server.received.some(({ headers }) => "idempotency-key" in headers)).toBe(false);
    },
  );

  it("a signature again, always with the same key, also while the first request is running", async () => {
    const running = problemDocument(409, "SIGNATURE_IN_PROGRESS");
    const { client, server } = await scripted([
      { cut: "before" },
      { status: 409, headers: { "retry-after": "0" }, body: running },
      { body: { form: "AL101" } },
    ]);
    expect(await client.fillPdf(fill("SIGN"))).toEqual({ form: "AL101" });
    const sent = server.received.filter(({ path }) => path === "/v1/fillPdf");
    const keys = sent.map(({ headers }) => headers["idempotency-key"]);
    expect(keys).toEqual([keys[0], keys[0], keys[0]]);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  it("no signature after another conflict, and each call has its own key, or the one it is given", async () => {
    const { client, server } = await scripted([
      { status: 409, body: problemDocument(409, "REPEAT_DIFFERS") },
      { body: {} },
    ]);
    await expect(client.fillPdf(fill("SIGN"))).rejects.toMatchObject({ code: "REPEAT_DIFFERS" });
    await client.fillPdf(fill("SIGN"));
    await client.fillPdf(fill("SIGN"), { idempotencyKey: "a-key-that-i-stored" });
    const sent = server.received.filter(({ path }) => path === "/v1/fillPdf");
    const keys = sent.map(({ headers }) => headers["idempotency-key"]);
    expect(keys[2]).toBe("a-key-that-i-stored");
    expect(new Set(keys).size).toBe(3);
  });

  it("other POSTs only once", async () => {
    const { client, server } = await scripted([overloaded]);
    await expect(client.forms(alabama)).rejects.toBeInstanceOf(UnavailableError);
    await expect(client.guidedFlows(alabama)).rejects.toBeInstanceOf(UnavailableError);
    expect(server.count("/v1/forms")).toBe(1);
    expect(server.count("/v1/guided-flows")).toBe(1);
  });

  it("login again when it is overloaded", async () => {
    let logins = 0;
    const server = await startLocalServer(({ path }) =>
      path !== loginPath ? good : ++logins < 3 ? overloaded : { body: { accessToken: token } },
    );
    const client = createClient({ baseUrl: `${server.origin}/v1`, apiKey: "key" });
    expect(await client.getAllFormIds()).toEqual(["AL101"]);
    expect(logins).toBe(3);
  });
});

describe("Retry-After", () => {
  const begin = Date.parse("2026-11-16T18:30:00Z");
  /** Lets the network run while the timers are frozen. */
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise((resolve) => setImmediate(resolve));
  };
  const settled = async (): Promise<void> => {
    for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve));
  };

  it.each([
    ["seconds", "7"],
    ["a date", "Mon, 16 Nov 2026 18:30:07 GMT"],
  ])("in %s is waited for, not less and not longer", async (_, retryAfter) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date"], now: begin });
    const date = "Mon, 16 Nov 2026 18:30:00 GMT";
    const busy: Reply = { ...overloaded, headers: { "retry-after": retryAfter, date } };
    const { client, server } = await scripted([busy, good]);
    const timers = vi.spyOn(globalThis, "setTimeout");
    const answer = client.getAllFormIds();
    await until(() => timers.mock.calls.some(([, delay]) => delay === 7000));
    await vi.advanceTimersByTimeAsync(6999);
    await settled();
    expect(server.count(ids)).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await answer).toEqual(["AL101"]);
    expect(server.count(ids)).toBe(2);
  });

  it("beyond the time limit is an immediate error that says how long to wait", async () => {
    const { client, server } = await scripted([
      { status: 429, headers: { "retry-after": "60" }, body: problemDocument(429, "RATE_LIMITED") },
    ]);
    const error = await client.getAllFormIds({ timeoutMs: 30_000 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(RateLimitedError);
    expect(error).toMatchObject({ retryAfterMs: 60_000, code: "RATE_LIMITED" });
    expect(server.count(ids)).toBe(1);
  });
});

describe("a request ends", () => {
  it("after the time limit of the client or of the request", async () => {
    const impatient = await scripted([{ silent: true }], { timeoutMs: 40 });
    await expect(impatient.client.getAllFormIds()).rejects.toBeInstanceOf(TimeoutError);
    const { client } = await scripted([{ silent: true }]);
    // On a busy machine the login alone can take longer than the limit below.
    await client.accessToken();
    await expect(client.getAllFormIds({ timeoutMs: 20 })).rejects.toThrow(
      "getAllFormIds: no answer within 20 ms",
    );
  });

  it("after the time limit, also while it waits for login", async () => {
    const server = await startLocalServer(() => ({ silent: true }));
    const client = createClient({ baseUrl: `${server.origin}/v1`, apiKey: "key" });
    await expect(client.getAllFormIds({ timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError);
    await expect(client.accessToken({ timeoutMs: 20 })).rejects.toBeInstanceOf(TimeoutError);
    await eventually(() => server.count(loginPath) > 0, { what: "the login" });
    expect(server.count(loginPath)).toBe(1);
  });

  it("after the time limit if getToken hangs, and the next request calls it again", async () => {
    const { server } = await scripted([good]);
    let asked = 0;
    const client = createClient({
      baseUrl: `${server.origin}/v1`,
      timeoutMs: 30,
      getToken: () => (++asked === 1 ? new Promise<string>(() => {}) : token),
    });
    await expect(client.getAllFormIds()).rejects.toBeInstanceOf(TimeoutError);
    expect(await eventually(() => client.getAllFormIds(), { what: "the server's answer" })).toEqual([
      "AL101",
    ]);
    expect(asked).toBe(2);
  });

  it("when the caller aborts, with the caller's reason", async () => {
    const { client, server } = await scripted([{ silent: true }]);
    const controller = new AbortController();
    const answer = client.getAllFormIds({ signal: controller.signal }).catch((thrown: unknown) => thrown);
    await eventually(() => server.count(ids) === 1, { what: "the first request" });
    controller.abort("closed");
    const error = await answer;
    expect(error).toBeInstanceOf(AbortError);
    expect(error).toMatchObject({ name: "AbortError", cause: "closed" });
    expect(server.count(ids)).toBe(1);
  });

  it("when the caller aborts while it waits for a retry", async () => {
    const { client, server } = await scripted([{ ...overloaded, headers: { "retry-after": "20" } }]);
    const controller = new AbortController();
    const answer = client.getAllFormIds({ signal: controller.signal }).catch((thrown: unknown) => thrown);
    await eventually(() => server.count(ids) === 1, { what: "the first request" });
    controller.abort();
    expect(await answer).toBeInstanceOf(AbortError);
    expect(server.count(ids)).toBe(1);
  });

  it("before it starts if the signal is already aborted", async () => {
    const { client, server } = await scripted([good]);
    const signal = AbortSignal.abort();
    await expect(client.getAllFormIds({ signal })).rejects.toBeInstanceOf(AbortError);
    expect(server.count(ids)).toBe(0);
  });

  it("without canceling the login that others wait for", async () => {
    let release: (() => void) | undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const { server } = await scripted([good]);
    const client = createClient({
      baseUrl: `${server.origin}/v1`,
      getToken: async () => {
        await held;
        return token;
      },
    });
    const controller = new AbortController();
    const first = client.getAllFormIds({ signal: controller.signal }).catch((thrown: unknown) => thrown);
    const second = client.getAllFormIds();
    controller.abort();
    expect(await first).toBeInstanceOf(AbortError);
    release?.();
    expect(await second).toEqual(["AL101"]);
  });
});

describe("a rejected token", () => {
  const unauthorized: Reply = { status: 401, body: { message: "Unauthorized" } };

  it("is replaced once for all requests that it was rejected for, and each request is sent once more", async () => {
    let logins = 0;
    const server = await startLocalServer(({ path, headers }) => {
      if (path === loginPath) return { body: { accessToken: tokenOf({ login: ++logins }) } };
      return headers.authorization === `Bearer ${tokenOf({ login: 1 })}` ? unauthorized : good;
    });
    const client = createClient({ baseUrl: `${server.origin}/v1`, apiKey: "key" });
    const answers = await Promise.all(Array.from({ length: 30 }, () => client.getAllFormIds()));
    expect(answers).toHaveLength(30);
    expect(logins).toBe(2);
  });

  it("is replaced for a signature, too, because nothing was signed", async () => {
    const { client, server } = await scripted([unauthorized, { body: { form: "AL101" } }]);
    expect(await client.fillPdf(fill("SIGN"))).toEqual({ form: "AL101" });
    expect(server.count("/v1/fillPdf")).toBe(2);
    expect(server.count(loginPath)).toBe(2);
  });

  it("is an error if the new one is also rejected", async () => {
    const { client, server } = await scripted([unauthorized]);
    const error = await client.getAllFormIds().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnauthorizedError);
    expect(error).toMatchObject({ status: 401, refused: "TOKEN" });
    expect(server.count(ids)).toBe(2);
    expect(server.count(loginPath)).toBe(2);
  });

  it("is passed to getToken, which returns another", async () => {
    const { server } = await scripted([unauthorized, good]);
    const asked: (string | undefined)[] = [];
    const client = createClient({
      baseUrl: `${server.origin}/v1`,
      getToken: (rejected) => {
        asked.push(rejected);
        return `opaque-${asked.length}`;
      },
    });
    expect(await client.getAllFormIds()).toEqual(["AL101"]);
    expect(asked).toEqual([undefined, "opaque-1"]);
    expect(server.received.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer opaque-1",
      "Bearer opaque-2",
    ]);
  });
});

describe("a response that is not from the service", () => {
  it.each<[string, Reply, number]>([
    ["a page with status 200", { body: "<html>Log in</html>" }, 200],
    ["JSON cut short", { body: '["AL1' }, 200],
    ["an error page", { status: 500, body: "<html>Oops</html>" }, 500],
    ["another document", { status: 404, body: { error: "nope" } }, 404],
  ])("is an UnexpectedResponseError: %s", async (_, reply, status) => {
    const { client } = await scripted([reply]);
    const error = await client.getAllFormIds().catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UnexpectedResponseError);
    expect(error).toMatchObject({ status });
  });

  it("is a NetworkError if it is a redirect, and nothing is sent there", async () => {
    const elsewhere = await startLocalServer(() => good);
    const { client, server } = await scripted([
      { status: 307, headers: { location: `${elsewhere.origin}/v1/fillPdf` } },
    ]);
    await expect(client.fillPdf(fill("SIGN"), { retries: 0 })).rejects.toBeInstanceOf(NetworkError);
    expect(server.count("/v1/fillPdf")).toBe(1);
    expect(elsewhere.received).toEqual([]);
  });
});

describe("error messages", () => {
  it("contain neither what was sent, nor what was received, nor the key", async () => {
    const secret = "Canary-7261";
    const body = { ...problemDocument(422, `BAD ${secret}`), detail: secret, title: secret };
    const replies: Reply[] = [
      { status: 422, body },
      { status: 500, body: `<html>${secret}</html>` },
      { body: secret },
      { cut: "before" },
    ];
    for (const reply of replies) {
      const { client } = await scripted([reply], { apiKey: secret } as Partial<ClientOptions>);
      const request = { ...fill("SIGN"), fields: { servicememberName: secret } };
      const error = (await client.fillPdf(request).catch((thrown: unknown) => thrown)) as Error;
      expect(`${error.message} ${error.stack} ${String(error.cause)}`).not.toContain(secret);
    }
  });
});

describe("what is sent", () => {
  it("has language, time zone, and request ID; options of the request override those of the client", async () => {
    const { client, server } = await scripted([{ body: {} }], {
      language: "es",
      timeZone: "America/Chicago",
    });
    await client.fillPdf(fill(), { language: "fr", requestId: "r-77" });
    await client.forms(alabama, { timeZone: "America/Toronto" });
    await client.getAllFormIds();
    const [, filled, forms, listed] = server.received.map(({ headers }) => headers);
    expect(filled).toMatchObject({
      "accept-language": "fr",
      timezone: "America/Chicago",
      "x-request-id": "r-77",
      "content-type": "application/json",
    });
    expect(forms).toMatchObject({ "accept-language": "es", timezone: "America/Toronto" });
    expect(listed?.["timezone"]).toBeUndefined();
    expect(listed?.["content-type"]).toBeUndefined();
  });

  it("has the API key only at login", async () => {
    const { client, server } = await scripted([good]);
    await client.getAllFormIds();
    expect(server.received.map(({ path, headers }) => [path, headers["api-key"]])).toEqual([
      [loginPath, "key"],
      [ids, undefined],
    ]);
  });
});
