import type { Failure } from "../../api/failure.ts";
import { branding as text } from "../../strings/branding.ts";
import { LEAST_CONTRAST } from "./contrast.ts";
import { type ColourName, colourNames } from "./theme-values.ts";

/** The names in the contract. */
export const colourFields: Record<ColourName, string> = {
  primary: "primary",
  onPrimary: "on_primary",
  background: "background",
  surface: "surface",
  text: "text",
  mutedText: "muted_text",
  error: "error",
};

/** The failure with the names that the screen has for colours. */
export function withColourNames(failure: Failure): Failure {
  const [, field = ""] = /^theme\.(?:dark_)?colors\.(\w+)$/.exec(failure.field) ?? [];
  const name = nameOf(field);
  if (name === undefined) return failure;
  const { problem = "", pair = "", ratio = "" } = failure.more ?? {};
  const ground = nameOf(pair.split("/")[1] ?? "");
  const told = ground ? text.unreadable(name, ground, ratio, LEAST_CONTRAST) : `${name} ${problem}.`;
  return { ...failure, text: told };
}

/** True for a pair of colours of which the fields say themselves that they are too much alike. */
export function isContrastFailure(failure: Failure | undefined): boolean {
  return failure?.more?.pair !== undefined;
}

function nameOf(field: string): string | undefined {
  const name = colourNames.find((one) => colourFields[one] === field);
  return name && text.names[name];
}
