// Hundreds of small files: the build bundles them into this one (scripts/build), which loads fifteen times faster.
export { type Static, type TProperties, type TSchema, Type } from "typebox";
export { Compile } from "typebox/compile";
