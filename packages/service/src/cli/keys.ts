import { defined } from "@withholding-forms/interview";
import { Command, InvalidArgumentError, Option } from "commander";
import { createKey, isActive, isSandbox } from "../auth/keys.js";
import { type KeyRecord, scopes, type TokenScope } from "../store/store.js";
import { dayLength, readDay } from "./days.js";
import { print, printError } from "./print.js";
import { withStore } from "./with-store.js";

export function keysCommand(): Command {
  const keys = new Command("keys").description("API keys: create, list, revoke");

  keys
    .command("create")
    .description("create a key and show it once")
    .argument("<name>", "who or what it is for", readName)
    .option("--expires <day>", "last day the key is valid, YYYY-MM-DD in UTC", readLastDay)
    .addOption(
      new Option("--scope <scope>", "what its tokens allow; use wizard for browsers")
        .choices(scopes)
        .default("full"),
    )
    .option(
      "--sandbox",
      "for tests of an integration: its forms are marked as specimens and leave no audit event",
    )
    .option("--json", "print JSON")
    .action((name: string, { expires, scope, sandbox, json }: CreateOptions) =>
      withStore(async (store) => {
        const { key, record } = await createKey(store, name, {
          now: Date.now(),
          scope,
          sandbox: sandbox === true,
          ...defined({ expiresAt: expires }),
        });
        if (json === true) return print(JSON.stringify({ ...shown(record), key }));
        print(key);
        printError(`Created key ${record.id} for "${record.name}". It is shown only once. Store it safely.`);
      }),
    );

  keys
    .command("list")
    .description("list the keys, without the secret")
    .option("--json", "print JSON")
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store) => {
        const all = (await store.list()).map(shown);
        if (json === true) return print(JSON.stringify(all));
        for (const { id, name, state, scope, created, expires } of all) {
          print(
            `${id}  ${state.padEnd(7)}  ${scope.padEnd(6)}  ${created}  ${expires ?? "-".padEnd(10)}  ${name}`,
          );
        }
      }),
    );

  keys
    .command("revoke")
    .description("revoke a key and its tokens, permanently and within seconds")
    .argument("<id>", "the ID that keys list shows")
    .action((id: string) =>
      withStore(async (store) => {
        if (await store.revoke(id, Date.now())) return print(`Revoked key ${id}.`);
        printError(`withholding-forms: there is no key with the ID ${JSON.stringify(id)}.`);
        process.exitCode = 1;
      }),
    );

  return keys;
}

interface CreateOptions {
  readonly expires?: number;
  readonly scope: TokenScope;
  readonly sandbox?: boolean;
  readonly json?: boolean;
}

function shown(key: KeyRecord) {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10);
  const now = Date.now();
  return {
    id: key.id,
    name: key.name,
    origin: key.origin,
    scope: key.scope,
    ...(isSandbox(key.id) ? { sandbox: true } : {}),
    state: key.revokedAt !== undefined ? "revoked" : isActive(key, now) ? "active" : "expired",
    created: day(key.createdAt),
    // The day stored is the one after the last.
    ...(key.expiresAt === undefined ? {} : { expires: day(key.expiresAt - 1) }),
  };
}

function readName(name: string): string {
  if (!/^[^\p{Cc}]{1,80}$/u.test(name)) throw new InvalidArgumentError("Enter a name of 1 to 80 characters.");
  return name;
}

/** The key is valid through that day. */
function readLastDay(text: string): number {
  const end = readDay(text) + dayLength;
  if (end <= Date.now()) throw new InvalidArgumentError("The expiration date is in the past.");
  return end;
}
