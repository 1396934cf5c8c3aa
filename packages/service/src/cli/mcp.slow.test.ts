import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import { eventually } from "@withholding-forms/testing/eventually";
import { startService } from "@withholding-forms/testing/faults/service";
import { fillAlabama } from "@withholding-forms/testing/people/samples";
import { main, start } from "@withholding-forms/testing/service/command";
import { expect, onTestFinished, test } from "vitest";

const service = await startService();
const url = `http://127.0.0.1:${service.port}/v1`;
const number = fillAlabama.employee.socialSecurityNumber;
const address = { streetAddress1: "11 S Union St", city: "Montgomery", state: "AL", zipCode: "36130" };

/** Only ends a call that would hang. */
const timeout = 600_000;

function local(): StdioClientTransport {
  const [command, args] = [process.execPath, [main, "mcp", "--service", url]];
  const env = { API_KEY: service.apiKey, PATH: process.env["PATH"] ?? "" };
  return new StdioClientTransport({ command, args, env, stderr: "pipe" });
}

interface Result {
  readonly isError?: boolean;
  readonly content: readonly { readonly text?: string; readonly resource?: { readonly blob: string } }[];
}

async function connect(transport: Transport): Promise<(name: string, given: object) => Promise<Result>> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(transport, { timeout });
  onTestFinished(() => client.close());
  const { tools } = await client.listTools(undefined, { timeout });
  expect(tools.map(({ name }) => name)).toEqual([
    ...["find_forms", "next_questions", "validate_form", "preview_form", "explain_parameter", "list_changes"],
  ]);
  return async (name, given) =>
    (await client.callTool({ name, arguments: { ...given } }, undefined, { timeout })) as unknown as Result;
}

const json = ({ content }: Result) => JSON.parse(content[0]?.text ?? "");

async function walkThrough(call: (name: string, given: object) => Promise<Result>): Promise<void> {
  const { forms } = json(await call("find_forms", { homeAddress: address }));
  expect(forms[0]).toMatchObject({ id: "W4101", recommended: true });

  const first = json(await call("next_questions", { formId: "AL101", answers: { filingStatus: "SINGLE" } }));
  expect(first).toMatchObject({
    status: "ASKING",
    problems: [{ questionId: "dependents", code: "REQUIRED" }],
  });
  expect(first.questions.map(({ id }: { id: string }) => id)).toContain("dependents");
  const answers = { filingStatus: "SINGLE", dependents: 1 };
  const last = json(await call("next_questions", { formId: "AL101", answers }));
  expect(last).toMatchObject({ status: "COMPLETE", questions: [], problems: [] });
  expect(last.perjuryStatement).toMatch(/penalt/i);

  const { signForm: _, ...form } = fillAlabama as typeof fillAlabama & { signForm?: string };
  const valid = json(await call("validate_form", form));
  expect(valid.taxParameters).toContainEqual({ id: "AL.filingStatus", value: "S", valueType: "code" });
  const wrong = await call("validate_form", {
    ...form,
    fields: { filingStatus: "SINGLE", dependents: "many" },
  });
  expect([wrong.isError, json(wrong).errors[0].questionId]).toEqual([true, "dependents"]);

  const preview = await call("preview_form", form);
  expect(Buffer.from(preview.content[1]?.resource?.blob ?? "", "base64").toString("latin1", 0, 5)).toBe(
    "%PDF-",
  );
  expect(json(preview).pdf).toBeUndefined();

  expect(json(await call("explain_parameter", { id: "AL.filingStatus" }))).toMatchObject({
    valueType: "code",
  });
  expect(json(await call("explain_parameter", { id: "nothing" })).error).toContain("no parameter");
  expect(json(await call("list_changes", { since: "2026-01-01" })).changes.length).toBeGreaterThan(0);
}

test("an agent on this machine finds, asks, checks, and previews", async () => {
  const transport = local();
  let printed = "";
  transport.stderr?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  await walkThrough(await connect(transport));
  expect(printed).toBe("");
});

