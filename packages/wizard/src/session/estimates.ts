/** A file of its own in the bundle: only employees who enter their pay need it. */
export { compareTwoJobs, estimatePaycheck } from "@withholding-forms/estimate";
