/** Lists of jurisdictions that published formulas may ask with `includes()`; clients see a comparison per word. */
export const placeLists = ["statesWithoutWageTax"] as const;
