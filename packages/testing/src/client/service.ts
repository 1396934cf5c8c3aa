import { createKey } from "@withholding-forms/service";
import { afterAll } from "vitest";
import { listen, pastTime } from "../service/built.js";

export interface TestService {
  readonly origin: string;
  readonly baseUrl: string;
  readonly apiKey: string;
  /** Requests so far, as `GET /v1/getAllFormIds`. */
  readonly requests: readonly string[];
  /** Number of requests for this path, without its query. */
  count(path: string): number;
  setTime(time: Date): void;
  description(): object;
}

/** The real service with the real content, listening. Closed after the file's tests. */
export async function startService(env: Readonly<Record<string, string>> = {}): Promise<TestService> {
  let time = pastTime;
  const { app, store, port, close } = await listen({ env, clock: () => time });
  afterAll(close);
  const { key } = await createKey(store, "client test", { now: time.getTime() });
  const requests: string[] = [];
  app.server.on("request", ({ method, url }) => requests.push(`${method} ${url}`));
  const origin = `http://127.0.0.1:${port}`;
  return {
    origin,
    baseUrl: `${origin}/v1`,
    apiKey: key,
    requests,
    count: (path) => requests.filter((request) => request.split(" ")[1]?.split("?")[0] === path).length,
    setTime(to) {
      time = to;
    },
    description: () => app.swagger(),
  };
}
