import { defined } from "@withholding-forms/interview";
import { Command, InvalidArgumentError, Option } from "commander";
import { createKey, isActive } from "../auth/keys.js";
import { type KeyRecord, type Scope, scopes } from "../store/store.js";
import { dayLength, readDay } from "./days.js";
import { withStore } from "./with-store.js";

export function keysCommand(): Command {
  const keys = new Command("keys").description("API keys: create, list, revoke");

  keys
    .command("create")
    .description("make a key and show it, once")
    .argument("<name>", "who or what it is for", readName)
    .option("--expires <day>", "last day of the key, YYYY-MM-DD in UTC", readLastDay)
    .addOption(
      new Option("--scope <scope>", "calls that its tokens may make; wizard is for browsers")
        .choices(scopes)
        .default("full"),
    )
    .option("--json", "print JSON")
    .action((name: string, { expires, scope, json }: CreateOptions) =>
      withStore(async (store) => {
        const { key, record } = await createKey(store, name, {
          now: Date.now(),
          scope,
          ...defined({ expiresAt: expires }),
        });
        if (json === true) return console.log(JSON.stringify({ ...shown(record), key }));
        console.log(key);
        console.error(`Key ${record.id} is for "${record.name}". It is shown only once. Keep it safe.`);
      }),
    );

  keys
    .command("list")
    .description("list the keys, never their text")
    .option("--json", "print JSON")
    .action(({ json }: { json?: boolean }) =>
      withStore(async (store) => {
        const all = (await store.list()).map(shown);
        if (json === true) return console.log(JSON.stringify(all));
        for (const { id, name, state, scope, created, expires } of all) {
          console.log(
            `${id}  ${state.padEnd(7)}  ${scope.padEnd(6)}  ${created}  ${expires ?? "-".padEnd(10)}  ${name}`,
          );
        }
      }),
    );

  keys
    .command("revoke")
    .description("end a key and its tokens, within seconds and for good")
    .argument("<id>", "as in the list")
    .action((id: string) =>
      withStore(async (store) => {
        if (await store.revoke(id, Date.now())) return console.log(`Key ${id} is revoked.`);
        console.error(`withholding-forms: there is no key with the id ${JSON.stringify(id)}.`);
        process.exitCode = 1;
      }),
    );

  return keys;
}

interface CreateOptions {
  readonly expires?: number;
  readonly scope: Scope;
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
    state: key.revokedAt !== undefined ? "revoked" : isActive(key, now) ? "active" : "expired",
    created: day(key.createdAt),
    // The day stored is the one after the last.
    ...(key.expiresAt === undefined ? {} : { expires: day(key.expiresAt - 1) }),
  };
}

function readName(name: string): string {
  if (!/^[^\p{Cc}]{1,80}$/u.test(name)) throw new InvalidArgumentError("Give a name of 1 to 80 characters.");
  return name;
}

/** The key is good through that day. */
function readLastDay(text: string): number {
  const end = readDay(text) + dayLength;
  if (end <= Date.now()) throw new InvalidArgumentError("That day is over.");
  return end;
}
