import { AppError } from "../../errors.ts";

/** Counted from 1. */
export type Place = { line: number; column: number };

/** An error in a spec with its position. `more`: the key as written, and the key that was probably meant. */
export function specError(
  field: string,
  problem: string,
  place: Place,
  more: { key?: string; suggestion?: string } = {},
): AppError {
  const metadata = { field, problem, ...textOf(place), ...more };
  return new AppError("INVALID_REQUEST", `${field}: ${problem}`, metadata);
}

/** Adds the position of the field that the error names, if the spec has that field. */
export function withPlace(error: unknown, places: ReadonlyMap<string, Place>): unknown {
  if (!(error instanceof AppError)) return error;
  const place = places.get(error.metadata.field ?? "");
  return place ? new AppError(error.reason, error.detail, { ...error.metadata, ...textOf(place) }) : error;
}

function textOf({ line, column }: Place): { line: string; column: string } {
  return { line: String(line), column: String(column) };
}
