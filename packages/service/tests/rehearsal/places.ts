/** What payroll holds of one certificate: values by parameter ID. */
export type Values = Readonly<Record<string, string>>;

export interface Certificate {
  readonly formId: string;
  readonly formVersion: string;
  readonly fields: Readonly<Record<string, string | number | boolean>>;
  /** What payroll uses of it, by hand. */
  readonly values: Values;
}

/** Where employees live and work. The address is a public building. */
export interface Place {
  readonly code: string;
  readonly address: Readonly<Record<string, string>>;
  /** The certificate of the place with an extra amount per paycheck; undefined if there is none. */
  readonly certificate?: (extra: number) => Certificate;
}

const money = (amount: number): string => `${amount}.00`;

export const states: readonly Place[] = [
  {
    ...at("AL", "11 S Union St", "Montgomery", "36130"),
    certificate: (extra) => ({
      formId: "AL101",
      formVersion: "2025.4.0",
      fields: { filingStatus: "SINGLE", dependents: 1, additionalWithholding: extra },
      values: {
        "AL.filingStatus": "S",
        "AL.dependents": "1",
        "AL.additionalWithholding": money(extra),
        "AL.isExempt": "false",
      },
    }),
  },
  {
    ...at("AZ", "1700 W Washington St", "Phoenix", "85007"),
    certificate: (extra) => ({
      formId: "AZ101",
      formVersion: "2025.12.0",
      fields: {
        electionType: "PERCENTAGE",
        withholdingPercent: "2.5",
        hasExtra: true,
        additionalWithholding: extra,
      },
      values: {
        "AZ.withholdingPercent": "2.5",
        "AZ.additionalWithholding": money(extra),
        "AZ.isExempt": "false",
      },
    }),
  },
  {
    ...at("CA", "1315 10th St", "Sacramento", "95814"),
    certificate: (extra) => ({
      formId: "CA101",
      formVersion: "2026.1.0",
      fields: {
        claimType: "ALLOWANCES",
        filingStatus: "SINGLE_OR_DUAL_INCOME",
        worksheetA_lineA: true,
        regularAllowances: 1,
        completeWorksheetB: false,
        additionalWithholding: extra,
      },
      values: {
        "CA.filingStatus": "S",
        "CA.regularAllowances": "1",
        "CA.additionalAllowances": "0",
        "CA.totalAllowances": "1",
        "CA.additionalWithholding": money(extra),
        "CA.isExempt": "false",
      },
    }),
  },
  {
    ...at("GA", "206 Washington St SW", "Atlanta", "30334"),
    certificate: (extra) => ({
      formId: "GA101",
      formVersion: "2026.6.0",
      fields: {
        claimType: "ALLOWANCES",
        maritalStatus: "A",
        dependentAllowances: 2,
        completeWorksheet: false,
        additionalWithholding: extra,
      },
      values: {
        "GA.filingStatus": "A",
        "GA.dependents": "2",
        "GA.additionalAllowances": "0",
        "GA.totalAllowances": "2",
        "GA.additionalWithholding": money(extra),
        "GA.isExempt": "false",
      },
    }),
  },
  {
    ...at("IL", "401 S 2nd St", "Springfield", "62701"),
    certificate: (extra) => ({
      formId: "IL101",
      formVersion: "2023.7.0",
      fields: {
        isExempt: false,
        notClaimedAsDependent: true,
        claimsSpouse: false,
        dependents: 0,
        basicAllowances: 1,
        additionalWithholding: extra,
      },
      values: {
        "IL.basicAllowances": "1",
        "IL.additionalAllowances": "0",
        "IL.additionalWithholding": money(extra),
        "IL.isExempt": "false",
      },
    }),
  },
  {
    ...at("IN", "200 W Washington St", "Indianapolis", "46204"),
    certificate: (extra) => ({
      formId: "IN101",
      formVersion: "2023.8.0",
      fields: {
        countyOfResidence: "49",
        countyOfEmployment: "49",
        selfExemption: 1,
        isNonresidentAlien: false,
        spouseExemption: 0,
        dependents: 0,
        additionalStateWithholding: extra,
      },
      values: {
        "IN.personalExemptions": "1",
        "IN.dependentExemptions": "0",
        "IN.firstTimeDependentExemptions": "0",
        "IN.adoptedDependentExemptions": "0",
        "IN.additionalWithholding": money(extra),
        "IN.additionalCountyWithholding": "0.00",
        "IN.countyOfResidence": "49",
        "IN.countyOfEmployment": "49",
        "IN.isNonResidentAlien": "false",
        "IN.isExempt": "false",
        "IN.isCountyExempt": "false",
      },
    }),
  },
  {
    ...at("IA", "1007 E Grand Ave", "Des Moines", "50319"),
    certificate: (extra) => ({
      formId: "IA101",
      formVersion: "2025.11.0",
      fields: {
        filingStatus: "OTHER",
        exemptClaim: "NONE",
        claimsSelf: true,
        isMarried: false,
        dependents: 0,
        additionalWithholding: extra,
      },
      values: {
        "IA.filingStatus": "OTHER",
        "IA.spouseHasEarnedIncome": "false",
        "IA.totalAllowanceAmount": "40.00",
        "IA.additionalWithholding": money(extra),
        "IA.isExempt": "false",
        "IA.exemptReason": "NONE",
      },
    }),
  },
  {
    ...at("KS", "300 SW 10th Ave", "Topeka", "66612"),
    certificate: (extra) => ({
      formId: "KS101",
      formVersion: "2024.7.0",
      fields: {
        isExempt: false,
        allowanceRate: "SINGLE",
        isHeadOfHousehold: false,
        claimsSelf: true,
        dependents: 2,
        additionalWithholding: extra,
      },
      values: {
        "KS.filingStatus": "S",
        "KS.totalAllowances": "3",
        "KS.additionalWithholding": money(extra),
        "KS.isExempt": "false",
      },
    }),
  },
  {
    ...at("LA", "900 N 3rd St", "Baton Rouge", "70802"),
    certificate: (extra) => ({
      formId: "LA101",
      formVersion: "2026.1.0",
      fields:
        extra > 0
          ? {
              filingStatus: "SINGLE",
              deductionClaim: "1",
              adjustmentChoice: "INCREASE",
              withholdingAdjustment: extra,
            }
          : { filingStatus: "SINGLE", deductionClaim: "1", adjustmentChoice: "NONE" },
      values: {
        "LA.totalAllowances": "1",
        "LA.filingStatus": "S",
        "LA.additionalWithholding": money(extra),
        "LA.reducedWithholding": "0.00",
        "LA.isExempt": "false",
      },
    }),
  },
  {
    ...at("MA", "24 Beacon St", "Boston", "02133"),
    certificate: (extra) => ({
      formId: "MA101",
      formVersion: "2024.3.0",
      fields: {
        isFullTimeStudent: false,
        claimsSelf: true,
        is65: false,
        filesJointly: true,
        claimsSpouse: true,
        spouseIs65: false,
        qualifiedDependents: 1,
        hasDependentUnder12: false,
        additionalWithholding: extra,
      },
      // 1 for oneself, 4 for the spouse, 1 dependent.
      values: {
        "MA.totalAllowances": "6",
        "MA.additionalWithholding": money(extra),
        "MA.isExempt": "false",
        "MA.fullTimeStudent": "false",
        "MA.headOfHousehold": "false",
        "MA.personalBlindness": "false",
        "MA.spouseBlindness": "false",
      },
    }),
  },
  {
    // Ann Arbor has no income tax of its own.
    ...at("MI", "301 E Huron St", "Ann Arbor", "48104"),
    certificate: (extra) => ({
      formId: "MI101",
      formVersion: "2020.12.0",
      fields: {
        exemptReason: "NONE",
        totalAllowances: 2,
        dateOfBirth: "1990-05-17",
        isNewEmployee: false,
        additionalWithholding: extra,
      },
      values: {
        "MI.totalAllowances": "2",
        "MI.additionalWithholding": money(extra),
        "MI.isExempt": "false",
        "MI.exemptReason": "NONE",
        "MI.isLocalExempt": "false",
      },
    }),
  },
  {
    ...at("MO", "201 W Capitol Ave", "Jefferson City", "65101"),
    certificate: (extra) => ({
      formId: "MO101",
      formVersion: "2021.5.0",
      fields:
        extra > 0
          ? {
              exemptReason: "NONE",
              filingStatus: "SINGLE",
              withholdingChoice: "ADDITIONAL",
              additionalWithholding: extra,
            }
          : { exemptReason: "NONE", filingStatus: "SINGLE", withholdingChoice: "STANDARD" },
      values: {
        "MO.filingStatus": "S",
        "MO.additionalWithholding": money(extra),
        "MO.isExempt": "false",
        "MO.exemptReason": "NONE",
        "MO.isLocalExempt": "false",
      },
    }),
  },
  {
    ...at("MS", "400 High St", "Jackson", "39201"),
    certificate: (extra) => ({
      formId: "MS101",
      formVersion: "2025.7.0",
      fields: {
        isMilitarySpouseExempt: false,
        filingStatus: "SINGLE",
        dependents: 0,
        additionalWithholding: extra,
      },
      values: {
        "MS.filingStatus": "S",
        "MS.totalExemptionAmt": "6000.00",
        "MS.additionalWithholding": money(extra),
        "MS.isExempt": "false",
      },
    }),
  },
  {
    ...at("NJ", "125 W State St", "Trenton", "08608"),
    certificate: (extra) => ({
      formId: "NJ101",
      formVersion: "2021.1.0",
      fields: { filingStatus: "SINGLE", claimExempt: false, allowances: 1, additionalWithholding: extra },
      values: {
        "NJ.filingStatus": "S",
        "NJ.rateTable": "A",
        "NJ.allowances": "1",
        "NJ.additionalWithholding": money(extra),
        "NJ.isExempt": "false",
      },
    }),
  },
  {
    ...at("OK", "2300 N Lincoln Blvd", "Oklahoma City", "73105"),
    certificate: (extra) => ({
      formId: "OK101",
      formVersion: "2021.3.0",
      fields: {
        filingStatus: "SINGLE",
        exemptClaim: "NONE",
        claimsSelf: true,
        dependents: 3,
        additionalWithholding: extra,
      },
      values: {
        "OK.filingStatus": "S",
        "OK.totalAllowances": "4",
        "OK.additionalWithholding": money(extra),
        "OK.isExempt": "false",
        "OK.exemptReason": "NONE",
      },
    }),
  },
  {
    ...at("SC", "1100 Gervais St", "Columbia", "29201"),
    certificate: (extra) => ({
      formId: "SC101",
      formVersion: "2025.12.0",
      fields: {
        filingStatus: "SINGLE",
        exemptClaim: "NONE",
        claimsSelf: true,
        returnStatus: "SINGLE_OR_SEPARATE",
        oneIncome: true,
        dependents: 0,
        allowances: 2,
        additionalWithholding: extra,
      },
      values: {
        "SC.filingStatus": "S",
        "SC.totalAllowances": "2",
        "SC.additionalWithholding": money(extra),
        "SC.isExempt": "false",
        "SC.exemptReason": "NONE",
      },
    }),
  },
  {
    ...at("VA", "1000 Bank St", "Richmond", "23219"),
    certificate: (extra) => ({
      formId: "VA101",
      formVersion: "2026.4.0",
      fields: {
        withholdingStatus: "SUBJECT",
        ws1Self: true,
        ws2Spouse: false,
        ws3Dependents: 1,
        ws5aSelf65: false,
        ws6aSelfBlind: false,
        additionalWithholding: extra,
      },
      values: {
        "VA.personalExemptions": "2",
        "VA.ageBlindExemptions": "0",
        "VA.totalExemptions": "2",
        "VA.additionalWithholding": money(extra),
        "VA.isExempt": "false",
      },
    }),
  },
  {
    ...at("WI", "2 E Main St", "Madison", "53703"),
    certificate: (extra) => ({
      formId: "WI101",
      formVersion: "2023.8.0",
      fields: {
        isExempt: false,
        dateOfBirth: "1990-05-17",
        dateOfHire: "2026-07-06",
        filingStatus: "SINGLE",
        selfExemption: 1,
        dependents: 1,
        additionalWithholding: extra,
      },
      values: {
        "WI.filingStatus": "S",
        "WI.totalExemptions": "2",
        "WI.additionalWithholding": money(extra),
        "WI.isExempt": "false",
      },
    }),
  },
  at("TX", "1100 Congress Ave", "Austin", "78701"),
  at("FL", "400 S Monroe St", "Tallahassee", "32399"),
];

