import type { Failure } from "../../api/failure.ts";

/** As the server quotes an id in what it says about it. */
const SHOWN = 60;

type Blame = { id: string; field: string };

/** Says at a field of an entry what the server said about exactly that one. */
export type ProblemAt = (id: string, field: string) => string | undefined;

/** The server says in words which entry of the list `settings.billing.<list>` it refuses, and why. */
export function problemsIn(
  failure: Failure | undefined,
  list: "entitlements" | "tiers" | "one_time_products",
): ProblemAt {
  const isAbout = failure?.field === `settings.billing.${list}`;
  const problem = failure?.more?.problem ?? "";
  const blame = isAbout ? blameOf(problem) : undefined;
  return (id, field) =>
    blame?.field === field && blame.id === id.slice(0, SHOWN) ? sentence(problem) : undefined;
}

/** What the server said, without the name of the list before it. */
export function spoken(failure: Failure | undefined): Failure | undefined {
  const problem = failure?.more?.problem;
  return failure && problem ? { ...failure, text: sentence(problem) } : failure;
}

function blameOf(problem: string): Blame | undefined {
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
