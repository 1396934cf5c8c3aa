import { Command } from "commander";
import { readConfig } from "../config.js";
import { rotateSecret } from "../tokens.js";
import { openStore } from "./store.js";

export function tokensCommand(): Command {
  const tokens = new Command("tokens").description("secrets that access tokens are signed with");
  tokens
    .command("rotate")
    .description("sign new tokens with a new secret; tokens issued before stay valid until they end")
    .action(async () => {
      const store = openStore(readConfig(process.env));
      try {
        await rotateSecret(store, Date.now());
        console.log("New tokens are signed with a new secret.");
      } finally {
        await store.close();
      }
    });
  return tokens;
}
