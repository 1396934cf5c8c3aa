import { type StepDetail, WithholdingWizard } from "../index.js";

/** The page at `/`: the wizard with an employer that does not exist and a token for trying it out. */
const wizard = document.querySelector("withholding-wizard");
if (wizard instanceof WithholdingWizard) {
  wizard.addEventListener("step", (event) => {
    const { title, language } = (event as CustomEvent<StepDetail>).detail;
    document.title = `${title} – Withholding Forms`;
    document.documentElement.lang = language;
  });
  wizard.employer = {
    name: "Example Payroll Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "555-867-5309",
  };
  wizard.getToken = async () => (await demo()).accessToken;
  // Relative, so that the page also works below a path of a proxy.
  wizard.serviceUrl = (await demo()).basePath.replace(/^\//, "") || ".";
}

async function demo(): Promise<{ readonly accessToken: string; readonly basePath: string }> {
  return (await fetch("demo/token")).json();
}
