/** What a site's robots.txt asks of us (RFC 9309). */
export interface Robots {
  /** Whether we may request a path with its query. */
  allows(path: string): boolean;
}

/** The rules for our own name, or else those for all robots. The longest rule that fits decides; of two equal ones, `Allow`. */
export function readRobots(text: string, agent: string): Robots {
  const groups = groupsOf(text);
  const own = groups.filter(({ agents }) => agents.some((name) => name !== "*" && agent.startsWith(name)));
  const applying = own.length > 0 ? own : groups.filter(({ agents }) => agents.includes("*"));
  const rules = applying.flatMap((group) => group.rules);
  return {
    allows: (path) => {
      const fitting = rules
        .filter(({ pattern }) => fits(pattern, path))
        .sort((a, b) => b.pattern.length - a.pattern.length || Number(b.allow) - Number(a.allow));
      return fitting[0]?.allow ?? true;
    },
  };
}

export const allowAll: Robots = { allows: () => true };
export const allowNone: Robots = { allows: () => false };

interface Group {
  readonly agents: string[];
  readonly rules: { readonly allow: boolean; readonly pattern: string }[];
}

function groupsOf(text: string): Group[] {
  const groups: Group[] = [];
  let naming = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, name = "", value = ""] = /^\s*([A-Za-z-]+)\s*:\s*([^#]*?)\s*(?:#.*)?$/.exec(line) ?? [];
    const key = name.toLowerCase();
    if (key === "user-agent") {
      // Consecutive names share the rules that follow.
      if (!naming) groups.push({ agents: [], rules: [] });
      groups.at(-1)?.agents.push(value.toLowerCase());
      naming = true;
    } else if (key === "allow" || key === "disallow") {
      naming = false;
      // An empty rule forbids nothing.
      if (value !== "") groups.at(-1)?.rules.push({ allow: key === "allow", pattern: value });
    }
  }
  return groups;
}

/** From the start of the path; `*` is anything, `$` at the end is the end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith("$");
  const parts = (isWhole ? pattern.slice(0, -1) : pattern).split("*");
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = index === 0 ? (path.startsWith(part) ? 0 : -1) : path.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return !isWhole || at === path.length || (parts.length > 1 && path.endsWith(parts.at(-1) ?? ""));
}
