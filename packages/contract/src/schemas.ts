export * from "./schemas/address.js";
export { named, published, reference, type Shape, words } from "./schemas/build.js";
export * from "./schemas/errors.js";
export * from "./schemas/fill-pdf.js";
export * from "./schemas/form-fields.js";
export * from "./schemas/form-information.js";
export * from "./schemas/forms.js";
export * from "./schemas/overview.js";
export * from "./schemas/questions.js";
