import { Command } from "commander";
import { createTokens, revokeToken, rotateSecret, tokenLifetime } from "../auth/tokens.js";
import { OperatorError } from "../operator-error.js";
import { openSnapshot } from "../store/snapshot.js";
import type { Store, TokenRevocation } from "../store/store.js";
import { print } from "./print.js";
import { withStore } from "./with-store.js";

export function tokensCommand(): Command {
  const tokens = new Command("tokens").description(
    "access tokens: rotate the signing secret, revoke a token",
  );
  tokens
    .command("rotate")
    .description("sign new tokens with a new secret; existing tokens stay valid until they expire")
    .action(() =>
      withStore(async (store) => {
        await rotateSecret(store, Date.now());
        print("Rotated the signing secret. Existing tokens stay valid until they expire.");
      }),
    );
  tokens
    .command("revoke")
    .description("revoke one token on every instance within seconds; other tokens of its key stay valid")
    .argument("<token>", "the access token, or its ID (the jti claim)")
    .action((text: string) =>
      withStore(async (store) => {
        const revocation = await revocationOf(store, text, Date.now());
        await revokeToken(store, revocation, Date.now());
        print(`Revoked token ${revocation.tokenId}.`);
      }),
    );
  return tokens;
}

async function revocationOf(store: Store, text: string, now: number): Promise<TokenRevocation> {
  // How long the token of an id is valid is not known here; no token is valid for longer than this.
  if (/^[A-Za-z0-9_-]{22}$/.test(text)) return { tokenId: text, expiresAt: now + tokenLifetime };
  const snapshot = await openSnapshot(store);
  try {
    const token = await createTokens(store, snapshot, () => now).verify(text);
    if (token === undefined)
      throw new OperatorError("This token was not issued by this service, or it has expired.");
    return token;
  } finally {
    snapshot.stop();
  }
}
