import {
  alabama,
  americanEmployee,
  fillAlabama,
  montgomery,
} from "@withholding-forms/testing/people/samples";
import { answersIn, ask, listen, type RawAnswer, sendRaw } from "@withholding-forms/testing/security/raw";
import { startTestServer } from "@withholding-forms/testing/service/server";
import { describe, expect, test } from "vitest";

// Text of callers that tries to become a header, a log line or a second request.

const server = await startTestServer({ env: { LOG_LEVEL: "trace" } });
const { app, token } = server;
const port = await listen(app);
const authorization = `Authorization: Bearer ${token}`;

const breaks = [
  "x\r\nInjected: yes",
  "x\nInjected: yes",
  "x\rInjected: yes",
  "x\u2028Injected: yes",
  "x\u0085Injected: yes",
  // Characters whose lower byte is a line end, for code that truncates them to latin1.
  "x\u010d\u010aInjected: yes",
  "x\u560d\u560aInjected: yes",
  'x","level":60,"msg":"Injected',
  "x\u001b[31mInjected",
  "x\u0000Injected",
  "Injected-\u00e9",
];

/** No part of it is in a header, and the log has only our own lines. */
function expectClean(answer: RawAnswer, about: unknown): void {
  expect([about, Object.keys(answer.headers).filter((name) => !known.has(name))]).toEqual([about, []]);
  expect([about, Object.values(answer.headers).filter((value) => /injected/i.test(value))]).toEqual([
    about,
    [],
  ]);
  expect([about, answer.status < 500]).toEqual([about, true]);
}

const known = new Set(
  `allow cache-control connection content-disposition content-language content-length content-security-policy
  content-type date deprecation etag keep-alive link location ratelimit ratelimit-policy referrer-policy retry-after
  strict-transport-security sunset transfer-encoding vary www-authenticate x-content-type-options x-request-id
  cross-origin-opener-policy cross-origin-resource-policy origin-agent-cluster x-dns-prefetch-control
  x-download-options x-frame-options x-permitted-cross-domain-policies x-xss-protection`.split(/\s+/),
);

test.each(breaks)("%j in any text of a body reaches no header and no log line", async (text) => {
  const address = { ...montgomery, streetAddress1: text, streetAddress2: text, city: text, state: text };
  const bodies: readonly [string, object][] = [
    ["/v1/forms", { homeAddress: address, workAddresses: [address] }],
    [
      "/v1/guided-flows",
      { homeAddress: { ...montgomery, streetAddress1: text }, workAddresses: [montgomery] },
    ],
    ["/v1/forms", { ...alabama, [text]: text }],
    ["/v1/fillPdf", { ...fillAlabama, formId: text }],
    ["/v1/fillPdf", { ...fillAlabama, formVersion: text }],
    ["/v1/fillPdf", { ...fillAlabama, signForm: text }],
    ["/v1/fillPdf", { ...fillAlabama, fields: { [text]: text, filingStatus: text } }],
    ["/v1/fillPdf", { ...fillAlabama, federalValues: { isExempt: text } }],
    [
      "/v1/fillPdf",
      { ...fillAlabama, employee: { ...americanEmployee, firstName: text, lastName: text, address } },
    ],
    ["/v1/fillPdf", { ...fillAlabama, signForm: "SIGN", employee: { ...americanEmployee, lastName: text } }],
    ["/v1/fillPdf", { ...fillAlabama, employer: { ...fillAlabama.employer, name: text, address } }],
  ];
  for (const [url, body] of bodies) {
    const bytes = Buffer.from(JSON.stringify(body));
    const headers = [authorization, "Content-Type: application/json", `Content-Length: ${bytes.length}`];
    expectClean(await ask(port, `POST ${url}`, headers, bytes.toString("latin1")), [url, text]);
  }
});

test.each(breaks)("%j in an address reaches no header and no log line", async (text) => {
  const coded = encodeURIComponent(text);
  for (const url of [
    `/v1/getPdf/${coded}`,
    `/v1/getPdf/AL101?formVersion=${coded}`,
    `/v1/formQuestionSet/${coded}/${coded}?hasFederalValues=${coded}`,
    `/v1/formQuestionSet/AL101/QS1?${coded}=${coded}`,
    `/v1/flowQuestionSet/FEDERAL/${coded}`,
    `/v1/fillPdf/${coded}`,
    `/v1/${coded}`,
    `/${coded}`,
    `/docs/${coded}`,
    `/docs/static/${coded}`,
    `/docs?${coded}`,
    `/images/${coded}/${coded}/${coded}`,
    `/problems/${coded}`,
    `/assets/${coded}`,
  ])
    for (const method of ["GET", "PUT"])
      expectClean(await ask(port, `${method} ${url}`, [authorization]), [method, url]);
});

