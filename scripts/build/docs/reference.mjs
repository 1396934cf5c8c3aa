// The API reference: a page with all operations, one for each operation, and one with all schemas.
import { escaped } from "./layout.mjs";

const methods = ["get", "post"];

/** Pages with `name`, `title` and `html`, from an OpenAPI 3.0 description. */
export function referencePages(api) {
  const operations = Object.entries(api.paths).flatMap(([path, item]) =>
    methods
      .filter((method) => item[method] !== undefined)
      .map((method) => ({ ...item[method], path, method: method.toUpperCase() })),
  );
  return [
    overview(api, operations),
    ...operations.map((operation) => operationPage(api, operation)),
    schemasPage(api),
  ];
}

function overview({ tags }, operations) {
  const parts = tags.map(({ name, description }) => {
    const rows = operations
      .filter((operation) => operation.tags?.includes(name))
      .map(
        ({ operationId, method, path, summary }) =>
          `<tr><td><a href="reference/${operationId}"><code>${method} ${escaped(path)}</code></a></td><td>${escaped(summary)}</td></tr>`,
      );
    return `${heading(2, name)}<p>${text(description)}</p>${table(["operation", "what it does"], rows)}`;
  });
  return {
    name: "reference",
    title: "API reference",
    html: `<h1>API reference</h1>
<p>Every operation with its members, for integrators, made from the OpenAPI 3.0 description of this service
(<a href="json">JSON</a>, <a href="yaml">YAML</a>). <a href="reference/schemas">All schemas</a> are on one page. <code>/v1</code>
is the default prefix.</p>
${parts.join("\n")}`,
  };
}

function operationPage(api, operation) {
  const {
    operationId,
    method,
    path,
    summary,
    description = "",
    parameters = [],
    requestBody,
    responses,
  } = operation;
  const rows = parameters
    .map((one) => resolved(api, one))
    .map(
      ({ name, in: place, required, schema, description: about }) =>
        `<tr><td><code>${escaped(name)}</code></td><td>${place}</td><td>${typeOf(schema)}</td><td>${required ? "yes" : "no"}</td><td>${text(about)}</td></tr>`,
    );
  const body = requestBody === undefined ? "" : `${heading(2, "Body")}${contentOf(api, requestBody.content)}`;
  const answers = Object.entries(responses).map(([status, response]) => {
    const { description: about, content = {} } = resolved(api, response);
    return `${heading(3, status)}<p>${text(about)}</p>${contentOf(api, content, status === "200")}`;
  });
  return {
    name: `reference/${operationId}`,
    title: operationId,
    html: `<h1>${escaped(operationId)}</h1>
<p><code>${method} ${escaped(path)}</code></p>
<p>${text(summary)}. ${text(description)}</p>
${rows.length === 0 ? "" : `${heading(2, "Parameters")}${table(["name", "in", "type", "required", "meaning"], rows)}`}
${body}
${heading(2, "Responses")}
${answers.join("\n")}`,
  };
}

function contentOf(api, content, detailed = true) {
  const kinds = new Map();
  for (const [type, { schema, example, examples }] of Object.entries(content)) {
    const key = JSON.stringify(schema);
    kinds.set(key, {
      schema,
      example: example ?? Object.values(examples ?? {})[0],
      types: [...(kinds.get(key)?.types ?? []), type],
    });
  }
  return [...kinds.values()]
    .map(({ schema, example, types }) => {
      const shown = example === undefined || !detailed ? "" : exampleOf(resolved(api, example));
      return `<p>${types.map((type) => `<code>${type}</code>`).join(", ")}: ${typeOf(schema)}</p>${
        detailed ? members(api, schema) : ""
      }${shown}`;
    })
    .join("");
}

function exampleOf(example) {
  const value = example.value ?? example;
  const json = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return `<pre tabindex="0"><code>${escaped(json.length > 4000 ? `${json.slice(0, 4000)}\n...` : json)}</code></pre>`;
}

function schemasPage(api) {
  const sections = Object.entries(api.components.schemas).map(
    ([name, schema]) =>
      `${heading(2, name)}<p>${text(schema.description)}</p><p>${typeOf(schema)}</p>${members(api, schema)}`,
  );
  return {
    name: "reference/schemas",
    title: "Schemas",
    html: `<h1>Schemas</h1><p>All objects of requests and responses, for integrators.</p>${sections.join("\n")}`,
  };
}

/** A table of the members of an object, and of those that are written out inside it. */
function members(api, schema) {
  const rows = rowsOf(api, resolved(api, schema), "");
  return rows.length === 0 ? "" : table(["member", "type", "required", "meaning"], rows);
}

function rowsOf(api, schema, prefix) {
  const own = Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = `${prefix}${name}`;
    const isRequired = schema.required?.includes(name) ? "yes" : "no";
    return [
      `<tr><td><code>${escaped(path)}</code></td><td>${typeOf(part)}</td><td>${isRequired}</td><td>${text(part.description)}</td></tr>`,
      ...inside(api, part, path),
    ];
  });
  return [...own, ...(schema.allOf ?? []).flatMap((part) => rowsOf(api, resolved(api, part), prefix))];
}

/** Named schemas have a section of their own. */
function inside(api, part, path) {
  const element = part.items ?? part;
  if (element.$ref !== undefined) return [];
  return rowsOf(api, element, part.items === undefined ? `${path}.` : `${path}[].`);
}

function typeOf(schema = {}) {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.split("/").at(-1);
    return `<a href="schemas#${slug(name)}">${escaped(name)}</a>`;
  }
  const several = schema.oneOf ?? schema.anyOf ?? schema.allOf;
  if (several !== undefined) return several.map(typeOf).join(schema.allOf === undefined ? " or " : " and ");
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `<code>${escaped(JSON.stringify(value))}</code>`).join(", ");
  if (schema.type === "array") return `list of ${typeOf(schema.items)}`;
  if (typeof schema.additionalProperties === "object") return `map of ${typeOf(schema.additionalProperties)}`;
  const limits = [
    schema.pattern === undefined ? "" : `pattern <code>${escaped(schema.pattern)}</code>`,
    schema.minimum === undefined ? "" : `min ${schema.minimum}`,
    schema.maximum === undefined ? "" : `max ${schema.maximum}`,
    schema.maxLength === undefined ? "" : `up to ${schema.maxLength} characters`,
    schema.maxItems === undefined ? "" : `up to ${schema.maxItems} elements`,
    schema.nullable ? "or null" : "",
  ].filter((limit) => limit !== "");
  return [schema.format ?? schema.type ?? "any", ...limits].join(", ");
}

function resolved(api, schema) {
  return schema?.$ref === undefined
    ? (schema ?? {})
    : schema.$ref
        .split("/")
        .slice(1)
        .reduce((found, name) => found[name], api);
}

function heading(level, name) {
  return `<h${level} id="${slug(name)}">${escaped(name)}</h${level}>`;
}

function table(titles, rows) {
  const head = titles.map((title) => `<th scope="col">${title}</th>`).join("");
  return `<div class="wide" tabindex="0" role="group" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${rows.join("\n")}</tbody></table></div>`;
}

function slug(name) {
  return name.toLowerCase().replaceAll(" ", "-");
}

/** Descriptions have code marks, names of pages, and no other Markdown. */
function text(description = "") {
  return escaped(description)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\bdocs\/([\w-]+)\.md\b/g, '<a href="../$1">$1</a>');
}
