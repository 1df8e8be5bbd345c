import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { parseSync } from "@swc/core";

/** A request's parameters, decoded from a form: texts at the leaves. */
export type Parameters = { [name: string]: string | Parameters | Array<string | Parameters> };

// biome-ignore lint/suspicious/noExplicitAny: the nodes of a syntax tree, of which a few are looked at
type Node = any;
type Scope = Readonly<{ members: ReadonlyMap<string, Node>; above: string }>;

/** Beside the library's own entry, which is in `cjs`. */
const library = dirname(dirname(createRequire(import.meta.url).resolve("stripe")));
const resources = join(library, "esm/resources");
const files = new Map<string, ReadonlyMap<string, Node>>();

const SHARED: Readonly<Record<string, readonly string[]>> = {
  PaginationParams: ["limit", "starting_after", "ending_before"],
  RangeQueryParam: ["gt", "gte", "lt", "lte"],
};

/**
 * What Stripe would say about parameters of a request, or undefined. Names, nesting and kinds come from
 * the types that Stripe publishes with its library: `check("Checkout/Sessions", "SessionCreateParams", …)`.
 */
export function parameterProblem(file: string, type: string, parameters: Parameters): string | undefined {
  const members = declarationsOf(file);
  // Some files put everything into a namespace of their own.
  const above = [type, `${file.split("/")[0]}.${type}`].find((name) => members.has(name));
  if (above === undefined) throw new Error(`stripe declares no ${type} in ${file}`);
  return objectProblem(parameters, members.get(above), { members, above }, "");
}

function declarationsOf(file: string): ReadonlyMap<string, Node> {
  const known = files.get(file);
  if (known) return known;
  const source = readFileSync(join(resources, `${file}.d.ts`), "utf8");
  const found = new Map<string, Node>();
  collect(parseSync(source, { syntax: "typescript" }).body, "", found);
  files.set(file, found);
  return found;
}

function collect(body: readonly Node[], above: string, found: Map<string, Node>): void {
  for (const node of body) {
    const declared = node.declaration ?? node;
    if (declared.type === "TsInterfaceDeclaration" || declared.type === "TsTypeAliasDeclaration") {
      found.set(above + declared.id.value, declared);
    } else if (declared.type === "TsModuleDeclaration") {
      collect(declared.body.body ?? [], `${above}${declared.id.value}.`, found);
    }
  }
}

function objectProblem(value: Parameters, declaration: Node, scope: Scope, path: string): string | undefined {
  const body: readonly Node[] = declaration.body.body;
  const fields = new Map(body.map((field: Node) => [field.key.value as string, field]));
  const inherited = (declaration.extends ?? []).flatMap((base: Node) => SHARED[base.expression.value] ?? []);
  for (const [name, held] of Object.entries(value)) {
    const at = path === "" ? name : `${path}[${name}]`;
    const field = fields.get(name);
    if (!field && !inherited.includes(name)) return `Received unknown parameter: ${at}`;
    const problem = field && valueProblem(held, field.typeAnnotation.typeAnnotation, scope, at);
    if (problem !== undefined) return problem;
  }
  const missing = body.find((field: Node) => !field.optional && !(field.key.value in value));
  return missing
    ? `Missing required param: ${path === "" ? missing.key.value : `${path}[${missing.key.value}]`}`
    : undefined;
}

type Held = Parameters[string];

function valueProblem(value: Held, type: Node, scope: Scope, at: string): string | undefined {
  switch (type.type) {
    case "TsKeywordType":
      return keywordProblem(value, type.kind, at);
    case "TsLiteralType":
      return value === String(type.literal.value) ? undefined : `Invalid ${at}: ${String(value)}`;
    case "TsParenthesizedType":
      return valueProblem(value, type.typeAnnotation, scope, at);
    case "TsUnionType": {
      const problems = type.types.map((one: Node) => valueProblem(value, one, scope, at));
      return problems.includes(undefined)
        ? undefined
        : (problems.find((problem: string) => /unknown/.test(problem)) ?? problems[0]);
    }
    case "TsTypeReference":
      return referenceProblem(value, type, scope, at);
    default:
      throw new Error(`no rule for ${type.type} at ${at}`);
  }
}

function keywordProblem(value: Held, kind: string, at: string): string | undefined {
  if (kind === "null" || kind === "undefined") return `Invalid ${at}`;
  if (typeof value !== "string") return `Invalid ${at}: must be one value`;
  if (kind === "number" && !/^-?\d+(\.\d+)?$/.test(value)) return `Invalid integer: ${value}`;
  if (kind === "boolean" && value !== "true" && value !== "false") return `Invalid boolean: ${value}`;
  return undefined;
}

function referenceProblem(value: Held, type: Node, scope: Scope, at: string): string | undefined {
  const name = nameOf(type.typeName);
  const [argument] = type.typeParams?.params ?? [];
  if (name === "Array") {
    if (!Array.isArray(value)) return `Invalid array: ${at}`;
    return value
      .map((one, n) => valueProblem(one, argument, scope, `${at}[${n}]`))
      .find((problem) => problem);
  }
  if (name === "Emptyable") return value === "" ? undefined : valueProblem(value, argument, scope, at);
  if (name === "MetadataParam" || name === "Metadata" || name === "Record") return undefined;
  if (name === "OtherString" || name === "Decimal") return keywordProblem(value, "string", at);
  if (name === "RangeQueryParam") {
    return typeof value === "object" &&
      Object.keys(value).every((key) => SHARED.RangeQueryParam?.includes(key))
      ? undefined
      : `Invalid ${at}`;
  }
  return namedProblem(value, name, scope, at);
}

/** A name is looked for where it is used and in every scope around it. */
function namedProblem(value: Held, name: string, scope: Scope, at: string): string | undefined {
  for (let above = scope.above; ; above = above.includes(".") ? above.slice(0, above.lastIndexOf(".")) : "") {
    const full = above === "" ? name : `${above}.${name}`;
    const declared = scope.members.get(full);
    if (declared?.type === "TsTypeAliasDeclaration")
      return valueProblem(value, declared.typeAnnotation, { ...scope, above: full }, at);
    if (declared) {
      if (typeof value !== "object" || Array.isArray(value)) return `Invalid object: ${at}`;
      return objectProblem(value, declared, { ...scope, above: full }, at);
    }
    if (above === "") throw new Error(`${name} at ${at} is declared elsewhere`);
  }
}

function nameOf(name: Node): string {
  return name.type === "Identifier" ? name.value : `${nameOf(name.left)}.${name.right.value}`;
}
