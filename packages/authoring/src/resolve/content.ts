import type { Language } from "@withholding-forms/interview";
import type { Translations } from "../read/po.js";
import type { Source } from "../read/source.js";
import type { Shape } from "../schema/schemas.js";
import type { Expanded } from "./expand-form.js";
import type { FigureSet } from "./figures.js";
import type { Modules } from "./modules.js";
import type { Figured, FormSources } from "./resolve-figures.js";

/** The authored content, read, merged and valid by its schemas, not yet compiled. */
export interface Content {
  readonly root: string;
  readonly answers: Source<Shape<"answers">>;
  readonly identity: Source<Shape<"identity">>;
  readonly blocks: Source<Shape<"blocks">>;
  readonly federalValues: Source<Shape<"federal-values">>;
  /** `parameters.yaml`: what the tax parameters mean. */
  readonly vocabulary: Source<Shape<"vocabulary">>;
  /** `notices.yaml`: the codes of notices. */
  readonly notices: Source<Shape<"notices">>;
  readonly translations: Translations;
  /** `glossary.yaml`: the words that translations use, where there is one. */
  readonly glossary: Source<Shape<"glossary">> | undefined;
  /** `other-forms.yaml`: forms that sentences name and that are no certificates, where there is one. */
  readonly otherForms: Source<Shape<"other-forms">> | undefined;
  /** All figures files, by name. */
  readonly figures: ReadonlyMap<string, FigureSet>;
  readonly modules: Modules;
  /** Parts of modules that a form or flow uses: `militarySpouse.questions.orders`. */
  readonly usedParts: ReadonlySet<string>;
  readonly jurisdictions: readonly JurisdictionContent[];
  /** Of every place that has a folder, also of those that were not read. */
  readonly placeCodes: ReadonlySet<string>;
  /** Every file was read, so a sentence that was not found is not used anywhere. */
  readonly whole: boolean;
  /** Every place was read, with its flows and situations. */
  readonly placesWhole: boolean;
}

export interface JurisdictionContent {
  readonly code: string;
  /** `us/AL` */
  readonly folder: string;
  readonly source: Source<Shape<"jurisdiction">>;
  /** `localities.yaml`, where there is one. */
  readonly localities: Source<Shape<"localities">> | undefined;
  /** Hand-written examples of people; undefined where there are none or the file could not be read. */
  readonly situations: Source<Shape<"situations">> | undefined;
  readonly translations: Translations;
  readonly forms: readonly FormContent[];
  /** Ids of all its form folders, also of those that could not be read. */
  readonly formIds: readonly string[];
}

export interface FormContent extends FormSources, Figured, Expanded {
  readonly id: string;
  readonly version: string;
  /** `us/AL/AL101/2014.3.0` */
  readonly folder: string;
  readonly jurisdiction: string;
  readonly cases: Source<Shape<"cases">> | undefined;
  /** Those of the versions it extends within its jurisdiction, the nearest first. */
  readonly inherited: readonly InheritedCases[];
  /** Jurisdiction folders whose translations apply: its own, then those it extends. */
  readonly translatedBy: readonly string[];
}

export interface InheritedCases {
  /** Folder of the version that they were written for. */
  readonly from: string;
  readonly cases: Source<Shape<"cases">>;
  /** Names of those that name figures. */
  readonly figured: ReadonlySet<string>;
  /** Of the edition that they were written for. */
  readonly language: Language;
  /** The extending version with the figures of that one; undefined where they are the same. */
  readonly asBefore: FormContent | undefined;
}
