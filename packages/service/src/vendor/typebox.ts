// Hundreds of small files: bundled into this one after the build (scripts/bundle.mjs), they load fifteen times faster.
export { type Static, type TProperties, type TSchema, Type } from "typebox";
export { Compile } from "typebox/compile";
