/** A number of `/metrics`. */
export async function metric({ url }: { readonly url: string }, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`, { headers: { connection: "close" } })).text();
  return Number(new RegExp(`^${name} (.+)$`, "m").exec(text)?.[1]);
}
