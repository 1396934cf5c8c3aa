// Bundled after the build, as typebox.ts is.
export { default as helmet } from "@fastify/helmet";
export { default as swagger } from "@fastify/swagger";
export { fastify, LogController } from "fastify";
