/** Entry point for adding an agency's own file. It parses PDFs, so a running service never imports it. */
export { makeOfficial, verifyOfficial } from "./agency/make.js";
