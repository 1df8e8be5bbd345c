import type { UserFlags } from "../users/list-users.ts";

/** For the audit log, without the text of the query: it may be the address of somebody who is deleted one day. */
export function namesOfFilters({ query, filter }: { query: string; filter: UserFlags }): string {
  const flags = Object.entries(filter).map(([name, value]) => `${name}=${value}`);
  return [...(query.trim() === "" ? [] : ["query"]), ...flags].join(", ");
}
