import type { Language, Note } from "@withholding-forms/contract";

/** The columns of a register, which the operator supplies as a file. */
export interface RegisterColumns {
  /** The configuration names the file under this name. */
  readonly name: string;
  /** The column with the answer. */
  readonly key: string;
  /** The column by which long pick lists are divided. */
  readonly group: string;
  readonly columns: Readonly<Record<string, RegisterColumn>>;
}

export interface RegisterColumn {
  readonly pattern: string;
  /** Its values are numbers in formulas. */
  readonly number?: true;
}

/** What becomes of a form's questions while the operator supplies the register. */
export interface CompiledRegister extends RegisterColumns {
  /** Of an option, with the columns in double braces. */
  readonly label: string;
  readonly lists: readonly PickList[];
}

/** A pick list of the groups, followed by a pick list of the rows of the group that was chosen. */
export interface PickList {
  /** Ids of questions. */
  readonly group: string;
  readonly row: string;
  /** Questions that are not asked, by the column that has their answer. */
  readonly fills: Readonly<Record<string, string>>;
  readonly text: Readonly<Record<Language, PickListText>>;
}

export interface PickListText {
  readonly ask: string;
  readonly message: string;
  readonly notes: readonly Note[];
}
