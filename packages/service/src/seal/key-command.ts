import { type ChildProcess, spawn } from "node:child_process";
import { type KeyObject, verify } from "node:crypto";
import { once } from "node:events";
import { isSetting } from "../config.js";

/** Longer than any signature. */
const maxOutputBytes = 8 * 1024;

/**
 * Signs with a program that has access to a key that cannot be read, such as one in a hardware security module. It gets
 * the bytes to sign on standard input and writes the signature to standard output.
 */
export function commandSigner(
  [program, ...args]: readonly string[],
  publicKey: KeyObject,
  timeoutMs: number,
): (bytes: Uint8Array) => Promise<Buffer> {
  return async (bytes) => {
    const child = spawn(program!, args, {
      stdio: ["pipe", "pipe", "ignore"],
      env: withoutOurs(process.env),
      // A separate process group, so that what the program starts ends with it.
      detached: true,
    });
    const chunks: Buffer[] = [];
    let length = 0;
    child.stdout.on("data", (chunk: Buffer) => {
      length += chunk.length;
      if (length > maxOutputBytes) killGroup(child);
      else chunks.push(chunk);
    });
    // A program that does not read its input shows that in its exit code or signature.
    child.stdin.on("error", () => {});
    child.stdin.end(bytes);
    const code = await ended(child, timeoutMs);
    if (length > maxOutputBytes) throw new Error(`wrote more than ${maxOutputBytes} bytes`);
    if (code !== 0) throw new Error(`ended with code ${code}`);
    const signature = Buffer.concat(chunks);
    // A form with a broken seal must never leave the service.
    if (!isSignature(bytes, publicKey, signature))
      throw new Error("wrote no signature that belongs to the certificate");
    return signature;
  };
}

async function ended(child: ChildProcess, timeoutMs: number): Promise<number | null> {
  const kill = (): void => killGroup(child);
  process.once("exit", kill);
  try {
    const [code] = (await once(child, "close", { signal: AbortSignal.timeout(timeoutMs) })) as [
      number | null,
    ];
    return code;
  } catch (error) {
    kill();
    // A process that left the group may still have the pipe open.
    child.stdout?.destroy();
    const { name, code } = error as NodeJS.ErrnoException;
    throw new Error(name === "AbortError" ? `took longer than ${timeoutMs} ms` : `cannot be run: ${code}`);
  } finally {
    process.off("exit", kill);
  }
}

/** Kills the program and everything it started. A system without process groups kills the program alone. */
function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, "SIGKILL");
  } catch {
    child.kill("SIGKILL");
  }
}

function isSignature(bytes: Uint8Array, publicKey: KeyObject, signature: Buffer): boolean {
  try {
    return verify("sha256", bytes, publicKey, signature);
  } catch {
    return false;
  }
}

/** Our own settings contain secrets that the program does not need. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !isSetting(name)));
}
