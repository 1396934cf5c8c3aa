// Hundreds of small files: the build bundles them into this one (scripts/build), which loads faster.
export { type Static, type TProperties, type TSchema, Type } from "typebox";
export { Compile } from "typebox/compile";
