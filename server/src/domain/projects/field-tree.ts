/** An entry of a list of records, such as the tiers of a catalog. */
export type FieldRecord = Readonly<{
  [key: string]: string | number | boolean | readonly string[] | FieldRecord | readonly FieldRecord[];
}>;

export type FieldValue = string | number | boolean | readonly string[] | readonly FieldRecord[];

/** Nested objects with values at their leaves. */
export type FieldTree = { [key: string]: FieldValue | FieldTree | undefined };

export function valueAt(tree: FieldTree, keys: readonly string[]): FieldValue | undefined {
  let found: FieldValue | FieldTree | undefined = tree;
  for (const key of keys) found = isTree(found) ? found[key] : undefined;
  return isTree(found) ? undefined : found;
}

export function putAt(tree: FieldTree, keys: readonly string[], value: FieldValue): void {
  const [key = "", ...rest] = keys;
  if (rest.length === 0) {
    tree[key] = value;
    return;
  }
  const found = tree[key];
  const below = isTree(found) ? found : {};
  tree[key] = below;
  putAt(below, rest, value);
}

export function camelCase(word: string): string {
  return word.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
}

function isTree(value: FieldValue | FieldTree | undefined): value is FieldTree {
  return typeof value === "object" && !Array.isArray(value);
}
