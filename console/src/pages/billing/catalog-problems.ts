import type { Failure } from "../../api/failure.ts";
import { catalog as text } from "../../strings/billing-catalog.ts";

/** The server shortens ids to this length in problems. */
const SHOWN = 60;

type FaultyField = { id: string; field: string };

/** The problem that the server reported for one field of one entry. */
export type ProblemAt = (id: string, field: string) => string | undefined;

/** The text of the problem names the entry of `settings.billing.<list>` that the server rejected. */
export function problemsIn(
  failure: Failure | undefined,
  list: "entitlements" | "tiers" | "one_time_products",
): ProblemAt {
  const isAbout = failure?.field === `settings.billing.${list}`;
  const problem = failure?.more?.problem ?? "";
  const faulty = isAbout ? faultyFieldIn(problem) : undefined;
  return (id, field) =>
    faulty?.field === field && faulty.id === id.slice(0, SHOWN) ? sentence(problem) : undefined;
}

/** The failure with the problem as its text, without the name of the list in front. */
export function withPlainProblem(failure: Failure | undefined): Failure | undefined {
  const problem = failure?.more?.problem;
  return failure && problem ? { ...failure, text: sentence(problem) } : failure;
}

/** The same, where a field shows the problem already: it is not said twice. */
export function withoutShownProblem(failure: Failure | undefined, isShown: boolean): Failure | undefined {
  return failure && isShown ? { ...failure, text: text.checkMarked } : withPlainProblem(failure);
}

function faultyFieldIn(problem: string): FaultyField | undefined {
  const quoted = /^(?:the|has the) id ("(?:[^"\\]|\\.)*") /.exec(problem)?.[1];
  if (quoted !== undefined) return { id: String(JSON.parse(quoted)), field: "id" };
  const [, field = "", of = ""] = /^the (\w+) of (\S+) /.exec(problem) ?? [];
  if (of !== "") return { id: of, field };
  const [, tier = "", verb = ""] = /^the tier (\S+) (gives|has) /.exec(problem) ?? [];
  if (tier === "") return undefined;
  return { id: tier, field: verb === "gives" ? "entitlements" : "products" };
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
