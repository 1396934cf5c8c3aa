import { Document, isCollection, isNode, type Node, Scalar } from "yaml";

/** A map or list written on one line, as the content writes small ones. */
export function inline(value: unknown): Node {
  const node = new Document(value).contents as Node;
  if (isCollection(node)) node.flow = true;
  return node;
}

/** A value with a comment that the checker reports until an author has dealt with it. */
export function todo(value: unknown, text: string): Node {
  const isPlain = value === null || typeof value !== "object";
  const node: Node = isNode(value) ? value : isPlain ? new Scalar(value) : inline(value);
  node.comment = ` TODO: ${oneLine(text)}`;
  return node;
}

/** The text of a YAML file. Comments come first, one line each. */
export function yamlText(value: unknown, comments: readonly string[] = []): string {
  const document = new Document(value);
  const head = comments.map((comment) => `# ${oneLine(comment)}\n`).join("");
  return `${head}${document.toString({ lineWidth: 0, flowCollectionPadding: false })}`;
}

/** What a sheet says, which may be more than a text, on one line. */
export function oneLine(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.replaceAll(/\s+/g, " ").trim();
}
