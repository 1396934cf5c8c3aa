/** Records of a comma-separated file (RFC 4180), with the header. An empty line is a record with one empty field. */
export function parseCsv(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  let at = text.startsWith("\ufeff") ? 1 : 0;
  for (;;) {
    const field = text[at] === '"' ? quotedField(text, at) : bareField(text, at);
    if (field === undefined) throw new CsvError(records.length + 1);
    record.push(field.value);
    const next = text[field.end];
    at = field.end + 1;
    if (next === ",") continue;
    records.push(record);
    record = [];
    if (next === undefined) return records;
    if (next === "\r" && text[at] === "\n") at += 1;
    else if (next !== "\n") throw new CsvError(records.length);
  }
}

/** Counted from 1, as spreadsheets do. */
export class CsvError extends Error {
  readonly row: number;
  constructor(row: number) {
    super(`row ${row} is not valid CSV`);
    this.row = row;
  }
}

interface Field {
  readonly value: string;
  /** Position of what follows. */
  readonly end: number;
}

function bareField(text: string, start: number): Field {
  const rest = /[^",\r\n]*/y;
  rest.lastIndex = start;
  const value = rest.exec(text)?.[0] ?? "";
  return { value, end: start + value.length };
}

/** In quotation marks, where two of them are one. Undefined: it does not end. */
function quotedField(text: string, start: number): Field | undefined {
  let value = "";
  for (let at = start + 1; ; ) {
    const end = text.indexOf('"', at);
    if (end === -1) return undefined;
    value += text.slice(at, end);
    if (text[end + 1] !== '"') return { value, end: end + 1 };
    value += '"';
    at = end + 2;
  }
}
