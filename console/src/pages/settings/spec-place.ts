import type { Failure } from "../../api/failure.ts";

/** Where in a spec the server found something wrong, counted from 1. */
export type SpecPlace = { line: number; column: number; key: string; suggestion: string };

export function placeOf(failure: Failure | undefined): SpecPlace | undefined {
  const { line, column, key = "", suggestion = "" } = failure?.more ?? {};
  return line === undefined
    ? undefined
    : { line: Number(line), column: Number(column ?? 1), key, suggestion };
}

/** The same place as the number of characters before it. */
export function offsetOf(text: string, { line, column }: SpecPlace): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((sum, one) => sum + one.length + 1, 0) + column - 1;
}

/** The text with the mistyped key replaced by what was probably meant; undefined when it is not there. */
export function withSuggestion(text: string, place: SpecPlace): string | undefined {
  const start = offsetOf(text, place);
  const isThere = place.key !== "" && place.suggestion !== "" && text.startsWith(place.key, start);
  return isThere ? text.slice(0, start) + place.suggestion + text.slice(start + place.key.length) : undefined;
}
