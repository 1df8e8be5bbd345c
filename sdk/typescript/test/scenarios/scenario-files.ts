import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const FOLDER = join(import.meta.dirname, "../../../scenarios");

export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type JsonObject = { [name: string]: Json };
export type Step = JsonObject;

export type Scenario = {
  name: string;
  needs?: string[];
  clock?: number;
  storage?: Json;
  steps: Step[];
};

export type ScenarioFile = {
  /** The name of the file. */
  file: string;
  about: string;
  values?: JsonObject;
  scenarios: Scenario[];
};

export function readScenarioFiles(): ScenarioFile[] {
  return readdirSync(FOLDER)
    .filter((file) => file.endsWith(".json"))
    .sort()
    .map((file) => ({ ...JSON.parse(readFileSync(join(FOLDER, file), "utf8")), file }));
}

const USE = "$use:";

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The names of the pieces that a value uses. */
export function usesOf(value: Json): string[] {
  if (typeof value === "string") return value.startsWith(USE) ? [value.slice(USE.length)] : [];
  if (Array.isArray(value)) return value.flatMap(usesOf);
  return isObject(value) ? Object.values(value).flatMap(usesOf) : [];
}

/** The value with its pieces in their places. */
export function withPieces(value: Json, pieces: JsonObject): Json {
  if (typeof value === "string" && value.startsWith(USE)) {
    const piece = pieces[value.slice(USE.length)];
    if (piece === undefined) throw new Error(`values has no ${value.slice(USE.length)}`);
    return withPieces(piece, pieces);
  }
  if (Array.isArray(value)) return value.map((each) => withPieces(each, pieces));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withPieces(each, pieces)]));
}
