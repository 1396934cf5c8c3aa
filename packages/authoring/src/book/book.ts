import type { CompiledFlow, CompiledJurisdiction } from "@withholding-forms/catalog/model/jurisdiction";
import { INELIGIBLE, type languages, type QuestionSet } from "@withholding-forms/interview";
import { edgesOf } from "../check/graph.js";
import { sampleLocalities } from "../check/sample-locality.js";
import type { CompiledContent } from "../compile/compile.js";
import type { FormParts } from "../compile/form.js";
import { drawGraph, escapeXml, type GraphEdge, type GraphNode } from "./graph.js";
import { style, switcher } from "./page.js";
import { setHtml, type Translated, words } from "./set.js";

/** Every question set of every form and flow on one page, for review by a person: words in three languages, paths drawn. */
export function contentBook({ jurisdictions, forms }: CompiledContent): string {
  const places = jurisdictions.filter((place) => place.flows.length > 0);
  const own = (place: CompiledJurisdiction): FormParts[] =>
    forms.filter(
      ({ form, context }) => context.form.jurisdiction === place.code && form.country === place.country,
    );
  const contents = places.map(
    (place) =>
      `<li><a href="#${place.code}">${escapeXml(place.name)}</a><ul>${own(place)
        .map(({ form }) => `<li><a href="#${anchor(form)}">${form.id} ${form.version}</a></li>`)
        .join("")}</ul></li>`,
  );
  const chapters = places.map(
    (place) =>
      `<section id="${place.code}"><h1>${escapeXml(place.name)}</h1>${[
        ...place.flows,
        ...sampleLocalities(place).flatMap(({ flows }) => flows),
      ]
        .map(flowHtml)
        .join("")}${own(place).map(formHtml).join("")}</section>`,
  );
  return `<!doctype html>
<html lang="en" data-language="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Questions of all forms</title><style>
${style}</style></head>
<body>${switcher}<svg class="marks" width="0" height="0" aria-hidden="true"><defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z"/></marker></defs></svg>
<nav><ul>${contents.join("")}</ul></nav><main>${chapters.join("\n")}</main></body></html>
`;
}

function anchor({ id, version }: FormParts["form"]): string {
  return `${id}-${version}`;
}

function formHtml({ form, sets, context }: FormParts): string {
  const { data } = context.form.form;
  const facts = [
    `${form.formType}, printed in ${form.language}`,
    `${data.agency}, ${data.revision}`,
    `from ${form.effective}${form.retired === undefined ? "" : ` to ${form.retired}`}`,
    `face ${data.verification.face}, rules ${data.verification.rules}: ${data.verification.revision}`,
  ];
  const sources = data.sources.map(({ document, address }) =>
    address === undefined
      ? escapeXml(document)
      : `<a href="${escapeXml(address)}">${escapeXml(document)}</a>`,
  );
  const doubts = data.doubts.map((doubt) => `<li>${escapeXml(doubt)}</li>`).join("");
  const variant = (name: string, pick: "plain" | "federal"): string => {
    const list = sets.en[pick];
    if (list === undefined) return "";
    const spoken = list.map((set): Translated<QuestionSet> => {
      const inLanguage = (language: (typeof languages)[number]): QuestionSet =>
        sets[language][pick]?.find((one) => one.id === set.id) ?? set;
      return { en: set, es: inLanguage("es"), fr: inLanguage("fr") };
    });
    // The sets that both variants share are shown with the first.
    const shown = pick === "plain" ? spoken : spoken.filter(({ en }) => !sets.en.plain.includes(en));
    return `<h3>${name}</h3>${formGraph(spoken)}${shown.map((set) => setHtml(set)).join("")}`;
  };
  return `<article id="${anchor(form)}"><h2>${form.id} ${form.version}: ${escapeXml(form.name)}, ${escapeXml(form.title)}</h2>
<p class="facts">${facts.map(escapeXml).join(" · ")}</p><p>${escapeXml(data.use)}</p><p class="facts">Sources: ${sources.join("; ")}</p>${doubts === "" ? "" : `<details class="doubts"><summary>${data.doubts.length} doubts</summary><ul>${doubts}</ul></details>`}
${variant("Questions", "plain")}${variant("Questions where federal values are known", "federal")}</article>`;
}