test("agents with a key of their own do the same over HTTP, and no other does", async () => {
  const server = start(["mcp", "--service", url, "--http", "0"]);
  onTestFinished(() => void server.child.kill("SIGTERM"));
  let printed = "";
  server.child.stderr?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  const listening = () => /MCP: (http:\S+)/.exec(printed)?.[1];
  await eventually(() => listening() !== undefined, { what: "the URL of the MCP server" });
  const endpoint = new URL(listening()!);
  const transportWith = (headers: Record<string, string>) =>
    new StreamableHTTPClientTransport(endpoint, { requestInit: { headers } }) as Transport;

  await walkThrough(await connect(transportWith({ authorization: `Bearer ${service.apiKey}` })));
  await connect(transportWith({ "api-key": service.apiKey }));
  for (const headers of [{}, { authorization: "Bearer wrong" }, { "api-key": "wrong" }] as const) {
    const client = new Client({ name: "test", version: "1" });
    await expect(client.connect(transportWith(headers), { timeout })).rejects.toThrow("Unauthorized");
  }
  const statuses = [
    await fetch(endpoint),
    await fetch(new URL("/other", endpoint), { method: "POST", body: "{}" }),
    await fetch(endpoint, { method: "POST", body: "x".repeat(600 * 1024) }),
  ].map(({ status }) => status);
  expect(statuses).toEqual([405, 404, 413]);
  expect(printed).toBe(`MCP: ${endpoint}\n`);
});

test("hostile requests over HTTP are rejected, and the server goes on", async () => {
  const server = start(["mcp", "--service", url, "--http", "0"]);
  onTestFinished(() => void server.child.kill("SIGTERM"));
  let printed = "";
  server.child.stderr?.on("data", (part: Buffer) => {
    printed += part.toString();
  });
  const listening = () => /MCP: (http:\S+)/.exec(printed)?.[1];
  await eventually(() => listening() !== undefined, { what: "the URL of the MCP server" });
  const endpoint = listening()!;
  const send = async (body: string) => {
    const headers = {
      authorization: `Bearer ${service.apiKey}`,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    };
    const response = await fetch(endpoint, { method: "POST", headers, body });
    return { status: response.status, text: await response.text() };
  };
  const tool = (name: string, given: string) =>
    send(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`);

  for (const body of ["", "x", "null", "[".repeat(200_000), '{"jsonrpc":"2.0"}'])
    expect([body.slice(0, 9), (await send(body)).status]).toEqual([body.slice(0, 9), 400]);
  const deep = `{"employee":${'{"a":'.repeat(50_000)}1${"}".repeat(50_000)},"formId":"AL101","fields":{}}`;
  const calls = [
    await tool("preview_form", deep),
    await tool(
      "preview_form",
      '{"formId":"AL101","employee":{"__proto__":{"firstName":"x"}},"fields":{"__proto__":"x"}}',
    ),
    await tool("next_questions", '{"formId":"..","answers":{}}'),
    await tool("next_questions", '{"formId":"__proto__","answers":{"constructor":"x"}}'),
    await tool("explain_parameter", '{"id":7}'),
    await tool("constructor", "{}"),
  ];
  for (const { status, text } of calls) {
    expect([status, text.length < 10_000]).toEqual([200, true]);
    expect(text).toMatch(/"isError":true|"error":/);
    expect(text).not.toMatch(/node_modules|\.js:/);
  }
  const unsized = await fetch(endpoint, {
    method: "POST",
    headers: { authorization: `Bearer ${service.apiKey}` },
    body: new Blob(["{}"]).stream(),
    duplex: "half",
  } as RequestInit);
  expect(unsized.status).toBe(413);
  expect((await tool("explain_parameter", '{"id":"AL.filingStatus"}')).text).toContain("valueType");
  expect(printed).toBe(`MCP: ${endpoint}\n`);
});

test("no tool can sign", async () => {
  const call = await connect(local());
  for (const name of ["validate_form", "preview_form"]) {
    const result = await call(name, { ...fillAlabama, signForm: "SIGN" });
    expect([json(result).signedAt, json(result).sha256]).toEqual([undefined, undefined]);
  }
  const events = await start(["audit", "list", "--json"], "", { DATA_DIR: service.dataDir }).ended;
  expect(events.stdout).not.toContain("AL101");
  expect(service.output().stdout + service.output().stderr).not.toContain(number);
});

test("without a key it does not start", async () => {
  const { code, stderr } = await start(["mcp", "--service", url], "", { API_KEY: "" }).ended;
  expect([code, stderr]).toEqual([1, "withholding-forms: Set API_KEY to the key that the agent uses.\n"]);
});
