import type { WithholdingWizard } from "../index.js";

/** Starts the wizard with a demo token. `as`: a person of the start page. */
export async function demo(wizard: WithholdingWizard, as = ""): Promise<void> {
  // Relative, so that the page also works below a path prefix of a proxy.
  const read = async () => (await fetch(`demo/token?as=${encodeURIComponent(as)}`)).json();
  const { basePath, person } = await read();
  wizard.employer = {
    name: "Example Payroll Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "555-867-5309",
  };
  Object.assign(wizard, person);
  wizard.getToken = async () => (await read()).accessToken;
  wizard.serviceUrl = basePath.replace(/^\//, "") || ".";
}
