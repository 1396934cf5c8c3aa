import { afterEach, describe, expect, it, vi } from "vitest";
import { type ClientOptions, createClient } from "./index.js";
import { startLocalServer, tokenOf } from "./test/local-server.js";

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("createClient", () => {
  const baseUrl = "https://forms.example.com/v1";

  it("needs a key or getToken, and not both", () => {
    expect(() => createClient({ baseUrl } as ClientOptions)).toThrow(TypeError);
    const both = { baseUrl, apiKey: "key", getToken: () => "" } as unknown as ClientOptions;
    expect(() => createClient(both)).toThrow(TypeError);
  });

  it("rejects a key in a browser, and accepts getToken there", () => {
    vi.stubGlobal("window", {});
    vi.stubGlobal("document", {});
    expect(() => createClient({ baseUrl, apiKey: "key" })).toThrow(/must not be in a browser/);
    expect(createClient({ baseUrl, getToken: () => "token" }).language).toBe("en");
  });

  it.each(["", "forms.example.com", "ftp://forms.example.com"])("rejects the URL %j", (address) => {
    expect(() => createClient({ baseUrl: address, apiKey: "key" })).toThrow(TypeError);
  });

  it("accepts a URL relative to the page", async () => {
    const { origin, received } = await startLocalServer(() => ({ body: [] }));
    vi.stubGlobal("location", { href: `${origin}/wizard/index.html` });
    await createClient({ baseUrl: "/v1", getToken: () => "token" }).getAllFormIds();
    expect(received.map(({ path }) => path)).toEqual(["/v1/getAllFormIds"]);
  });

  it("logs in at the origin of the service, or at authUrl", async () => {
    const { origin, received } = await startLocalServer(() => ({ body: { accessToken: "t" } }));
    await createClient({ baseUrl: `${origin}/payroll/v1/`, apiKey: "key" }).login();
    await createClient({ baseUrl: `${origin}/v1`, authUrl: `${origin}/payroll/`, apiKey: "key" }).login();
    expect(received.map(({ path }) => path)).toEqual([
      "/authentication/login",
      "/payroll/authentication/login",
    ]);
  });

  it("cannot log in without a key", async () => {
    await expect(createClient({ baseUrl, getToken: () => "token" }).login()).rejects.toBeInstanceOf(
      TypeError,
    );
  });

  it("uses the fetch it is given", async () => {
    const asked: string[] = [];
    const client = createClient({
      baseUrl,
      getToken: () => "token",
      fetch: async (url) => {
        asked.push(url);
        return Response.json(["AL101"]);
      },
    });
    expect(await client.getAllFormIds()).toEqual(["AL101"]);
    expect(asked).toEqual(["https://forms.example.com/v1/getAllFormIds"]);
  });

  it("escapes IDs and queries in the URL", async () => {
    const asked: string[] = [];
    const client = createClient({
      baseUrl,
      getToken: () => "token",
      fetch: async (url) => {
        asked.push(url);
        return Response.json({});
      },
    });
    await client.formQuestionSet("A/L?1", "QS 1", { formVersion: "2025.4.0&x=1", hasFederalValues: true });
    await client.flowQuestionSet("É", "QS1");
    expect(asked).toEqual([
      "https://forms.example.com/v1/formQuestionSet/A%2FL%3F1/QS%201?formVersion=2025.4.0%26x%3D1&hasFederalValues=true",
      "https://forms.example.com/v1/flowQuestionSet/%C3%89/QS1",
    ]);
    for (const id of ["", ".", ".."]) await expect(client.getPdf(id)).rejects.toBeInstanceOf(TypeError);
    expect(asked).toHaveLength(2);
  });

  it("returns its token, renewed when needed", async () => {
    const day = tokenOf({ iat: 1_800_000_000, exp: 1_800_086_400 });
    const { origin, count } = await startLocalServer(() => ({ body: { accessToken: day } }));
    const client = createClient({ baseUrl: `${origin}/v1`, apiKey: "key" });
    expect(await client.accessToken()).toBe(day);
    expect(await client.accessToken()).toBe(day);
    expect(count("/authentication/login")).toBe(1);
  });
});
