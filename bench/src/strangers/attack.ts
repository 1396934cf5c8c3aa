import { request } from "node:http";
import { constants, setPriority } from "node:os";

/** What attackers send to `/verify`. */
export interface AttackOrder {
  readonly port: number;
  /** The whole body, as Base64: a form with the boundary `x`. */
  readonly body: string;
  readonly uploads: number;
  /** Bytes of the body that each upload sends at first. The rest never follows. Undefined: everything, again and again. */
  readonly stopAt?: number;
  readonly seconds: number;
}

export interface AttackReport {
  readonly byStatus: Readonly<Record<string, number>>;
}

// The service and those who sign share two cores with the attackers, who have their own machines elsewhere.
setPriority(constants.priority.PRIORITY_LOW);

/** Each upload comes from the next of this many addresses, so that no limit per address stops the attack. */
const addresses = 250;
let uploads = 0;
const byStatus: Record<string, number> = {};

process.once("message", async (order: AttackOrder) => {
  const body = Buffer.from(order.body, "base64");
  const until = performance.now() + order.seconds * 1000;
  const attack = async (): Promise<void> => {
    while (performance.now() < until) {
      const status = await upload(order, body, until - performance.now());
      byStatus[status] = (byStatus[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: order.uploads }, attack));
  process.send!({ byStatus } satisfies AttackReport, undefined, undefined, () => process.exit(0));
});

function upload({ port, stopAt }: AttackOrder, body: Buffer, leftMs: number): Promise<string> {
  uploads += 1;
  const localAddress = `127.0.1.${1 + (uploads % addresses)}`;
  const headers = { "content-type": "multipart/form-data; boundary=x", "content-length": body.length };
  return new Promise((resolve) => {
    const sent = request({ host: "127.0.0.1", port, method: "POST", path: "/verify", headers, localAddress });
    const end = setTimeout(() => sent.destroy(), leftMs);
    let status = "no response";
    sent.on("response", (response) => {
      status = String(response.statusCode);
      response.resume();
    });
    sent.on("error", () => {});
    sent.on("close", () => {
      clearTimeout(end);
      resolve(status);
    });
    if (stopAt === undefined) sent.end(body);
    else sent.write(body.subarray(0, stopAt));
  });
}
