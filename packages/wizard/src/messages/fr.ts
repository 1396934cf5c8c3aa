export { default as words } from "./fr.json" with { type: "json" };
export { default as regions } from "./regions-fr.json" with { type: "json" };
