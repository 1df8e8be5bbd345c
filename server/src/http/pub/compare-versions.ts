/** Negative when `a` is older. A version with a suffix, such as 1.0.0-beta.1, is older than the one without. */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => {
    const [numbers = "", suffix] = version.split("-", 2);
    return { numbers: numbers.split(".").map(Number), suffix };
  });
  if (!left || !right) return 0;
  for (const [at, number] of left.numbers.entries()) {
    const difference = number - (right.numbers[at] ?? 0);
    if (difference !== 0) return difference;
  }
  if (left.suffix === undefined || right.suffix === undefined) {
    return Number(left.suffix === undefined) - Number(right.suffix === undefined);
  }
  return left.suffix.localeCompare(right.suffix, "en", { numeric: true });
}
