const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}/u;

/** Keeps a value from changing the order of the words around it, where some are read in the other direction. */
export function isolated(value: string, direction: "ltr" | "rtl"): string {
  if (value === "" || (direction === "ltr" && !RIGHT_TO_LEFT.test(value))) return value;
  return `\u2068${value}\u2069`;
}