export const provinces: readonly Place[] = [
  province("ON", "111 Wellington St", "Ottawa", "K1A 0A9", "12989.00"),
  province("AB", "10800 97 Ave NW", "Edmonton", "T5K 2B6", "22769.00"),
  province("BC", "501 Belleville St", "Victoria", "V8V 1X4", "13216.00"),
  province("MB", "450 Broadway", "Winnipeg", "R3C 0V8", "15780.00", { basicAmountChoice: "FULL" }),
];

/** Form TD1 of 2026 with additional tax. */
export const canadian = (extra: number): Certificate => ({
  formId: "CAN101",
  formVersion: "2026.1.0",
  fields: {
    dateOfBirth: "1990-05-17",
    isNonResident: false,
    moreThanOneEmployer: false,
    basicAmountChoice: "FULL",
    claimsOtherAmounts: false,
    totalIncomeLessThanClaim: false,
    prescribedZone: "NONE",
    additionalTax: extra,
  },
  values: {
    "CAN.totalClaimAmount": "16452.00",
    "CAN.basicPersonalAmount": "16452.00",
    "CAN.additionalTax": money(extra),
    "CAN.prescribedZoneDeduction": "0.00",
    "CAN.isMoreThanOneEmployer": "false",
    "CAN.isIncomeLessThanClaim": "false",
    "CAN.isNonResident": "false",
    "CAN.isNonResidentNinetyPercent": "false",
  },
});

