import { endWith } from "./exitCodes.js";

export interface CheckOptions {
  readonly only?: string;
  readonly draw: boolean;
  readonly json: boolean;
}

/** Proves the content, as `npm run check` does. */
export async function check({ json, ...options }: CheckOptions): Promise<void> {
  const { checkContent, contentRoot, problemLine } = await import("@withholding-forms/catalog/compile");
  const { problems, compiled } = await checkContent(contentRoot, options);
  const formVersions = compiled?.forms.length ?? 0;
  const jurisdictions = compiled?.jurisdictions.length ?? 0;
  if (problems.length > 0) endWith("REFUSED");
  if (json) return console.log(JSON.stringify({ formVersions, jurisdictions, problems }));
  for (const problem of problems) console.error(problemLine(problem));
  if (problems.length > 0)
    return console.error(`${problems.length} problem${problems.length === 1 ? "" : "s"}`);
  console.log(`${formVersions} form versions in ${jurisdictions} jurisdictions are sound.`);
}
