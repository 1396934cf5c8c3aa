/** How long a certificate and the exemption claims on it last. */
export interface Validity {
  /** The year that the form is for; absent where it serves any year. */
  readonly taxYear?: number;
  readonly until: string;
  readonly claims: readonly Claim[];
}

/** An exemption claim whose end is known. */
export interface Claim {
  /** Expression: the employee makes this claim. */
  readonly when: string;
  /** Expression: the last day, as an ISO date. */
  readonly end: string;
  /** Expression: the last day on which it can be claimed, where that is before its end. */
  readonly acceptedUntil?: string;
  /** Expression: the calendar year that the employee claims it for, which is this year or the next. */
  readonly year?: string;
  /** The question whose answer makes the claim. */
  readonly question: string;
}
