import type { Block, FormLayout, TableBlock } from "../../layout.js";
import { amount, check, comb, date, multiline, signature, text } from "./fields.js";

/** A long form: steps with labels in the margin, instructions, two worksheets and a page of wide tables. */
export const federal: FormLayout = {
  language: "en",
  title: "Form W-4 (2026), Employee's Withholding Certificate",
  head: {
    kind: "Form",
    number: "W-4",
    title: "Employee’s Withholding Certificate",
    agency: "Department of the Treasury, Internal Revenue Service",
    revision: "Revision of December 2025",
    year: "2026",
    instruction:
      "Complete this form so that your employer can withhold the right federal income tax from your pay. Give it to your employer; the tax agency may review it.",
  },
  footer:
    "Substitute for Form W-4 (2026) of the Internal Revenue Service. Drawn by Withholding Forms; not printed by the agency.",
  pageNumber: "Page {n} of {total}",
  blocks: [
    ...certificate(),
    { kind: "pageBreak" },
    ...instructions(),
    ...worksheets(),
    { kind: "pageBreak" },
    ...tables(),
  ],
};

function certificate(): Block[] {
  return [
    { kind: "section", label: "Step 1:", title: "Enter personal information" },
    {
      kind: "row",
      cells: [
        {
          label: "(a) First name and middle initial",
          field: text("firstName", "First name and middle initial"),
          span: 5,
        },
        { label: "Last name", field: text("lastName", "Last name"), span: 5 },
        {
          label: "(b) Social security number",
          field: comb("socialSecurityNumber", "Social security number", 9),
          span: 4,
        },
      ],
    },
    { kind: "row", cells: [{ label: "Address", field: text("street", "Street address"), span: 1 }] },
    {
      kind: "row",
      cells: [
        {
          label: "City or town, state, and ZIP code",
          field: text("city", "City, state and ZIP code"),
          span: 1,
        },
      ],
    },
    {
      kind: "choices",
      number: "(c)",
      columns: 1,
      options: [
        {
          lead: "Single",
          text: "or married filing separately",
          field: check("filingStatus_SINGLE", "Single or married filing separately"),
        },
        {
          lead: "Married filing jointly",
          text: "or qualifying surviving spouse",
          field: check("filingStatus_JOINT", "Married filing jointly"),
        },
        {
          lead: "Head of household",
          text: "(only if you are unmarried and pay more than half the cost of keeping up a home for yourself and a qualifying person)",
          field: check("filingStatus_HEAD", "Head of household"),
        },
      ],
    },
    {
      kind: "text",
      lead: "Caution:",
      text: "Some credits and deductions on your return ask for a social security number that is valid for employment. See the instructions on page 2.",
      style: "small",
    },
    { kind: "section", label: "Step 2:", title: "Several jobs or a working spouse" },
    {
      kind: "text",
      text: "Complete this step if you hold more than one job at a time, or if you file jointly and your spouse also works. The right amount depends on the income of all these jobs. Do only one of the following.",
    },
    {
      kind: "line",
      number: "(a)",
      text: "Use the estimator on the agency’s web site for the most accurate result in this step and in Steps 3 and 4. If you or your spouse have self-employment income, choose this way.",
    },
    {
      kind: "line",
      number: "(b)",
      text: "Use the worksheet for several jobs on page 3 and carry its result to Step 4(c).",
    },
    {
      kind: "line",
      number: "(c)",
      text: "If there are only two jobs in all, check this box, and the same box on the form for the other job. This fits best when the lower pay is more than half of the higher pay",
      field: check("twoJobs", "Two jobs in all"),
    },
    {
      kind: "text",
      lead: "Complete Steps 3 to 4(b) for only one of these jobs.",
      text: "Leave them empty for the others. The result is closest when you complete them for the job that pays most.",
    },
    { kind: "section", label: "Step 3:", title: "Claim dependents and other credits" },
    {
      kind: "line",
      text: "If your total income will be $200,000 or less ($400,000 or less if married filing jointly):",
    },
    {
      kind: "line",
      number: "3(a)",
      text: "Number of qualifying children under age 17, multiplied by $2,200",
      inner: amount("qualifyingChildrenAmount", "Qualifying children times 2,200 dollars"),
      unit: "$",
    },
    {
      kind: "line",
      number: "3(b)",
      text: "Number of other dependents, multiplied by $500",
      inner: amount("otherDependentsAmount", "Other dependents times 500 dollars"),
      unit: "$",
    },
    {
      kind: "line",
      number: "3",
      text: "Add the amounts of 3(a) and 3(b) and the amount of any other credits. Enter the total here",
      field: amount("dependentsAmt", "Total of Step 3"),
      unit: "$",
    },
    { kind: "section", label: "Step 4:", title: "Other adjustments" },
    {
      kind: "line",
      number: "4(a)",
      lead: "Other income (not from jobs).",
      text: "If you want tax withheld for other income of this year that has no withholding, enter its amount. It may include interest, dividends and retirement income",
      field: amount("otherIncome", "Other income, not from jobs"),
      unit: "$",
    },
    {
      kind: "line",
      number: "4(b)",
      lead: "Deductions.",
      text: "Use the deductions worksheet on page 4 if you expect to claim more than the standard deduction and want to lower your withholding",
      field: amount("deductions", "Deductions"),
      unit: "$",
    },
    {
      kind: "line",
      number: "4(c)",
      lead: "Extra withholding.",
      text: "Any additional tax you want withheld each pay period",
      field: amount("additionalWithholding", "Extra withholding each pay period"),
      unit: "$",
    },
    { kind: "section", label: "Exempt:", title: "No withholding" },
    {
      kind: "line",
      text: "I claim exemption from withholding for 2026, and I certify that I meet both conditions for it. I understand that I must give a new form for 2027",
      field: check("isExempt", "Exempt from withholding"),
    },
    { kind: "section", label: "Step 5:", title: "Sign here" },
    {
      kind: "text",
      style: "declaration",
      text: "Under penalties of perjury, I declare that this certificate, to the best of my knowledge and belief, is true, correct and complete.",
    },
    {
      kind: "signature",
      label: "Sign here",
      cells: [
        {
          label: "Employee’s signature (this form is not valid unless you sign it)",
          field: signature("signatureLine", "Employee's signature"),
          span: 4,
        },
        { label: "Date", field: date("date", "Date of the signature"), span: 1 },
      ],
    },
    { kind: "section", label: "Employers only", title: "" },
    {
      kind: "row",
      cells: [
        {
          label: "Employer’s name and address",
          field: multiline("employerNameAddress", "Employer's name and address"),
          span: 5,
        },
        {
          label: "First date of employment",
          field: text("firstDateOfEmployment", "First date of employment"),
          span: 2,
        },
        {
          label: "Employer identification number (EIN)",
          field: text("employerEin", "Employer identification number"),
          span: 3,
        },
      ],
    },
  ];
}

