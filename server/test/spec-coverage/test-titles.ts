import { parseSync } from "@swc/core";

type Node = Readonly<Record<string, unknown>>;
export type Titles = Readonly<{ titles: ReadonlySet<string>; texts: ReadonlySet<string> }>;

/**
 * The titles of the tests in a source that run, as they are written there (`%s` and `$name` included; an
 * expression is `…`), and every text in it, among them the names of the cases of `test.each`.
 */
export function testTitles(source: string): Titles {
  const titles = new Set<string>();
  const texts = new Set<string>();
  visit(parseSync(source, { syntax: "typescript" }), (node) => {
    const text = textOf(node);
    if (text !== undefined) texts.add(text);
    const title = node.type === "CallExpression" && isTest(node.callee) ? firstText(node) : undefined;
    if (title !== undefined) titles.add(title);
  });
  return { titles, texts };
}

/** Whether a title, or ` » ` a case of it, is in the source. */
export function hasTest({ titles, texts }: Titles, title: string): boolean {
  const [template = "", name] = title.split(" » ");
  return titles.has(template) && (name === undefined || texts.has(name));
}

function visit(value: unknown, look: (node: Node) => void): void {
  if (typeof value !== "object" || value === null) return;
  if ("type" in value) look(value as Node);
  for (const part of Object.values(value)) visit(part, look);
}

/** `test`, `it`, `test.each(…)`, `test.runIf(…)`; not `test.skip` and `test.todo`. */
function isTest(callee: unknown): boolean {
  if (!isNode(callee)) return false;
  if (callee.type === "Identifier") return callee.value === "test" || callee.value === "it";
  const property = isNode(callee.property) ? callee.property.value : undefined;
  if (property === "skip" || property === "todo") return false;
  return [callee.object, callee.callee, callee.tag, callee.expression].some(isTest);
}

function firstText({ arguments: given }: Node): string | undefined {
  const [first] = Array.isArray(given) ? (given as { expression: unknown }[]) : [];
  return isNode(first?.expression) ? textOf(first.expression) : undefined;
}

function textOf(node: Node): string | undefined {
  if (node.type === "StringLiteral") return String(node.value);
  if (node.type !== "TemplateLiteral") return undefined;
  return (node.quasis as { cooked: string }[]).map(({ cooked }) => cooked).join("…");
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}
