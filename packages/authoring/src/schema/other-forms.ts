import { keyed, words } from "./parts.js";

/** `other-forms.yaml` */
export const otherForms = keyed(".", words, {
  title: "Agency forms that sentences name and that are no certificates for employers: what each is",
});
