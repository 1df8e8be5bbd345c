import type { CommandContext } from "../../command.ts";
import type { ImportFormat } from "./formats.ts";

export type Refused = Readonly<{ index: number; email: string; reason: string }>;

/** What became of the users so far. */
export type Tally = {
  created: number;
  skipped: number;
  /** Those among the skipped that are guests. */
  guests: number;
  refused: number;
  /** The first of the refused, as many as anybody reads. */
  refusedUsers: Refused[];
  /** Parts of users that were not taken over, by what they are. */
  leftOut: Map<string, number>;
};

const KEPT = 1_000;
const SHOWN = 20;

export function newTally(): Tally {
  return { created: 0, skipped: 0, guests: 0, refused: 0, refusedUsers: [], leftOut: new Map() };
}

export function refuse(tally: Tally, refused: Refused): void {
  tally.refused += 1;
  if (tally.refusedUsers.length < KEPT) tally.refusedUsers.push(refused);
}

export function countOf({ created, skipped, refused }: Tally): number {
  return created + skipped + refused;
}

export type Result = Readonly<{ project: string; format: ImportFormat; complete: boolean; tally: Tally }>;

/** Counts as data; who was refused, and why, as talk. */
export function report({ output }: Pick<CommandContext, "output">, result: Result): void {
  const { project, format, complete, tally } = result;
  const { created, skipped, guests, refused, leftOut } = tally;
  const refusedUsers = tally.refusedUsers.toSorted((a, b) => a.index - b.index);
  if (output.json) {
    const left = Object.fromEntries(leftOut);
    const counts = { created, skipped, refused, guestsSkipped: guests };
    output.printJson({ project, format, ...counts, complete, refusedUsers, leftOut: left });
    return;
  }
  for (const [what, count] of leftOut) output.warn(`${what} were left out: ${count}`);
  if (guests > 0) {
    output.warn(
      `${guests} ${guests === 1 ? "guest was" : "guests were"} skipped: guests cannot sign in again`,
    );
  }
  for (const { index, email, reason } of refusedUsers.slice(0, SHOWN)) {
    output.say(oneUser(index, email, reason));
  }
  if (refused > SHOWN) output.say(`and ${refused - SHOWN} more; --json lists up to ${KEPT}`);
  output.printFields([
    ["created", String(created)],
    ["skipped", String(skipped)],
    ["refused", String(refused)],
  ]);
}

function oneUser(index: number, email: string, reason: string): string {
  return `refused user ${index}${email === "" ? "" : ` (${email})`}: ${reason}`;
}
