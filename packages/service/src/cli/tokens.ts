import { Command } from "commander";
import { rotateSecret } from "../tokens.js";
import { withStore } from "./store.js";

export function tokensCommand(): Command {
  const tokens = new Command("tokens").description("secrets that access tokens are signed with");
  tokens
    .command("rotate")
    .description("sign new tokens with a new secret; tokens issued before stay valid until they end")
    .action(() =>
      withStore(async (store) => {
        await rotateSecret(store, Date.now());
        console.log("New tokens are signed with a new secret.");
      }),
    );
  return tokens;
}
