import { type PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, type PDFRef } from "@cantoo/pdf-lib";
import type { Page, Tag, Widget } from "./ink.js";

/** The structure tree of a tagged PDF, and the references to it from every page and field. */
export function structure(
  context: PDFContext,
  document: Tag,
  pages: readonly Page[],
  pageRefs: readonly PDFRef[],
  widgets: ReadonlyMap<Widget, PDFRef>,
): PDFRef {
  const refs = new Map<Tag, PDFRef>();
  const pageOf = (page: Page) => pageRefs[pages.indexOf(page)]!;

  const element = (tag: Tag, parent: PDFRef): PDFRef => {
    const ref = context.nextRef();
    refs.set(tag, ref);
    const home = tag.kids.find((kid) => "page" in kid)?.page;
    const kids = tag.kids.map((kid) => {
      if ("role" in kid) return element(kid, ref);
      if ("field" in kid) return context.obj({ Type: "OBJR", Obj: widgets.get(kid)! });
      if (kid.page === home) return PDFNumber.of(kid.mcid);
      return context.obj({ Type: "MCR", Pg: pageOf(kid.page), MCID: kid.mcid });
    });
    const page = home === undefined ? {} : { Pg: pageOf(home) };
    const content = kids.length === 0 ? {} : { K: kids.length === 1 ? kids[0]! : context.obj(kids) };
    context.assign(ref, context.obj({ S: tag.role, P: parent, ...page, ...content, ...attributes(tag) }));
    return ref;
  };

  const root = context.nextRef();
  const top = element(document, root);
  const numbers: PDFObject[] = pages.flatMap((page, index) => [
    PDFNumber.of(index),
    context.obj(page.marks.map((tag) => refs.get(tag)!)),
  ]);
  for (const { widget, tag } of pages.flatMap((page) => page.widgets)) {
    const key = PDFNumber.of(numbers.length / 2);
    context.lookup(widgets.get(widget), PDFDict).set(PDFName.of("StructParent"), key);
    numbers.push(key, refs.get(tag)!);
  }
  context.assign(
    root,
    context.obj({
      Type: "StructTreeRoot",
      K: top,
      ParentTree: context.register(context.obj({ Nums: numbers })),
      ParentTreeNextKey: numbers.length / 2,
    }),
  );
  return root;
}

function attributes(tag: Tag) {
  if (tag.scope === undefined) return {};
  const { scope, columns, rows } = tag;
  return {
    A: {
      O: "Table",
      Scope: scope,
      ...(columns === undefined ? {} : { ColSpan: columns }),
      ...(rows === undefined ? {} : { RowSpan: rows }),
    },
  };
}
