import { isAlias, isMap, isScalar, isSeq, type Node } from "yaml";
import { nearest } from "../../text/nearest.ts";
import { camelCase, type FieldRecord } from "../projects/field-tree.ts";
import { emptyValue, type RecordShape } from "../projects/record-shape.ts";

export type Refuse = (problem: string, at?: Node) => Error;
/** Reads a text, a number, a flag or a list of texts. */
export type ReadLeaf = (
  kind: "text" | "number" | "flag" | "list",
  node: Node,
  refuse: Refuse,
) => FieldRecord[string];

/** A list of mappings, each with the keys of the shape. A key that is left out is empty. */
export function readRecords(node: Node, shape: RecordShape, refuse: Refuse, leaf: ReadLeaf): FieldRecord[] {
  if (!isSeq(node)) throw refuse("must be a list");
  return (node.items as Node[]).map((item) => readRecord(item, shape, refuse, leaf));
}

function readRecord(node: Node, shape: RecordShape, refuse: Refuse, leaf: ReadLeaf): FieldRecord {
  if (isAlias(node)) throw refuse("aliases are not supported; write the value here", node);
  if (!isMap(node)) throw refuse(`each entry must be a mapping with ${Object.keys(shape).join(", ")}`, node);
  const record: Record<string, FieldRecord[string]> = {};
  for (const { key, value } of node.items as Array<{ key: Node; value: Node | null }>) {
    const name = isScalar(key) ? String(key.value) : "";
    const kind = Object.hasOwn(shape, name) ? shape[name] : undefined;
    if (kind === undefined) throw refuse(unknownKey(name, Object.keys(shape)), key);
    if (camelCase(name) in record) throw refuse(`${name} stands here twice`, key);
    if (value === null || (isScalar(value) && value.value === null)) continue;
    if (value.anchor) throw refuse(`anchors are not supported; put ${name} in quotes`, value);
    record[camelCase(name)] = readHeld(
      value,
      kind,
      (problem, at = value) => refuse(`${name} ${problem}`, at),
      leaf,
    );
  }
  for (const [name, kind] of Object.entries(shape)) record[camelCase(name)] ??= emptyValue(kind);
  return record;
}

function readHeld(
  node: Node,
  kind: RecordShape[string],
  refuse: Refuse,
  leaf: ReadLeaf,
): FieldRecord[string] {
  if (typeof kind === "string") return leaf(kind, node, refuse);
  return "one" in kind
    ? readRecord(node, kind.one, refuse, leaf)
    : readRecords(node, kind.many, refuse, leaf);
}

function unknownKey(name: string, known: readonly string[]): string {
  const suggestion = nearest(name, known);
  const shown = name.slice(0, 60);
  return suggestion === undefined
    ? `has no key ${shown}`
    : `has no key ${shown}; did you mean ${suggestion}?`;
}