function instructions(): Block[] {
  return [
    { kind: "section", title: "General instructions" },
    { kind: "heading", text: "Purpose of this form" },
    {
      kind: "text",
      text: "With this form you tell your employer how much federal income tax to take from your pay. If too little is withheld, you will usually owe tax when you file your return and may owe a penalty. If too much is withheld, you will usually get a refund. Give a new form when something in your personal or financial life would change the entries.",
    },
    { kind: "heading", text: "Exemption from withholding" },
    {
      kind: "text",
      text: "You may claim exemption for the year if you meet both of the following conditions:",
    },
    {
      kind: "list",
      items: [
        "you had no federal income tax liability last year, because the total tax on your return was zero, or was less than the sum of your refundable credits, or because you did not have to file a return; and",
        "you expect to have no federal income tax liability this year.",
      ],
    },
    {
      kind: "text",
      text: "If you claim exemption, no income tax is withheld from your pay, and you may owe tax and penalties when you file. Complete only Steps 1(a), 1(b) and 5, and check the box above Step 5. The claim ends in the middle of February of the next year, when a new form is due.",
    },
    { kind: "heading", text: "Your privacy" },
    {
      kind: "text",
      text: "Steps 2(c) and 4(a) ask about income from other sources. If you would rather not tell your employer, you can use Step 2(b), and enter an additional amount in Step 4(c) instead. You can also pay estimated tax for income that has no withholding.",
    },
    { kind: "heading", text: "Nonresident aliens" },
    {
      kind: "text",
      text: "If you are a nonresident alien, special rules apply to this form. Read the agency’s supplemental notice before you complete it.",
    },
    { kind: "section", title: "Specific instructions" },
    {
      kind: "text",
      lead: "Step 1(c).",
      text: "Check your expected filing status. It decides the standard deduction and the tax rates used to compute your withholding.",
    },
    {
      kind: "text",
      lead: "Step 2.",
      text: "Use this step if you have more than one job at the same time, or are married filing jointly and you and your spouse both work. Option (c) may withhold more than you owe when the two jobs do not pay about the same.",
    },
    {
      kind: "text",
      lead: "Step 3.",
      text: "This step is for the child tax credit and the credit for other dependents. To qualify, a child must be under 17 at the end of the year, must be your dependent who generally lives with you for more than half the year, and must have the required social security number. You can also include other tax credits here, such as the foreign tax credit and education credits.",
    },
    {
      kind: "text",
      lead: "Step 4.",
      text: "Other adjustments are optional. In 4(a) do not include income from any job or self-employment. In 4(b) enter the result of the deductions worksheet. In 4(c) enter any additional tax you want withheld from each payment, including the amount of the worksheet for several jobs.",
    },
    { kind: "pageBreak" },
  ];
}

