import { escapeXml } from "../book/graph.js";
import type { AdoptedFile, AdoptedState } from "./adopt-file.js";
import { htmlPage, tableOf } from "./review-page.js";

/** What is known about the agency's file of one version of a form. */
export interface AdoptedForm extends Partial<Omit<AdoptedFile, "state" | "message">> {
  readonly formId: string;
  readonly version: string;
  readonly address: string;
  readonly state: AdoptedState | "not-reachable";
  readonly message: string;
  /** Of its pages, below that of the report. */
  readonly folder?: string;
  readonly pages?: readonly string[];
  /** The version for which the service fills this file. */
  readonly stored?: string;
  /** On this day, a person of this installation said that they agree. */
  readonly confirmed?: string;
}

/** The queue, with what a person does: first what cannot wait. */
const queueTitles: Readonly<Record<AdoptedForm["state"], { readonly title: string; readonly todo: string }>> =
  {
    "new-revision": {
      title: "A new revision",
      todo: "Draft the next version with official revise. If the print is the older one, nothing is to be done yet.",
    },
    "differs-in-amounts": {
      title: "Differs in amounts",
      todo: "Look at each amount. Correct the content if it is wrong. Confirm the form if the print only has examples.",
    },
    "differs-in-words": {
      title: "Differs in words",
      todo: "Read the changed passages and lines, and correct the content if it is wrong.",
    },
    "needs-binding": {
      title: "Needs a binding",
      todo: "Correct official.yaml next to the page of the binding, remove each comment, then confirm the form.",
    },
    "not-reachable": {
      title: "Not reachable",
      todo: "Download the file with a browser, then run official adopt with the form and --file.",
    },
    agrees: { title: "Agrees", todo: "Compare the pages and confirm the form, if it is not confirmed." },
  };

/** One page with the queue and links to the pages of each form. */
export function queuePage(results: readonly AdoptedForm[], day: string): string {
  const states = Object.keys(queueTitles) as AdoptedForm["state"][];
  const of = (state: AdoptedForm["state"]): AdoptedForm[] => results.filter((one) => one.state === state);
  const row = (one: AdoptedForm): string => {
    const links = (one.pages ?? [])
      .filter((name) => name.endsWith(".html"))
      .map((name) => `<a href="${escapeXml(`${one.folder}/${name}`)}">${name.replace(".html", "")}</a>`);
    const marks = [
      one.stored === undefined ? "" : `in use${one.stored === one.version ? "" : ` for ${one.stored}`}`,
      one.confirmed === undefined ? "" : `confirmed ${one.confirmed}`,
    ];
    return `<tr><th scope="row">${escapeXml(`${one.formId} ${one.version}`)}</th><td>${escapeXml(one.message)}</td><td>${escapeXml(marks.filter(Boolean).join(", "))}</td><td>${links.join(" ")}</td><td><code>${escapeXml(one.address)}</code></td></tr>`;
  };
  const heads = ["Form", "Why", "State", "Pages", "URL"];
  const sections = states.map((state) => {
    const [{ title, todo }, rows] = [queueTitles[state], of(state).map(row)];
    if (rows.length === 0) return "";
    return `<section aria-labelledby="${state}"><h2 id="${state}">${title}: ${rows.length}</h2><p>${todo}</p>${tableOf(title, heads, rows)}</section>`;
  });
  const counts = states.map(
    (state) => `<li><a href="#${state}">${queueTitles[state].title}</a>: ${of(state).length}</li>`,
  );
  return htmlPage(
    `Agency files on ${day}`,
    `<ul class="summary">${counts.join("")}</ul>\n${sections.join("\n")}`,
  );
}

/** What a person confirms below the pages of a form. */
export function confirmationPart({ open = [], confirmed }: AdoptedForm): string {
  const amounts = open.filter(({ about }) => about === "amount").map(({ theirs }) => theirs);
  const box = (name: string, label: string): string =>
    `<p><label><input type="checkbox" name="${name}"> ${escapeXml(label)}</label></p>`;
  return `<form method="post" action="confirm"><h2>Confirm</h2>
<p>${confirmed === undefined ? "I compared every page of the agency's file with ours, and they agree." : `Confirmed on ${confirmed}.`}</p>
${amounts.length === 0 ? "" : box("amounts", `I looked at the amounts that only the file has: ${amounts.join(", ")}`)}
${box("rules", "The file has the instructions, and our questions and calculations follow them")}
<button>Confirm</button> <a href="../">Back to the queue</a></form>`;
}

export function messagePage(text: string): string {
  return htmlPage("Agency files", `<p>${escapeXml(text)}</p><p><a href="../">Back to the queue</a></p>`);
}