export type Claim = "SINGLE" | "JOINT" | "HEAD" | "EXEMPT";

/** What differs between the two prints of Form W-4: the credit per child, and the last day of an exemption. */
export interface W4Print {
  readonly version: string;
  readonly creditPerChild: number;
  readonly exemptExpires: string;
}

export function w4(print: W4Print, claim: Claim, extra: number): Certificate {
  const form = { formId: "W4101", formVersion: print.version };
  if (claim === "EXEMPT")
    return {
      ...form,
      fields: { isNra: false, isExempt: true, noTaxLastYear: true, noTaxThisYear: true },
      values: {
        "FED.filingStatus": "NOT_APPLICABLE",
        "FED.isExempt": "true",
        "FED.isNonResidentAlien": "false",
        "FED.nonResidentAlienAddBack": "false",
        "FED.twoJobs": "false",
        "FED.dependentsAmt": "0.00",
        "FED.otherIncome": "0.00",
        "FED.deductions": "0.00",
        "FED.additionalWithholding": "0.00",
        "FED.exemptExpires": print.exemptExpires,
      },
    };
  const [filingStatus, code, children] = (
    {
      SINGLE: ["SINGLE_OR_MARRIED_FILING_SEPARATELY", "S", 0],
      JOINT: ["MARRIED_FILING_JOINTLY", "M", 2],
      HEAD: ["HEAD_OF_HOUSEHOLD", "H", 1],
    } as const
  )[claim];
  return {
    ...form,
    fields: {
      isNra: false,
      isExempt: false,
      filingStatus,
      multipleJobsOption: "NONE",
      incomeWithinCreditLimit: true,
      qualifyingChildren: children,
      otherAdjustmentsSurvey: false,
      useDeductionsWorksheet: false,
      extraWithholding: extra,
    },
    values: {
      "FED.filingStatus": code,
      "FED.isExempt": "false",
      "FED.isNonResidentAlien": "false",
      "FED.nonResidentAlienAddBack": "false",
      "FED.twoJobs": "false",
      "FED.dependentsAmt": money(children * print.creditPerChild),
      "FED.otherIncome": "0.00",
      "FED.deductions": "0.00",
      "FED.additionalWithholding": money(extra),
    },
  };
}

function at(code: string, streetAddress1: string, city: string, zipCode: string): Place {
  return { code, address: { streetAddress1, city, state: code, zipCode } };
}

function province(
  code: string,
  streetAddress1: string,
  city: string,
  postalCode: string,
  basicAmount: string,
  more: Certificate["fields"] = {},
): Place {
  return {
    code,
    address: { streetAddress1, city, provinceTerritory: code, postalCode },
    certificate: () => ({
      formId: `${code}101`,
      formVersion: "2026.1.0",
      fields: {
        dateOfBirth: "1990-05-17",
        isNonResident: false,
        moreThanOneEmployer: false,
        claimsOtherAmounts: false,
        totalIncomeLessThanClaim: false,
        ...more,
      },
      values: {
        [`${code}.totalClaimAmount`]: basicAmount,
        [`${code}.basicPersonalAmount`]: basicAmount,
        [`${code}.isMoreThanOneEmployer`]: "false",
        [`${code}.isIncomeLessThanClaim`]: "false",
      },
    }),
  };
}
