import type { SubscriptionImportResultJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CommandContext } from "../../command.ts";
import { type EnumWords, wordOf } from "../enum-words.ts";
import type { SubscriptionFormat } from "./formats.ts";

export const outcomeWords = {
  imported: "SUBSCRIPTION_IMPORT_OUTCOME_IMPORTED",
  unchanged: "SUBSCRIPTION_IMPORT_OUTCOME_UNCHANGED",
  "user-unknown": "SUBSCRIPTION_IMPORT_OUTCOME_USER_UNKNOWN",
  "store-unknown": "SUBSCRIPTION_IMPORT_OUTCOME_STORE_UNKNOWN",
  "owned-by-other": "SUBSCRIPTION_IMPORT_OUTCOME_OWNED_BY_OTHER",
  invalid: "SUBSCRIPTION_IMPORT_OUTCOME_INVALID",
  "store-unavailable": "SUBSCRIPTION_IMPORT_OUTCOME_STORE_UNAVAILABLE",
} as const satisfies EnumWords<string>;

export type NotImported = Readonly<{ line: number; outcome: string; detail: string }>;

/** Under --json all of them are one object, which must fit into memory. */
const KEPT = 10_000;
const KINDS_KEPT = 100;

/** What became of the records so far. */
export class Tally {
  imported = 0;
  unchanged = 0;
  notImported = 0;
  unavailable = 0;
  givingAccess = 0;
  /** The first of those that were not imported, for --json. */
  readonly kept: NotImported[] = [];
  /** What was said about those that were imported, and what was left out; each with how often. */
  readonly remarks = new Map<string, number>();
  readonly leftOut = new Map<string, number>();
  readonly #output: CommandContext["output"];

  constructor(output: CommandContext["output"]) {
    this.#output = output;
  }

  get total(): number {
    return this.imported + this.unchanged + this.notImported;
  }

  leaveOut(what: string): void {
    count(this.leftOut, what);
  }

  /** Told at once: who runs a long import wants to see it go wrong. */
  refuse(refused: NotImported): void {
    this.notImported += 1;
    if (refused.outcome === "store-unavailable") this.unavailable += 1;
    if (!this.#output.json)
      this.#output.printFields([[`line ${refused.line}`, refused.outcome, refused.detail]]);
    else if (this.kept.length < KEPT) this.kept.push(refused);
  }

  take(line: number, result: SubscriptionImportResultJson | undefined): void {
    const outcome = wordOf(outcomeWords, result?.outcome);
    const detail = result?.detail ?? "";
    if (outcome !== "imported" && outcome !== "unchanged") {
      this.refuse({ line, outcome, detail: detail || "the server did not say why" });
      return;
    }
    this[outcome] += 1;
    if (result?.givesAccess) this.givingAccess += 1;
    if (detail !== "") count(this.remarks, detail);
  }
}

function count(counts: Map<string, number>, what: string): void {
  if (counts.has(what) || counts.size < KINDS_KEPT) counts.set(what, (counts.get(what) ?? 0) + 1);
}

export type Summary = Readonly<{
  project: string;
  format: SubscriptionFormat | undefined;
  dryRun: boolean;
  complete: boolean;
}>;

export function report({ output }: Pick<CommandContext, "output">, summary: Summary, tally: Tally): void {
  const { imported, unchanged, notImported, givingAccess } = tally;
  if (output.json) {
    const { project, format = "", dryRun, complete } = summary;
    const counts = { imported, unchanged, notImported, givingAccess };
    const [remarks, leftOut] = [tally.remarks, tally.leftOut].map((counted) => Object.fromEntries(counted));
    output.printJson({ project, format, dryRun, complete, ...counts, remarks, leftOut, lines: tally.kept });
    return;
  }
  for (const [what, times] of tally.leftOut) output.warn(`left out ${times} ${what}`);
  for (const [what, times] of tally.remarks) output.warn(`${times} imported: ${what}`);
  const verb = summary.dryRun ? "would import" : "imported";
  output.say(`${verb} ${imported}, ${unchanged} there already, ${notImported} not imported`);
  output.say(`${givingAccess} give access now`);
}
