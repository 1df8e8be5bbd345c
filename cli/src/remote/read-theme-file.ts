import { usageFailure } from "../failure.ts";
import { readPiped } from "../prompt.ts";
import { readGivenFile } from "./read-given-file.ts";
import { colourNames, lineNames, mailNames, wordingNames } from "./theme-names.ts";
import type { ThemeChanges } from "./update-theme.ts";

type Shape = "text" | "number" | { readonly [field: string]: Shape };

const colours = Object.fromEntries(colourNames.map((name) => [name, "text"] as const));
const wording = Object.fromEntries(wordingNames.map((name) => [name, "text"] as const));

const themeShape: Shape = {
  colors: colours,
  darkColors: colours,
  cornerRadius: "number",
  fontAsset: "text",
  logoAsset: "text",
  // Filled by the server, so that what it printed is accepted again.
  fontUrl: "text",
  logoUrl: "text",
  ...Object.fromEntries(lineNames.map((name) => [name, "text"] as const)),
  texts: Object.fromEntries(mailNames.map((name) => [name, wording])),
};

const HINT = "svc project theme get <slug|id> --json prints the fields";

/** The fields of a theme in a file as `project theme get --json` prints it; `-` is standard input. */
export async function readThemeFile(file: string): Promise<ThemeChanges> {
  const isPiped = file === "-";
  const text = isPiped
    ? await readPiped("--file -", "pipe the theme in")
    : readGivenFile(file, HINT).toString();
  const name = isPiped ? "standard input" : file;
  const document = parse(text, name);
  const theme = document.revision === undefined ? document : Object(document.revision).theme;
  requireShape(theme, themeShape, "", name);
  const { fontUrl: _font, logoUrl: _logo, ...changes } = theme as ThemeChanges;
  if (Object.keys(changes).length === 0) throw usageFailure(`${name} has no field of a theme`, HINT);
  return changes;
}

function parse(text: string, file: string): Record<string, unknown> {
  try {
    const document: unknown = JSON.parse(text);
    if (isObject(document)) return document;
  } catch {
    // Said below.
  }
  throw usageFailure(`${file} is not a JSON object`, HINT);
}

function requireShape(value: unknown, shape: Shape, path: string, file: string): void {
  if (typeof shape === "string") {
    // 1e400 is read as Infinity, which would be sent as null and so change nothing.
    if (shape === "text" ? typeof value === "string" : Number.isFinite(value)) return;
    throw usageFailure(`${file}: ${path} must be ${shape === "text" ? "text" : "a number"}`, HINT);
  }
  if (!isObject(value)) throw usageFailure(`${file}: ${path || "the theme"} must be an object`, HINT);
  for (const [field, part] of Object.entries(value)) {
    const place = path === "" ? field : `${path}.${field}`;
    const inner = Object.hasOwn(shape, field) ? shape[field] : undefined;
    if (inner === undefined)
      throw usageFailure(`${file}: a theme has no field ${JSON.stringify(place)}`, HINT);
    requireShape(part, inner, place, file);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
