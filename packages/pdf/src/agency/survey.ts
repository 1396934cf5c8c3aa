import { readWidgets } from "../compile/fields.js";
import type { Slot } from "../template.js";
import { openAgencyFile } from "./open.js";
import { type PageWords, pageWords } from "./page-words.js";

/** What is on the pages of an agency's file: its words, and its fields. */
export interface AgencySurvey {
  readonly pages: readonly SurveyedPage[];
  /** Without push buttons, in the order of the pages. One field may have several boxes. */
  readonly fields: readonly AgencyField[];
}

export interface SurveyedPage extends PageWords {
  /** The lower left corner in the coordinates of the fields: some agencies crop their pages. */
  readonly left: number;
  readonly bottom: number;
}

export interface AgencyField extends Pick<Slot, "name" | "page" | "rect" | "kind" | "tooltip" | "cells"> {
  /** Text that the agency put there and that cannot be changed, such as a help banner. */
  readonly shows?: string;
}

export async function surveyAgencyFile(file: Uint8Array): Promise<AgencySurvey> {
  const document = await openAgencyFile(file);
  const corners = document.getPages().map((page) => page.getCropBox());
  const pages = (await pageWords(file)).map((page, index) => ({
    ...page,
    left: corners[index]?.x ?? 0,
    bottom: corners[index]?.y ?? 0,
  }));
  const fields = readWidgets(document).flatMap(({ slot, readOnly, value }): AgencyField[] => {
    if (slot === undefined) return [];
    const { name, page, rect, kind, tooltip, cells } = slot;
    return [
      {
        name,
        page,
        rect,
        kind,
        ...(tooltip === undefined ? {} : { tooltip }),
        ...(cells === undefined ? {} : { cells }),
        ...(readOnly && value !== "" ? { shows: value } : {}),
      },
    ];
  });
  return { pages, fields };
}
