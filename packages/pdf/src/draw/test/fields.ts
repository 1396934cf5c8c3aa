import type { Field } from "../../layout.js";

type More = Partial<Omit<Field, "name" | "kind" | "tooltip">>;

export function text(name: string, tooltip: string, more: More = {}): Field {
  return { name, kind: "text", tooltip, ...more };
}

export function amount(name: string, tooltip: string): Field {
  return { name, kind: "text", tooltip, align: "right" };
}

export function check(name: string, tooltip: string): Field {
  return { name, kind: "check", tooltip };
}

export function comb(name: string, tooltip: string, cells: number): Field {
  return { name, kind: "comb", tooltip, cells };
}

export function multiline(name: string, tooltip: string, lines = 2): Field {
  return { name, kind: "multiline", tooltip, lines };
}

export function signature(name: string, tooltip: string): Field {
  return { name, kind: "text", tooltip, role: "signature" };
}

export function date(name: string, tooltip: string): Field {
  return { name, kind: "text", tooltip, role: "date" };
}
