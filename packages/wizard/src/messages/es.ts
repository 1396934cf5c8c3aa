export { default as words } from "./es.json" with { type: "json" };
export { default as regions } from "./regions-es.json" with { type: "json" };
