import type { AddressPlace, Follows, PaymentType, PlaceAnswer } from "@withholding-forms/contract";
import type { Language, Note } from "@withholding-forms/interview";

/**
 * A jurisdiction, its flows and their text; form versions are inserted per request, because they change with the day.
 */
export interface CompiledJurisdiction {
  readonly code: string;
  readonly name: string;
  readonly country: "US" | "CA";
  readonly wageTax: boolean;
  /** Where wages are taxed: who publishes the forms. */
  readonly agency?: Agency;
  readonly reciprocity: readonly string[] | "all";
  /** Names of the agency's forms that are not in the content, by what they are for. */
  readonly missing?: Readonly<Partial<Record<PaymentType, string>>>;
  readonly missingForSome?: readonly MissingForSome[];
  readonly flows: readonly CompiledFlow[];
  /** Places below a state, such as cities, that have their own certificates. Absent where there are none. */
  readonly localities?: readonly CompiledLocality[];
}

export interface CompiledLocality {
  /** `MI_DETROIT` */
  readonly code: string;
  readonly name: string;
  readonly agency?: Agency;
  /** What it is among the places of an address. */
  readonly place?: { readonly kind: AddressPlace["kind"]; readonly codes: readonly string[] };
  /** Which addresses of the state suggest it. */
  readonly suggestedBy: Suggestion;
  /** Empty where the place has no certificate that an employee completes here. */
  readonly flows: readonly CompiledFlow[];
  /** Name of a certificate that employees need and that the content does not have. */
  readonly missing?: string;
  readonly missingForSome?: readonly MissingForSome[];
}

/** A certificate that the content does not have and that only some employees need. */
export interface MissingForSome {
  readonly form: string;
  /** A sentence that says for whom it is. */
  readonly who: Readonly<Record<Language, string>>;
  /** Only work addresses of people who live elsewhere count, or only work addresses, if there are any. */
  readonly at?: "WORK" | "WORKPLACE";
}

/**
 * City names as `postalName` spells them, and ZIP Codes, with those that are inside as a whole; or an address that suggests
 * several others, in only one of which it can be; or every work address outside the named localities.
 */
export type Suggestion =
  | {
      readonly cities: readonly string[];
      readonly zipCodes: readonly string[];
      readonly inside: readonly string[];
    }
  | { readonly either: readonly string[] }
  | { readonly everywhereExcept: readonly string[] };

export interface Agency {
  readonly name: string;
  readonly url: string;
  /** Of the name, if it is not English. */
  readonly language?: "es" | "fr";
}

export type ResidencyStatus = "RESIDENT" | "NONRESIDENT" | "CANADA_RESIDENT" | "FEDERAL";

export interface CompiledFlow {
  readonly id: string;
  readonly status: ResidencyStatus;
  readonly filter: FlowFilter;
  /** The forms of the ordinary answers, by the language of the request: a flow may offer editions in several. */
  readonly recommended: Readonly<Record<Language, readonly string[]>>;
  /** Forms that are offered although no answer requires them. */
  readonly optional: readonly string[];
  /** Without questions: the forms, immediately. */
  readonly forms?: readonly string[];
  readonly sets: readonly CompiledFlowSet[];
}

export interface FlowFilter {
  readonly home?: readonly string[];
  readonly homeNot?: readonly string[];
  readonly work?: readonly string[];
  readonly workNot?: readonly string[];
  readonly worksAtHome?: boolean;
  /** Codes of localities: there is work in this state, and all of it is in one of these. */
  readonly worksOnlyIn?: readonly string[];
  /** Of a locality's flow: whether a work address suggests the locality. */
  readonly worksHere?: boolean;
  /** Of a locality's flow: whether the home, or a work address, is inside, or all of its ZIP Code is. */
  readonly homeInside?: boolean;
  readonly workInside?: boolean;
  /** Wages only, where it is absent. */
  readonly payment?: readonly PaymentType[];
}

/** Whether the flow is for people who get such payments. */
export function isFor({ filter }: CompiledFlow, payment: PaymentType): boolean {
  return (filter.payment ?? ["WAGES"]).includes(payment);
}

/** Whether an employee can be asked: the forms of ordinary answers are served, and where there are only others, one of them. */
export function isOffered(
  flow: CompiledFlow,
  language: Language,
  isServed: (id: string) => boolean,
): boolean {
  const forms = formsOf(flow);
  return flow.recommended[language].every(isServed) && (forms.length === 0 || forms.some(isServed));
}

export interface CompiledFlowSet {
  readonly id: string;
  readonly question: string;
  readonly place?: PlaceAnswer;
  readonly follows?: Follows;
  readonly words: Readonly<
    Record<
      Language,
      {
        readonly title: string;
        readonly ask: string;
        readonly message: string;
        readonly notes: readonly Note[];
        readonly labels: readonly string[];
      }
    >
  >;
  readonly options: readonly CompiledFlowOption[];
}

export interface CompiledFlowOption {
  readonly value: string;
  readonly forms?: readonly string[];
  readonly next?: string;
  /** Forms that are offered with this answer but not required. */
  readonly optional?: readonly string[];
  /** The answer of an employee without a special case, always or in one language. */
  readonly ordinary?: true | Language;
  /** Values of other options of the set, if this one is for an employee to whom all of them apply. */
  readonly combines?: readonly string[];
  /** Of the ordinary option and of those that require its forms in another language: the language of the forms. */
  readonly formLanguage?: Language;
}

/** The answer of an employee without anything special; where there is none in a language, the first one. */
export function ordinaryOption(
  options: readonly CompiledFlowOption[],
  language: Language,
): CompiledFlowOption | undefined {
  const marked = options.filter(({ ordinary }) => ordinary !== undefined);
  return marked.find(({ ordinary }) => ordinary === language) ?? marked[0];
}

/** The flows of a place and of its localities. */
export function allFlows({ flows, localities = [] }: CompiledJurisdiction): CompiledFlow[] {
  return [...flows, ...localities.flatMap((locality) => locality.flows)];
}

/** Forms that some answers of a flow require. */
export function requiredForms(flow: CompiledFlow): string[] {
  return [
    ...(flow.forms ?? []),
    ...flow.sets.flatMap((set) => set.options.flatMap((option) => option.forms ?? [])),
  ];
}

/** Every form a flow can lead to, in the order its options name them. */
export function formsOf(flow: CompiledFlow): string[] {
  const found = [
    ...requiredForms(flow),
    ...flow.optional,
    ...flow.sets.flatMap((set) => set.options.flatMap((option) => option.optional ?? [])),
  ];
  return [...new Set(found)];
}
