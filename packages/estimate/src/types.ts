export type FilingStatus = "S" | "M" | "H";

export type Frequency =
  | "DAILY"
  | "WEEKLY"
  | "BIWEEKLY"
  | "SEMIMONTHLY"
  | "MONTHLY"
  | "QUARTERLY"
  | "SEMIANNUALLY"
  | "ANNUALLY";

/** Amounts are decimal numbers, such as "1250.50". */
export interface Paycheck {
  readonly country: "US" | "CA";
  /** State, territory or province of the work location. Required for Canada. */
  readonly region?: string;
  /** Decides which edition of the agency's figures counts: YYYY-MM-DD. */
  readonly payDate: string;
  /** Regular pay of the pay period, before taxes. */
  readonly pay: string;
  readonly frequency: Frequency;
  /** The tax parameters in effect as fillPdf returns them, of all certificates, each once. */
  readonly parameters: readonly { readonly id: string; readonly value: string }[];
  /** Part of the pay on which no income tax is due, such as contributions to a 401(k) plan or an RRSP. */
  readonly beforeIncomeTax?: string;
  /** What this employer paid or withheld in the year before this paycheck. */
  readonly yearToDate?: YearToDate;
  /** False: the employee owes no Social Security and Medicare tax, as some foreign students do. */
  readonly owesSocialSecurity?: boolean;
}

export interface YearToDate {
  readonly socialSecurityWages?: string;
  readonly medicareWages?: string;
  readonly pensionablePay?: string;
  readonly pensionPlan?: string;
  readonly secondPensionPlan?: string;
  readonly employmentInsurance?: string;
  readonly parentalInsurance?: string;
}

export interface Line {
  readonly code: string;
  /** As in the ids of tax parameters: FED, CAN, a state, a province, or a place in a state. */
  readonly jurisdiction: string;
  readonly amount: string;
}

export interface LeftOut {
  readonly code: string;
  readonly jurisdiction?: string;
}

export interface Estimate {
  readonly kind: "ESTIMATE";
  /** First month of the figures that were used, such as 2026-07. */
  readonly figures: string;
  readonly lines: readonly Line[];
  /** Sum of the lines. */
  readonly total: string;
  readonly leftOut: readonly LeftOut[];
}