function formGraph(sets: readonly Translated<QuestionSet>[]): string {
  const nodes: GraphNode[] = sets.map((set) => ({
    id: set.en.id,
    label: words(
      {
        en: short(set.en.breadcrumbTitle),
        es: short(set.es.breadcrumbTitle),
        fr: short(set.fr.breadcrumbTitle),
      },
      "text",
    ),
    kind: "set",
  }));
  const edges = new Map<string, GraphEdge>();
  for (const { en } of sets) {
    for (const { from, answer, mapping } of edgesOf(en)) {
      const to = mapping.nextQuestionSetId ?? "end";
      join(edges, from, to, answer);
    }
  }
  return drawGraph(withEnds(nodes, edges), [...edges.values()]);
}

function flowHtml(flow: CompiledFlow): string {
  const filter = Object.entries(flow.filter).map(([name, value]) => `${name} ${String(value)}`);
  const heading = `<h2>${flow.id}${filter.length > 0 ? ` <small>(${escapeXml(filter.join("; "))})</small>` : ""}</h2>`;
  const recommended = `<p class="facts">recommended: ${flow.recommended.en.join(", ") || "none"}${flow.optional.length > 0 ? `; also offered: ${flow.optional.join(", ")}` : ""}</p>`;
  if (flow.sets.length === 0)
    return `${heading}${recommended}<p>No questions: ${flow.forms?.join(", ") || "no form"}</p>`;
  const edges = new Map<string, GraphEdge>();
  const nodes: GraphNode[] = flow.sets.map(({ id, words: texts }) => ({
    id,
    label: words({ en: short(texts.en.title), es: short(texts.es.title), fr: short(texts.fr.title) }, "text"),
    kind: "set",
  }));
  for (const set of flow.sets) {
    for (const { value, next, forms } of set.options)
      join(edges, set.id, next ?? (forms?.join(" + ") || "no form"), value);
  }
  const cards = flow.sets.map(({ id, question, words: texts, options }) => {
    const asked = words({ en: texts.en.ask, es: texts.es.ask, fr: texts.fr.ask });
    const list = options.map(({ value, forms, next }, index) => {
      const labels = { en: texts.en.labels[index], es: texts.es.labels[index], fr: texts.fr.labels[index] };
      const leads = next ?? (forms?.join(", ") || "no form");
      return `<li>${words(labels)} <code>${escapeXml(value)}</code> → ${escapeXml(leads)}</li>`;
    });
    const title = words({ en: texts.en.title, es: texts.es.title, fr: texts.fr.title });
    return `<div class="set"><h4>${id} ${title}</h4><div class="question"><p>${asked} <code>${escapeXml(question)}</code></p><ul>${list.join("")}</ul></div></div>`;
  });
  return `${heading}${recommended}${drawGraph(withEnds(nodes, edges), [...edges.values()])}${cards.join("")}`;
}

/** Answers that lead from one step to the same other one share a line. */
function join(edges: Map<string, GraphEdge>, from: string, to: string, answer: string | undefined): void {
  const key = `${from} ${to}`;
  const answers = [...(edges.get(key)?.answers ?? []), ...(answer === undefined ? [] : [answer])];
  edges.set(key, { from, to, answers });
}

function withEnds(nodes: readonly GraphNode[], edges: ReadonlyMap<string, GraphEdge>): GraphNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const ends = new Set([...edges.values()].map(({ to }) => to).filter((to) => !known.has(to)));
  const reached = new Set(["QS1", ...[...edges.values()].map(({ to }) => to)]);
  return [
    ...nodes.filter(({ id }) => reached.has(id)),
    ...[...ends].map((id): GraphNode => ({ id, label: "", kind: id === INELIGIBLE ? "stop" : "end" })),
  ];
}

function short(text: string): string {
  return text.length > 26 ? `${text.slice(0, 24)}…` : text;
}