test.each([
  "Accept-Language",
  "Accept",
  "Timezone",
  "X-Request-Id",
  "If-None-Match",
  "User-Agent",
  "Content-Type",
  "X-Forwarded-For",
  "Traceparent",
  "Api-Key",
])("%s is never in a header or a log line, except a well-formed request ID", async (name) => {
  for (const text of [
    "Injected",
    "Injected\u00e9",
    "Injected\u00ff\u0080",
    "Injected\tx",
    '"Injected", {"a":1}',
    "es;Injected=\u00e9",
    "America/Injected",
    `${"x".repeat(70)}Injected`,
    "In jected",
    "Injected/..",
  ]) {
    const body = JSON.stringify({ ...fillAlabama, signForm: "SIGN" });
    const headers = [authorization, `Content-Length: ${body.length}`, `${name}: ${text}`];
    if (name !== "Content-Type") headers.push("Content-Type: application/json");
    const answer = await ask(port, "POST /v1/fillPdf", headers, body);
    const own = name === "X-Request-Id" && text === "Injected";
    if (own) expect(answer.headers["x-request-id"]).toBe("Injected");
    else expectClean(answer, [name, text]);
    expectClean(
      await ask(
        port,
        "GET /v1/formQuestionSet/AL101/QS1",
        name === "X-Request-Id" && own ? [] : headers.slice(2),
      ),
      [name, text],
    );
  }
});

test.each(["\r", "\n", "\u0000", "\u000b", "\u001b"])(
  "the character %j in a header is no part of any header",
  async (character) => {
    const answer = answersIn(
      await sendRaw(
        port,
        `GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX-Y: a${character}Injected: b\r\n\r\n`,
      ),
    );
    expect(answer).toHaveLength(1);
    expect(answer[0]?.status).toBe(400);
    expectClean(answer[0] as RawAnswer, character);
  },
);

test("the log has only our own lines, without text of callers", () => {
  const lines = server.log().trimEnd().split("\n");
  expect(lines.length).toBeGreaterThan(500);
  for (const line of lines) {
    const entry = JSON.parse(line) as Record<string, unknown>;
    expect(entry["msg"]).toMatch(/^(?:request|overload|Server listening at http:[/.0-9:]+)$/);
    if (entry["msg"] === "request")
      expect(String(entry["requestId"])).toMatch(/^(?:[0-9a-f]{8}-[0-9a-f-]{27}|Injected)$/);
    const { requestId: _, ...rest } = entry;
    expect(JSON.stringify(rest)).not.toMatch(/injected/i);
  }
});

