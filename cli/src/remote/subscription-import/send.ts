import { setTimeout as sleep } from "node:timers/promises";
import type { SubscriptionImportResultJson } from "@svc/proto/svc/admin/v1/billing_pb";
import type { CommandContext } from "../../command.ts";
import { Failure } from "../../failure.ts";
import type { Call } from "../client.ts";
import { withRetries } from "../retry.ts";
import type { Entry } from "./entry.ts";
import { outcomeWords, type Tally } from "./tally.ts";

export type Line = Readonly<{ line: number; entry: Entry }>;

export type Sender = Readonly<{
  call: Call;
  output: CommandContext["output"];
  project: string;
  dryRun: boolean;
  /** Ends the waiting between attempts. */
  signal: AbortSignal;
  /** How long to wait for a store that does not answer, each time it does not. */
  delaysMs: readonly number[];
}>;

/** As many as a slow store answers about within the server's limit for a call. */
export const BATCH = 20;

/** Longer than a store asks to be left alone when it has had too many requests. */
export const STORE_DELAYS_MS: readonly number[] = [1, 2, 5, 10, 30, 60, 60].map((seconds) => seconds * 1000);

/** Sends batches, and waits for stores that do not answer. One that stays silent is not asked about the rest. */
export class BatchSender {
  readonly #sender: Sender;
  readonly #tally: Tally;
  readonly #silent = new Map<string, string>();

  constructor(sender: Sender, tally: Tally) {
    this.#sender = sender;
    this.#tally = tally;
  }

  async send(lines: readonly Line[]): Promise<void> {
    let waiting = lines.filter((line) => !this.#isSilent(line));
    for (const delayMs of [...this.#sender.delaysMs, undefined]) {
      const put = await this.#attempt(waiting, delayMs === undefined);
      waiting = put.map(({ line }) => line);
      const [first] = put;
      if (first === undefined || delayMs === undefined) return;
      this.#sender.output.say(`${first.detail}; trying again in ${delayMs / 1000} s`);
      await sleep(delayMs, undefined, { signal: this.#sender.signal }).catch(() => {
        throw new Failure("cancelled", "INTERRUPTED", "interrupted", "run it again to continue");
      });
    }
  }

  /** Those whose store did not answer; after the last attempt they are counted as not imported. */
  async #attempt(lines: readonly Line[], isLast: boolean): Promise<{ line: Line; detail: string }[]> {
    if (lines.length === 0) return [];
    const results = await this.#call(lines);
    return lines.flatMap((line, place) => {
      const result = results[place];
      const detail = result?.detail ?? "";
      const isUnavailable = result?.outcome === outcomeWords["store-unavailable"];
      if (isUnavailable && !isLast) return [{ line, detail }];
      if (isUnavailable) this.#silent.set(line.entry.store ?? "", detail);
      this.#tally.take(line.line, result);
      return [];
    });
  }

  #isSilent({ line, entry }: Line): boolean {
    const detail = this.#silent.get(entry.store ?? "");
    if (detail !== undefined) this.#tally.refuse({ line, outcome: "store-unavailable", detail });
    return detail !== undefined;
  }

  async #call(lines: readonly Line[]): Promise<readonly SubscriptionImportResultJson[]> {
    const { call, output, project, dryRun, signal } = this.#sender;
    const entries = lines.map(({ entry }) => entry);
    const attempt = () => call("BillingService", "importSubscriptions", { project, entries, dryRun });
    // Half of a batch that took too long may not; one subscription is worth another try.
    const isTooSlow = ({ code }: Failure) => code === "deadline_exceeded" && lines.length > 1;
    const isPassing = (failure: Failure) =>
      ["unavailable", "resource_exhausted", "deadline_exceeded"].includes(failure.code) &&
      !isTooSlow(failure);
    try {
      return (await withRetries(output, attempt, signal, isPassing)).results ?? [];
    } catch (error) {
      if (!(error instanceof Failure) || !isTooSlow(error)) throw error;
      const middle = Math.ceil(lines.length / 2);
      return [...(await this.#call(lines.slice(0, middle))), ...(await this.#call(lines.slice(middle)))];
    }
  }
}
