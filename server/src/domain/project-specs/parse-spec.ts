import { isAlias, isMap, isScalar, isSeq, type Node, type YAMLMap } from "yaml";
import { invalidRequest } from "../../errors.ts";
import { nearest } from "../../text/nearest.ts";
import { catalogShapes } from "../billing/catalog-shape.ts";
import type { ProviderSecretPath } from "../projects/provider-secrets.ts";
import type { SettingPath, SettingValue } from "../projects/setting-fields.ts";
import type { OwnWording } from "../wording/own-wording.ts";
import { type ReadLeaf, type Refuse, readRecords } from "./read-records.ts";
import { readYaml, type YamlSpec } from "./read-yaml.ts";
import { type Place, specError } from "./spec-error.ts";
import { type SpecKey, specKeys } from "./spec-keys.ts";

/** The content of a spec, without keys that are left out or have no value. */
export type ParsedSpec = {
  name: string | undefined;
  slug: string;
  /** The version on which the spec is based. */
  etag: string | undefined;
  values: Map<SettingPath, SettingValue>;
  secrets: Map<ProviderSecretPath, string>;
  /** By path below `theme`; `dark_colors` is NONE for a theme without any. */
  themeValues: Map<string, SettingValue>;
  /** Own texts by language and key, still to be checked. */
  wording: OwnWording;
  /** The sections that the spec has: `settings`, `settings.google`, `theme`, ... */
  sections: Set<string>;
  /** The position of each key with a value. */
  places: Map<string, Place>;
};

/** A spec and how to apply it. With `merge`, everything that the spec leaves out stays unchanged, including booleans and the theme. */
export type SpecToApply = ParsedSpec & { merge?: boolean };

type Leaf = { path: string; type: keyof typeof readers; value: SettingValue };
type Found = Pick<ParsedSpec, "sections" | "places"> & {
  leaves: Leaf[];
  texts: Record<string, Record<string, string>>;
  placeOf: YamlSpec["placeOf"];
};

const LONGEST_KEY = 60;

/** Stands for an optional section that is not wanted: `dark_colors: none`. */
export const NONE = "none";

export function parseSpec(text: string): ParsedSpec {
  const { root, placeOf } = readYaml(text);
  const found: Found = { leaves: [], texts: {}, sections: new Set(), places: new Map(), placeOf };
  readSection(found, root, specKeys.keys, "");

  let name: string | undefined;
  let slug: string | undefined;
  let etag: string | undefined;
  const values: ParsedSpec["values"] = new Map();
  const secrets: ParsedSpec["secrets"] = new Map();
  const themeValues: ParsedSpec["themeValues"] = new Map();
  for (const { path, type, value } of found.leaves) {
    const below = path.slice(path.indexOf(".") + 1);
    if (path === "name") name = String(value);
    else if (path === "slug") slug = String(value);
    else if (path === "etag") etag = String(value);
    else if (path.startsWith("theme.")) themeValues.set(below, value);
    else if (type === "secret") secrets.set(below as ProviderSecretPath, String(value));
    else values.set(below as SettingPath, value);
  }
  if (slug === undefined) throw invalidRequest("slug", "is required: a spec names its project by slug");
  const { sections, places, texts } = found;
  return { name, slug, etag, values, secrets, themeValues, wording: texts, sections, places };
}

function readSection(found: Found, map: YAMLMap, keys: ReadonlyMap<string, SpecKey>, above: string): void {
  const seen = new Set<string>();
  for (const { key: keyNode, value } of map.items as Array<{ key: Node; value: Node | null }>) {
    const place = found.placeOf(keyNode.range?.[0]);
    const name = isScalar(keyNode) ? String(keyNode.value) : "";
    const path = `${above}${name}`;
    const key = keys.get(name);
    if (!key) throw unknownKey(path, name, [...keys.keys()], place);
    if (seen.has(name)) throw specError(path, "stands here twice", place, { key: name });
    seen.add(name);
    readValue(found, value, key, path, place);
  }
}

function unknownKey(path: string, name: string, known: readonly string[], place: Place): Error {
  const key = name.slice(0, LONGEST_KEY);
  const field = path.slice(0, path.length - name.length + key.length);
  const suggestion = nearest(key, known);
  if (suggestion === undefined) return specError(field, "there is no such key", place, { key });
  return specError(field, `there is no such key; did you mean ${suggestion}?`, place, { key, suggestion });
}

