/**
 * Words that `new-form` writes where only a person can fill something in. The check rejects every one of them, so that
 * an unfinished form does not pass as a valid one.
 */
export const placeholders = {
  title: "Title of the form as printed",
  agency: "Name of the agency",
  use: "Who gives it, when, and how long it lasts, in our own words.",
  address: "https://example.gov/form.pdf",
  revision: "The revision or text that was checked, and how much of it.",
  doubt: "Nothing has been compared with the agency's form yet.",
  perjury: "The words above the signature line. They may hold {{ wantsExtra }} or any other answer.",
  declaration: "What the employee declares on the page, as printed above the signature.",
} as const;
