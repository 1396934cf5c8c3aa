import { type StepDetail, WithholdingWizard } from "../index.js";

/** The page's own text around the wizard. The HTML has the English text. */
const words = {
  en: {
    about: "About this service",
    warning: "Demo only. Do not enter real personal information.",
  },
  es: {
    about: "Sobre este servicio",
    warning: "Solo una demostración. No escriba datos personales reales.",
  },
  fr: {
    about: "À propos de ce service",
    warning: "Démonstration seulement. N’entrez pas de vrais renseignements personnels.",
  },
} as const;

/** The page at `/`: the wizard with a made-up employer and a demo token. */
const wizard = document.querySelector("withholding-wizard");
if (wizard instanceof WithholdingWizard) {
  wizard.addEventListener("step", (event) => {
    const { title, language } = (event as CustomEvent<StepDetail>).detail;
    document.title = `${title} – Withholding Forms`;
    document.documentElement.lang = language;
    const { about, warning } = words[language];
    document.querySelector("header nav")?.setAttribute("aria-label", about);
    const footer = document.querySelector("footer p");
    if (footer !== null) footer.textContent = warning;
  });
  wizard.employer = {
    name: "Example Payroll Inc.",
    federalEIN: "98-7654321",
    telephoneNumber: "555-867-5309",
  };
  wizard.getToken = async () => (await demo()).accessToken;
  // Relative, so that the page also works below a path prefix of a proxy.
  wizard.serviceUrl = (await demo()).basePath.replace(/^\//, "") || ".";
}

async function demo(): Promise<{ readonly accessToken: string; readonly basePath: string }> {
  return (await fetch("demo/token")).json();
}