function readValue(found: Found, node: Node | null, key: SpecKey, path: string, keyPlace: Place): void {
  if (key.type === "ignored") return;
  if (node?.anchor) throw specError(path, "anchors are not supported; put the value in quotes", keyPlace);
  if (isEmpty(node)) {
    if (key.type === "secret") found.leaves.push({ path, type: key.type, value: "" });
    return;
  }
  const place = found.placeOf(node.range?.[0]);
  if (isAlias(node)) throw specError(path, "aliases are not supported; write the value here", place);
  found.places.set(path, place);
  if (key.type === "section") {
    if (key.mayBeNone && isScalar(node) && node.value === NONE) {
      found.leaves.push({ path, type: "text", value: NONE });
      return;
    }
    if (!isMap(node)) {
      const orNone = key.mayBeNone ? ", or none" : "";
      throw specError(path, `must be a mapping with ${[...key.keys.keys()].join(", ")}${orNone}`, place);
    }
    found.sections.add(path);
    readSection(found, node, key.keys, `${path}.`);
    return;
  }
  if (key.type === "texts") {
    readTexts(found, node, path, place);
    return;
  }
  const value = readers[key.type](node, (problem, at) =>
    specError(path, problem, at ? found.placeOf(at.range?.[0]) : place),
  );
  found.leaves.push({ path, type: key.type, value });
}

/** The keys of sentences have dots, so they are no sections. A key without a value is the same as no line. */
function readTexts(found: Found, map: Node, path: string, place: Place): void {
  if (!isMap(map)) throw specError(path, "must be a mapping of sentences and their texts", place);
  const texts: Record<string, string> = {};
  for (const { key, value } of map.items as Array<{ key: Node; value: Node | null }>) {
    const name = isScalar(key) ? String(key.value) : "";
    const below = `${path}.${name.slice(0, LONGEST_KEY)}`;
    const at = found.placeOf((value ?? key).range?.[0]);
    if (Object.hasOwn(texts, name))
      throw specError(below, "stands here twice", found.placeOf(key.range?.[0]));
    if (value?.anchor) throw specError(below, "anchors are not supported; put the value in quotes", at);
    if (isEmpty(value)) continue;
    if (isAlias(value)) throw specError(below, "aliases are not supported; write the value here", at);
    const text = readText(value, (problem) => specError(below, problem, at));
    Object.defineProperty(texts, name, { value: text, enumerable: true });
    found.places.set(below, at);
  }
  found.texts[path.slice(path.indexOf(".") + 1)] = texts;
}

/** `timezone:` without a value is the same as no line. */
function isEmpty(node: Node | null): node is null {
  return node === null || (isScalar(node) && node.value === null);
}

type Reader = (node: Node, refuse: Refuse) => SettingValue;

const readers: Readonly<Record<Exclude<SpecKey["type"], "section" | "ignored" | "texts">, Reader>> = {
  text: readText,
  secret: readText,
  number(node, refuse) {
    const value = isScalar(node) ? node.value : undefined;
    if (typeof value === "number" && Number.isInteger(value)) return value;
    throw refuse("must be a whole number");
  },
  flag(node, refuse) {
    const value = isScalar(node) ? node.value : undefined;
    if (typeof value === "boolean") return value;
    throw refuse("must be true or false");
  },
  entitlements: (node, refuse) => readRecords(node, catalogShapes.entitlements, refuse, readLeaf),
  tiers: (node, refuse) => readRecords(node, catalogShapes.tiers, refuse, readLeaf),
  one_time_products: (node, refuse) => readRecords(node, catalogShapes.one_time_products, refuse, readLeaf),
  list(node, refuse) {
    if (!isSeq(node)) throw refuse("must be a list of texts");
    return (node.items as Node[]).map((item) => {
      if (isAlias(item)) throw refuse("aliases are not supported; write the value here", item);
      return readText(item, (problem) => refuse(`each entry ${problem}`, item));
    });
  },
};

const readLeaf: ReadLeaf = (kind, node, refuse) => readers[kind](node, refuse) as ReturnType<ReadLeaf>;

function readText(node: Node, refuse: Refuse): string {
  if (isScalar(node) && typeof node.value === "string") return node.value;
  throw refuse(isScalar(node) ? "must be text; put it in quotes" : "must be text");
}
