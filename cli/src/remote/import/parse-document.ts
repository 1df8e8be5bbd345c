import { usageFailure } from "../../failure.ts";
import { placeOfJsonError } from "./json-place.ts";

/** One JSON document, or a list with a JSON object on each line, as Auth0 writes it. */
export function parseDocument(name: string, text: string): unknown {
  const whole = parsed(text);
  if (whole !== undefined) return whole;
  const lines = text.split("\n");
  const first = lines.find((line) => line.trim() !== "") ?? "";
  if (typeof parsed(first) !== "object") throw notJson(name, text, 0);
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const value = parsed(line);
    if (value === undefined) throw notJson(name, line, index);
    return [value];
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function notJson(name: string, text: string, linesBefore: number): Error {
  const { line, column } = placeOfJsonError(text);
  const hint = text.trim() === "" ? "it is empty" : "the file is cut off or damaged; export it again";
  return usageFailure(`${name}:${linesBefore + line}:${column}: this is not JSON`, hint);
}
