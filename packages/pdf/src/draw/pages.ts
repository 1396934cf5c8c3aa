import type { FormLayout, SectionBlock } from "../layout.js";
import { type Placed, paginate, type Room } from "./flow.js";
import { footTop, paintFoot } from "./foot.js";
import { headBlock, paintRunningHead, runningHead } from "./head.js";
import { blankPage, type Page, type Tag } from "./ink.js";
import { type Content, type Section, sectionPieces } from "./section.js";
import { type Theme, themes } from "./theme.js";

/** What is on the pages, before it is written as a file. */
export interface DrawnPages {
  readonly pages: readonly Page[];
  /** The root of the structure tree. */
  readonly document: Tag;
}

/** Draws a form's empty pages with their fields and tags. Throws for a layout that cannot be drawn. */
export function drawPages(layout: FormLayout): DrawnPages {
  const document: Tag = { role: "Document", kids: [] };
  const head = headBlock(layout.head, document);
  const bottom = footTop(layout) - 4;
  const room: Room = (index) => ({ top: index === 0 ? head.bottom : runningHead.bottom, bottom });

  const placed: Placed[][] = [];
  for (const sections of parts(layout)) {
    const chosen = roomiest(sections, layout, room, placed.length);
    document.kids.push(...chosen.tags);
    placed.push(...chosen.pages);
  }

  const pages: Page[] = placed.map((pieces, index) => {
    const page = blankPage();
    if (index === 0) head.paint(page);
    else paintRunningHead(page, layout);
    for (const { piece, top, shift } of pieces) piece.paint(page, top, shift);
    paintFoot(page, layout, index + 1, placed.length);
    return page;
  });
  return { pages, document };
}

interface SetPart {
  readonly pages: Placed[][];
  readonly tags: Tag["kids"];
}

/** Sets a part in the roomiest theme that needs no more pages than the tightest. */
function roomiest(sections: readonly Section[], layout: FormLayout, room: Room, firstPage: number): SetPart {
  const settings: SetPart[] = [];
  for (const theme of themes) {
    const setting = setPart(sections, layout, theme, room, firstPage);
    // No theme needs less than one page.
    if (setting.pages.length <= 1) return setting;
    settings.push(setting);
  }
  const fewest = Math.min(...settings.map((setting) => setting.pages.length));
  return settings.find((setting) => setting.pages.length === fewest)!;
}

function setPart(
  sections: readonly Section[],
  layout: FormLayout,
  theme: Theme,
  room: Room,
  firstPage: number,
): SetPart {
  const part: Tag = { role: "Document", kids: [] };
  const pieces = sections.flatMap((section, index) => {
    const before = sections[index - 1]?.blocks.at(-1);
    return sectionPieces(section, theme, layout.language, part, before?.kind === "row");
  });
  return { pages: paginate(pieces, room, firstPage), tags: part.kids };
}

/** The blocks between page breaks, gathered into sections; a section continues after a page break. */
function parts(layout: FormLayout): Section[][] {
  const result: Section[][] = [[]];
  let current: SectionBlock | undefined;
  let open: { opening?: SectionBlock; resumes?: SectionBlock; blocks: Content[] } | undefined;
  for (const block of layout.blocks) {
    if (block.kind === "pageBreak") {
      result.push([]);
      open = undefined;
    } else if (block.kind === "section") {
      current = block;
      open = { opening: block, blocks: [] };
      result.at(-1)!.push(open);
    } else {
      if (open === undefined) {
        open = { ...(current === undefined ? {} : { resumes: current }), blocks: [] };
        result.at(-1)!.push(open);
      }
      open.blocks.push(block);
    }
  }
  return result.filter((part) => part.length > 0);
}