function worksheets(): Block[] {
  const money = (number: string, words: string, name: string, total = false): Block => ({
    kind: "line",
    number,
    text: words,
    field: amount(name, words),
    unit: "$",
    ...(total ? { total } : {}),
  });
  return [
    { kind: "section", title: "Step 2(b): worksheet for several jobs (keep for your records)" },
    {
      kind: "text",
      text: "If you chose option (b) in Step 2, complete this worksheet on only one form, best the one for the job that pays most. It works for two or three jobs; with more, or when more than one job pays over $120,000, use the estimator.",
    },
    money(
      "1",
      "Two jobs. Find the amount in the table on page 5 where the row of the higher pay meets the column of the lower pay. Enter it here and go on with line 3",
      "jobsLine1",
    ),
    { kind: "line", number: "2", text: "Three jobs. Complete lines 2a, 2b and 2c." },
    money("2a", "Amount in the table for the two jobs that pay most", "jobsLine2a"),
    money(
      "2b",
      "Add the pay of these two jobs; with the sum as the higher pay and the third job as the lower, find the amount in the table",
      "jobsLine2b",
    ),
    money("2c", "Add lines 2a and 2b", "jobsLine2c"),
    {
      kind: "line",
      number: "3",
      text: "Number of pay periods in a year at the job that pays most, for example 52 if it pays weekly",
      field: amount("jobsLine3", "Pay periods"),
    },
    money(
      "4",
      "Divide the amount of line 1 or line 2c by line 3. Enter it here and add it to Step 4(c)",
      "jobsLine4",
      true,
    ),
    { kind: "pageBreak" },
    { kind: "section", title: "Step 4(b): deductions worksheet (keep for your records)" },
    {
      kind: "line",
      number: "1",
      text: "Deductions for tips, overtime pay and passenger vehicle loan interest",
    },
    money(
      "1a",
      "Estimated qualified tips, up to $25,000, if your total income is less than $150,000 ($300,000 if married filing jointly)",
      "line1a",
    ),
    money(
      "1b",
      "Estimated qualified overtime, only the premium part, up to $12,500 ($25,000 if married filing jointly)",
      "line1b",
    ),
    money("1c", "Estimated qualified passenger vehicle loan interest, up to $10,000", "line1c"),
    money("2", "Add lines 1a, 1b and 1c", "line2"),
    money("3", "Additional deduction for people aged 65 or older", "line3"),
    money(
      "4",
      "Student loan interest, deductible retirement contributions, educator expenses and other adjustments to income",
      "line4",
    ),
    money(
      "5",
      "Itemized deductions you expect: medical and dental expenses, state and local taxes, home mortgage interest, gifts to charity and others",
      "line5",
    ),
    money("6", "Standard deduction of your filing status", "line6"),
    money("7", "If line 5 is greater than line 6, subtract line 6 from line 5; otherwise enter 0", "line7"),
    money("8", "Add lines 2, 3, 4 and 7. Enter the result here and in Step 4(b)", "line8", true),
  ];
}

function tables(): Block[] {
  const lower = [0, 10, 20, 30, 40, 50, 60, 70, 80, 90, 100, 110];
  const higher = [0, 10, 20, 30, 40, 60, 80, 100, 125, 150, 175, 200, 250, 450];
  const band = (from: number, to: number | undefined) =>
    to === undefined ? `$${from},000 and over` : `$${from === 0 ? "0" : `${from},000`} - ${to - 1},999`;
  const table = (title: string, step: number): TableBlock => ({
    kind: "table",
    title,
    spanner: "Lower paying job: annual taxable wage and salary",
    headers: [
      "Higher paying job: annual taxable wage and salary",
      ...lower.map((from) => band(from, from + 10)),
    ],
    rows: higher.map((from, row) => [
      band(from, higher[row + 1]),
      ...lower.map(
        (_, index) => `$${(Math.round((row + 1) * (index + 2) * step) * 10).toLocaleString("en-US")}`,
      ),
    ]),
  });
  return [
    { kind: "section", title: "Tables for the worksheet for several jobs" },
    table("Married filing jointly or qualifying surviving spouse", 14.2),
    table("Single or married filing separately", 11.7),
    table("Head of household", 12.9),
  ];
}
