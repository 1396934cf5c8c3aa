import type { FormLayout } from "../../layout.js";
import { amount, check, date, signature, text } from "./fields.js";

/** A one-page state certificate whose parts have titles across the page. */
export const state: FormLayout = {
  language: "en",
  title: "Form A4, Employee's Withholding Tax Exemption Certificate",
  head: {
    kind: "Form",
    number: "A4",
    title: "Employee’s Withholding Tax Exemption Certificate",
    agency: "Alabama Department of Revenue, Withholding Tax Section",
    revision: "Rev. 3/2014",
    instruction: "Give this certificate to your employer. It stays in force until you replace it.",
    marking: "For Alabama state withholding only",
  },
  footer: "Substitute for Form A4 (Rev. 3/2014) of the Alabama Department of Revenue.",
  pageNumber: "Page {n} of {total}",
  blocks: [
    { kind: "section", title: "Part I: to be completed by the employee" },
    {
      kind: "row",
      cells: [
        { label: "First name", field: text("firstName", "First name"), span: 4 },
        { label: "Middle initial", field: text("middleInitial", "Middle initial"), span: 2 },
        { label: "Last name", field: text("lastName", "Last name"), span: 5 },
        {
          label: "Social security number",
          field: text("socialSecurityNumber", "Social security number"),
          span: 3,
        },
      ],
    },
    {
      kind: "row",
      cells: [
        {
          label: "Home address (number and street or rural route)",
          field: text("street", "Home address"),
          span: 1,
        },
      ],
    },
    {
      kind: "row",
      cells: [
        { label: "City or town", field: text("city", "City or town"), span: 5 },
        { label: "State", field: text("state", "State"), span: 1 },
        { label: "ZIP Code", field: text("zipCode", "ZIP Code"), span: 2 },
      ],
    },
    { kind: "heading", text: "How to claim your withholding exemptions" },
    {
      kind: "line",
      number: "1",
      text: "If you claim no personal exemption for yourself and wish to withhold at the highest rate, the figure “0” stands here",
      field: text("filingStatusZero", "Zero exemptions", { align: "center" }),
    },
    {
      kind: "line",
      number: "2",
      text: "If you are single or married filing separately, a $1,500 personal exemption is allowed. “S” for single or “MS” for married filing separately stands here",
      field: text("filingStatusSingle", "Single or married filing separately", { align: "center" }),
    },
    {
      kind: "line",
      number: "3",
      text: "If you are married or single claiming head of family, a $3,000 personal exemption is allowed. “M” for married or “H” for head of family stands here",
      field: text("filingStatusMarried", "Married or head of family", { align: "center" }),
    },
    {
      kind: "line",
      number: "4",
      text: "Number of dependents other than your spouse for whom you provide more than half of the support this year",
      field: amount("dependents", "Number of dependents"),
    },
    {
      kind: "line",
      number: "5",
      text: "Extra amount to deduct each pay period",
      field: amount("additionalWithholding", "Extra amount each pay period"),
      unit: "$",
    },
    {
      kind: "line",
      number: "6",
      text: "This line is completed by your employer: total exemptions (if line 3 says “M” and line 4 says “2”, the employer uses “M-2”)",
      field: text("totalExemptions", "Total exemptions", { align: "center" }),
      total: true,
    },
    {
      kind: "choices",
      number: "7",
      text: "Is your spouse a military servicemember on active duty?",
      columns: 2,
      options: [
        { text: "Yes", field: check("spouseIsServicemember_true", "Yes") },
        { text: "No", field: check("spouseIsServicemember_false", "No") },
      ],
    },
    {
      kind: "choices",
      number: "8",
      text: "Do current military orders assign the servicemember to a place in this state, and do you and the servicemember live at the same address there for the whole of the year?",
      columns: 2,
      options: [
        { text: "Yes", field: check("ordersToState_true", "Yes") },
        { text: "No", field: check("ordersToState_false", "No") },
      ],
    },
    {
      kind: "line",
      number: "9",
      text: "State of legal residence",
      field: text("stateOfDomicile", "State of legal residence", { wide: true }),
    },
    {
      kind: "choices",
      number: "10",
      text: "Which of these describe your household? Check all that apply.",
      columns: 3,
      options: [
        { text: "I live with my spouse", field: check("household_spouse", "With my spouse") },
        {
          text: "I provide more than half of the support of a parent or grandparent",
          field: check("household_parent", "Support of a parent"),
        },
        { text: "I have children under 17", field: check("household_children", "Children under 17") },
        { text: "I share the custody of a child", field: check("household_custody", "Shared custody") },
      ],
    },
    {
      kind: "text",
      style: "declaration",
      text: "Under penalties of perjury, I declare that I have examined this certificate and, to the best of my knowledge and belief, it is true, correct and complete.",
    },
    {
      kind: "signature",
      label: "Sign here",
      cells: [
        { label: "Employee’s signature", field: signature("signatureLine", "Employee's signature"), span: 5 },
        { label: "Date", field: date("date", "Date"), span: 2 },
      ],
    },
    { kind: "section", title: "Part II: to be completed by the employer" },
    {
      kind: "row",
      cells: [
        { label: "Employer’s name", field: text("employerName", "Employer's name"), span: 4 },
        { label: "Employer identification number (EIN)", field: text("employerEin", "EIN"), span: 2 },
      ],
    },
    {
      kind: "row",
      cells: [
        { label: "Employer’s address", field: text("employerStreet", "Employer's address"), span: 4 },
        { label: "Telephone", field: text("employerTelephone", "Telephone"), span: 2 },
      ],
    },
    {
      kind: "text",
      style: "small",
      text: "Keep this certificate with your records. If the employee is believed to have claimed too many exemptions, or claims eight or more dependents, tell the Alabama Department of Revenue.",
    },
  ],
};
