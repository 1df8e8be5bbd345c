/**
 * The plural form for a whole number below a million, by the rules of Unicode. `Intl.PluralRules` has them too, but not
 * in Hermes, which runs the apps of React Native.
 */

/** German, Dutch, Italian, Spanish, Turkish. */
export const oneOrOther = (count: number): "one" | "other" => (count === 1 ? "one" : "other");

/** French, Portuguese, Hindi: zero is said like one. */
export const belowTwoOrOther = (count: number): "one" | "other" => (count < 2 ? "one" : "other");

/** Japanese, Korean, Chinese, Vietnamese, Indonesian. */
export const alwaysOther = (): "other" => "other";

/** Russian, Ukrainian. */
export function eastSlavicForm(count: number): "one" | "few" | "many" {
  if (count % 10 === 1 && count % 100 !== 11) return "one";
  return isFew(count) ? "few" : "many";
}

export function polishForm(count: number): "one" | "few" | "many" {
  if (count === 1) return "one";
  return isFew(count) ? "few" : "many";
}

export function hebrewForm(count: number): "one" | "two" | "other" {
  if (count === 1) return "one";
  return count === 2 ? "two" : "other";
}

export function arabicForm(count: number): "zero" | "one" | "two" | "few" | "many" | "other" {
  if (count < 3) return (["zero", "one", "two"] as const)[count] ?? "other";
  const rest = count % 100;
  if (rest < 3) return "other";
  return rest < 11 ? "few" : "many";
}

/** 2 to 4, 22 to 24 and so on, but not 12 to 14. */
function isFew(count: number): boolean {
  const last = count % 10;
  const lastTwo = count % 100;
  return last >= 2 && last <= 4 && (lastTwo < 12 || lastTwo > 14);
}
