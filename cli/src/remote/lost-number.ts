/** Whether JSON would write one of the numbers in this value as another: 1e400 was read as Infinity, which it writes as null. */
export function hasLostNumber(value: unknown): boolean {
  const rest = [value];
  while (rest.length > 0) {
    const next = rest.pop();
    if (typeof next === "number" && (!Number.isFinite(next) || Object.is(next, -0))) return true;
    if (typeof next === "object" && next !== null) for (const inner of Object.values(next)) rest.push(inner);
  }
  return false;
}
