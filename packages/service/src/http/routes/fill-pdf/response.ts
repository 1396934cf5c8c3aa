import type { FormVersion } from "@withholding-forms/catalog";
import type { TaxParameter } from "@withholding-forms/contract";
import type { Notice } from "@withholding-forms/interview";
import type { FillBase64Result } from "@withholding-forms/pdf";
import { timestamp } from "../../../app/clock.js";
import type { CompletedForm } from "../../../app/complete-form.js";
import { jsonText } from "../../../json-text.js";
import { asciiJson } from "../../ascii-json.js";
import type { JsonParts } from "../../reply.js";

/** The PDF is by far the largest part, base64 needs no escapes, and most of it is the same for everybody. */
export function responseParts(
  { found, completion, mode, instant, filled }: CompletedForm<FillBase64Result>,
  notice: Notice | undefined,
): JsonParts {
  const { start, rest, sha256 } = filled;
  const words = wordsOf(found.form);
  const results = parametersJson(words, completion.taxParameters);
  const ignored = JSON.stringify(completion.ignoredFields);
  const calculated = JSON.stringify(completion.calculatedValues);
  const said = notice === undefined ? "" : `,"notice":${noticeJson(words, notice)}`;
  const signed = mode === "SIGN" ? `,"signedAt":"${timestamp(instant)}","sha256":"${sha256}"` : "";
  const end = `","taxParameters":${results}${said},${words.after},"ignoredFields":${ignored},"calculatedValues":${calculated}${signed}}`;
  return {
    before: words.before,
    shared: start,
    after: rest + end,
    afterSize: rest.length + Buffer.byteLength(end),
  };
}

/** What the responses of a form have in common. ASCII. */
interface Words {
  /** Before and after what is the employee's. */
  readonly before: string;
  readonly after: string;
  /** The same for the value of a tax parameter, by its ID. */
  readonly parameters: Map<string, { readonly before: string; readonly after: string }>;
  /** JSON by type and message. Few: messages are content, and nothing that was sent is in them. */
  readonly notices: Map<string, string>;
}

const wordsByForm = new WeakMap<FormVersion, Words>();

function wordsOf(form: FormVersion): Words {
  let words = wordsByForm.get(form);
  if (words === undefined) {
    const { version: formVersion, formType, name, title, locality } = form;
    words = {
      before: `{"form":${JSON.stringify(form.id)},"pdf":"`,
      after: asciiJson({ formVersion, formType, name, title, locality }).slice(1, -1),
      parameters: new Map(),
      notices: new Map(),
    };
    wordsByForm.set(form, words);
  }
  return words;
}

/** In half the time of `JSON.stringify`, which would look at the members that are the same for everybody, too. */
function parametersJson({ parameters }: Words, found: readonly TaxParameter[]): string {
  let list = "";
  for (const { id, value, valueType } of found) {
    let around = parameters.get(id);
    if (around === undefined) {
      around = { before: `{"id":${jsonText(id)},"value":`, after: `,"valueType":${jsonText(valueType)}}` };
      parameters.set(id, around);
    }
    list += `${list === "" ? "" : ","}${around.before}${jsonText(value)}${around.after}`;
  }
  return `[${list}]`;
}

function noticeJson({ notices }: Words, notice: Notice): string {
  const key = `${notice.type} ${notice.message}`;
  let json = notices.get(key);
  if (json === undefined) {
    json = asciiJson(notice);
    notices.set(key, json);
  }
  return json;
}
