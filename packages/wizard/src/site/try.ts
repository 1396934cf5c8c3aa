import { type StepDetail, WithholdingWizard } from "../index.js";
import { demo } from "./demo.js";

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

/** The page at `/try`: the wizard with a made-up employer, a demo token, and the addresses of the person who was chosen. */
const wizard = document.querySelector("withholding-wizard");
if (wizard instanceof WithholdingWizard) {
  const asked = new URLSearchParams(location.search);
  const language = asked.get("language");
  if (language === "en" || language === "es" || language === "fr") wizard.language = language;
  wizard.addEventListener("step", (event) => {
    const { title, language } = (event as CustomEvent<StepDetail>).detail;
    document.title = `${title} – Withholding Forms`;
    document.documentElement.lang = language;
    const { about, warning } = words[language];
    document.querySelector("header nav")?.setAttribute("aria-label", about);
    document.querySelector("header a")?.setAttribute("href", `./?language=${language}`);
    const footer = document.querySelector("footer p");
    if (footer !== null) footer.textContent = warning;
  });
  // What another person answered is not this person's.
  const as = asked.get("as") ?? "";
  if ((sessionStorage.getItem("as") ?? "") !== as) sessionStorage.clear();
  sessionStorage.setItem("as", as);
  await demo(wizard, as);
}