/** Each hides a second request where one of two readers would see it. */
const hidden = "GET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n";
const size = hidden.length;
const smuggled: readonly [string, string, string][] = [
  ["a length and chunks", `Content-Length: ${size + 5}\r\nTransfer-Encoding: chunked`, `0\r\n\r\n${hidden}`],
  ["chunks and a length", `Transfer-Encoding: chunked\r\nContent-Length: 4`, `0\r\n\r\n${hidden}`],
  ["two lengths", `Content-Length: 0\r\nContent-Length: ${size}`, hidden],
  ["two equal lengths", `Content-Length: ${size}\r\nContent-Length: ${size}`, hidden],
  ["lengths in a list", `Content-Length: ${size}, ${size}`, hidden],
  ["a length with a sign", `Content-Length: +${size}`, hidden],
  ["a negative length", "Content-Length: -1", hidden],
  ["a hexadecimal length", `Content-Length: 0x${size.toString(16)}`, hidden],
  ["a length with letters", `Content-Length: ${size}x`, hidden],
  ["a length with a space inside", "Content-Length: 1 0", hidden],
  ["an empty length", "Content-Length:", hidden],
  ["a length beyond all numbers", `Content-Length: ${"9".repeat(40)}`, hidden],
  ["a space before the colon of the length", `Content-Length : ${size}`, hidden],
  ["a space before the colon of the chunks", "Transfer-Encoding : chunked", `0\r\n\r\n${hidden}`],
  ["a tab before the colon", "Transfer-Encoding\t: chunked", `0\r\n\r\n${hidden}`],
  ["chunks that are none", "Transfer-Encoding: xchunked", `0\r\n\r\n${hidden}`],
  ["chunks not last", "Transfer-Encoding: chunked, identity", `0\r\n\r\n${hidden}`],
  ["another coding only", "Transfer-Encoding: gzip", hidden],
  ["identity and a length", `Transfer-Encoding: identity\r\nContent-Length: 0`, hidden],
  ["an empty coding", `Transfer-Encoding:\r\nContent-Length: ${size}`, hidden],
  ["a vertical tab before chunked", "Transfer-Encoding: \u000bchunked", `0\r\n\r\n${hidden}`],
  ["chunked in quotes", 'Transfer-Encoding: "chunked"', `0\r\n\r\n${hidden}`],
  ["two codings in two headers", `Transfer-Encoding: chunked\r\nTransfer-Encoding: x`, `0\r\n\r\n${hidden}`],
  ["a folded coding", "Transfer-Encoding:\r\n chunked", `0\r\n\r\n${hidden}`],
  ["a header name with a null", `X\u0000: y\r\nContent-Length: 0`, hidden],
  ["a header without a colon", "Content-Length 5\r\nX: y", hidden],
  ["a header line that begins with a space", ` Content-Length: ${size}`, hidden],
  ["an empty header name", ": x", hidden],
  ["line ends without a carriage return", `X: y\nContent-Length: ${size}`, hidden],
  ["a carriage return alone", `X: y\rContent-Length: ${size}`, hidden],
  ["a chunk size with 0x", "Transfer-Encoding: chunked", `0x5\r\nhello\r\n0\r\n\r\n${hidden}`],
  ["a negative chunk size", "Transfer-Encoding: chunked", `-5\r\nhello\r\n0\r\n\r\n${hidden}`],
  [
    "a chunk size beyond all numbers",
    "Transfer-Encoding: chunked",
    `ffffffffffffffffff\r\nhello\r\n0\r\n\r\n${hidden}`,
  ],
  ["a chunk size with a space", "Transfer-Encoding: chunked", `5 5\r\nhello\r\n0\r\n\r\n${hidden}`],
  ["no chunk size", "Transfer-Encoding: chunked", `\r\nhello\r\n0\r\n\r\n${hidden}`],
  ["a chunk longer than it says", "Transfer-Encoding: chunked", `2\r\nhello\r\n0\r\n\r\n${hidden}`],
  [
    "a chunk extension with a line feed",
    "Transfer-Encoding: chunked",
    `5;a\nb\r\nhello\r\n0\r\n\r\n${hidden}`,
  ],
  ["chunk lines without a carriage return", "Transfer-Encoding: chunked", `5\nhello\n0\n\n${hidden}`],
];

describe("request smuggling", () => {
  test.each(smuggled)("%s is rejected, and nothing after it is read", async (_, headers, body) => {
    const from = server.log().length;
    const head = `POST /v1/forms HTTP/1.1\r\nHost: x\r\n${authorization}\r\nContent-Type: application/json\r\n${headers}\r\n\r\n`;
    const answers = answersIn(await sendRaw(port, head + body));
    expect(answers.map(({ status }) => status)).toEqual([400]);
    expect(answers[0]?.headers["connection"]).toBe("close");
    const later = server.log().slice(from);
    // A request that became invalid in its body reached a handler; a second one must not. An unreadable request is
    // logged as such.
    const read = later
      .split("\n")
      .filter((line) => line.includes('"msg":"request"') && !line.includes('"route":"unreadable"'));
    expect(read.length).toBeLessThanOrEqual(1);
    expect(later).not.toContain('"route":"unmatched"');
  });

  test.each([
    ["another version", "GET /healthz HTTP/3.0\r\nHost: x\r\n\r\n"],
    ["a small version", "GET /healthz http/1.1\r\nHost: x\r\n\r\n"],
    ["HTTP/2 from the start", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["no host", "GET /healthz HTTP/1.1\r\n\r\n"],
    ["a method in small letters", "get /healthz HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a method of our own", "FETCH /healthz HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a space in the address", "GET /heal thz HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a tab in the address", "GET /heal\tthz HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a null in the address", "GET /heal\u0000thz HTTP/1.1\r\nHost: x\r\n\r\n"],
    ["a TLS greeting", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001"],
  ])("%s is rejected and the connection closed", async (_, bytes) => {
    const answers = answersIn(await sendRaw(port, bytes));
    expect(answers.map(({ status, headers }) => [status, headers["connection"]])).toEqual([[400, "close"]]);
  });

  test("a tunnel is not opened", async () => {
    expect(await sendRaw(port, "CONNECT 127.0.0.1:22 HTTP/1.1\r\nHost: x\r\n\r\n")).not.toContain(" 200 ");
  });

  test("two complete requests are both answered, in order", async () => {
    const one = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
    const two = "GET /unknown HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n";
    expect(answersIn(await sendRaw(port, one + two)).map(({ status }) => status)).toEqual([200, 404]);
  });
});
