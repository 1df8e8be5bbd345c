/** The values of the variables that a text may have. Undefined: it has none for now. */
export type Values = Readonly<Record<string, string | undefined>>;

/** A variable in a text, with its name as the only group. */
export const VARIABLE = /\{([a-z_]+)\}/g;

/** The names of the variables in a text. */
export function variablesIn(text: string): Set<string> {
  return new Set([...text.matchAll(VARIABLE)].map(([, name = ""]) => name));
}

/**
 * The text with the values in place of its variables; undefined when one of them has no value for now. Other words in
 * braces stay as they are: texts of themes were never checked for variables.
 */
export function fill(text: string, values: Values): string | undefined {
  const isKnown = (name: string): boolean => Object.hasOwn(values, name);
  for (const name of variablesIn(text)) {
    if (isKnown(name) && values[name] === undefined) return undefined;
  }
  return text.replace(VARIABLE, (found, name: string) => (isKnown(name) ? (values[name] ?? found) : found));
}
