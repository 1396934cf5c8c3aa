import { renderPage } from "@withholding-forms/pdf";
import { answerJobs } from "../../thread-jobs.js";

export interface RenderJob {
  readonly pdf: Uint8Array;
  readonly page: number;
  readonly width: number;
}

answerJobs(({ pdf, page, width }: RenderJob) => renderPage(pdf, width, page));
