import type { Failure } from "../../api/failure.ts";
import { urls } from "../../strings/urls.ts";

/** The server shortens entries to this length in problems. */
const SHOWN = 60;

/** The problem that the server reported for this entry of the list `field`, if any. */
export function problemOfEntry(
  failure: Failure | undefined,
  field: string,
  entries: readonly string[],
  index: number,
): string | undefined {
  if (failure?.field !== field) return undefined;
  const entry = entries[index] ?? "";
  const problem = failure.more?.problem ?? "";
  if (problem.startsWith("must not contain the same entry twice")) {
    return entries.indexOf(entry) < index ? urls.duplicate : undefined;
  }
  const quoted = JSON.stringify(entry.length > SHOWN ? `${entry.slice(0, SHOWN)}…` : entry);
  return problem.startsWith(`${quoted} `) ? `${problem}.` : undefined;
}
