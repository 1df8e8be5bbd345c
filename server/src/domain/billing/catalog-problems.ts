/** As Google Play demands it of a subscription, the strictest of the stores. */
export const CATALOG_ID = /^[a-z0-9][a-z0-9_.]{0,39}$/;

/** The first problem that a check finds, for people. */
export function first<T>(entries: readonly T[], check: (entry: T) => string | undefined): string | undefined {
  for (const entry of entries) {
    const problem = check(entry);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

export function twice(ids: readonly string[]): string | undefined {
  const repeated = ids.find((id, n) => ids.indexOf(id) !== n);
  return repeated === undefined ? undefined : `has the id ${shown(repeated)} twice`;
}

export function shown(id: string): string {
  return JSON.stringify(id.slice(0, 60));
}
