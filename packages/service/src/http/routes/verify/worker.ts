import { workerData } from "node:worker_threads";
import type { SealTrust } from "@withholding-forms/pdf/seal";
import { checkFile } from "../../../app/verify-file.js";
import { answerJobs } from "../../thread-jobs.js";

answerJobs((bytes: Uint8Array) => checkFile(bytes, workerData as SealTrust));
