import { once } from "node:events";
import { connect } from "node:net";
import { type Daemon, daemonFolder, startDaemon } from "./daemon.js";

export interface RedisServer extends Daemon {
  /** REDIS_URL of it. */
  readonly url: string;
  /** Sends one command, such as `FLUSHALL`, and returns the first line of the response. */
  command(...words: readonly string[]): Promise<string>;
}

export interface RedisChoices {
  readonly password?: string;
}

/** A separate Redis server that keeps nothing on disk. It goes after the file's tests. */
export async function startRedis({ password }: RedisChoices = {}): Promise<RedisServer> {
  const folder = daemonFolder("redis");
  const command = async (port: number, words: readonly string[]): Promise<string> => {
    const login = password === undefined ? [] : [["AUTH", password]];
    const lines = await converse(port, [...login, words]);
    return lines.at(-1) ?? "";
  };
  const daemon = await startDaemon({
    name: "redis-server",
    args: (port) => [
      ...["--port", String(port), "--bind", "127.0.0.1", "--dir", folder, "--save", "", "--appendonly", "no"],
      ...(password === undefined ? [] : ["--requirepass", password]),
    ],
    answers: async (port) => {
      const answer = await command(port, ["PING"]);
      if (answer !== "+PONG") throw new Error(`Redis answers ${answer}`);
    },
    end: "SIGTERM",
    unprivileged: true,
  });
  const login = password === undefined ? "" : `:${encodeURIComponent(password)}@`;
  return {
    ...daemon,
    url: `redis://${login}127.0.0.1:${daemon.port}`,
    command: (...words) => command(daemon.port, words),
  };
}

/** Sends commands one after the other; the first line of each answer. */
async function converse(port: number, commands: readonly (readonly string[])[]): Promise<string[]> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    const answers: string[] = [];
    for (const words of commands) {
      const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
      socket.write(`*${words.length}\r\n${parts.join("")}`);
      const [answer] = (await once(socket, "data")) as [Buffer];
      answers.push(answer.toString().split("\r\n")[0] ?? "");
    }
    return answers;
  } finally {
    socket.destroy();
  }
}
