import type { HeadingBlock, ListBlock, TextBlock } from "../layout.js";
import { type Area, plain, strong, withLead } from "./area.js";
import type { Piece } from "./flow.js";
import { baselineOf, lines, type Setting, type Tag, tagged, words } from "./ink.js";
import { type Line, wrap } from "./wrap.js";

export function headingPieces(block: HeadingBlock, area: Area, parent: Tag): Piece[] {
  const { heading, leading, grid } = area.theme;
  const set = wrap(strong(block.text), heading, area.right - area.words);
  const tag = tagged(parent, "H3");
  return [
    {
      height: set.length * leading,
      gap: grid,
      keep: true,
      paint: (page, top, shift) =>
        lines(page, tag, set, { size: heading, leading }, { left: area.words + shift, width: 0, top }),
    },
  ];
}

export function textPieces(block: TextBlock, area: Area, parent: Tag): Piece[] {
  const { theme } = area;
  const small = block.style === "small";
  const setting: Setting = small
    ? { size: theme.small, leading: theme.smallLeading }
    : { size: theme.body, leading: theme.leading };
  const spans = block.style === "bold" ? strong(block.text) : withLead(block.lead, block.text);
  const place = { left: area.words, width: area.right - area.words };
  const pieces = paragraph(tagged(parent, "P"), wrap(spans, setting.size, place.width), setting, place.left);
  return pieces.map((piece, index) => ({
    ...piece,
    ...(index === 0 ? { gap: theme.grid / 2 } : {}),
    // A declaration is what is signed: it is always on the same page as the signature.
    ...(block.style === "declaration" || (index === pieces.length - 1 && block.text.endsWith(":"))
      ? { keep: true }
      : {}),
  }));
}

export function listPieces(block: ListBlock, area: Area, parent: Tag): Piece[] {
  const { body, leading, grid } = area.theme;
  const list = tagged(parent, "L");
  const indent = 10;
  return block.items.flatMap((item, index) => {
    const entry = tagged(list, "LI");
    const label = tagged(entry, "Lbl");
    const left = area.words + indent;
    const set = wrap(plain(item), body, area.right - left);
    const pieces = paragraph(tagged(entry, "LBody"), set, { size: body, leading }, left);
    return pieces.map((piece, position) =>
      position > 0
        ? piece
        : {
            ...piece,
            gap: index === 0 ? grid / 2 : grid / 4,
            paint: (page, top, shift) => {
              words(
                page,
                label,
                "regular",
                body,
                area.words + 2 + shift,
                baselineOf(top, leading, body),
                "\u2022",
              );
              piece.paint(page, top, shift);
            },
          },
    );
  });
}

/** A paragraph as pieces: it may be cut between pages, but never so that one line is alone. */
function paragraph(tag: Tag, set: readonly Line[], setting: Setting, left: number): Piece[] {
  const together =
    set.length < 5 ? [set] : [set.slice(0, 2), ...set.slice(2, -2).map((l) => [l]), set.slice(-2)];
  return together.map((some, index) => ({
    height: some.length * setting.leading,
    paint: (page, top, shift) =>
      lines(
        page,
        tag,
        some,
        { ...setting, continues: index < together.length - 1 },
        { left: left + shift, width: 0, top },
      ),
  }));
}
