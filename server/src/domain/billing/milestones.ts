import type { SubscriptionRow } from "../../storage/db.ts";
import { isOver } from "./access.ts";

/** What the last snapshot of a subscription does not say, for the figures of the operator. */
export type Milestones = Pick<SubscriptionRow, "begunAt" | "paidAt" | "hadTrial" | "revokedAt">;

export const noMilestones: Milestones = { begunAt: null, paidAt: null, hadTrial: 0, revokedAt: null };

type Stand = Milestones &
  Pick<SubscriptionRow, "state" | "isTrial" | "startedAt" | "periodStart" | "snapshotAt" | "supersededBy">;

/**
 * The milestones of a subscription after a newer snapshot. `replaced` is what it has taken the place of with this
 * snapshot. Times are the store's, so that what is imported or told late counts when it happened.
 */
export function milestonesAfter(
  before: Stand | undefined,
  after: Stand,
  replaced: readonly Stand[],
): Milestones {
  const known: Milestones = before ?? noMilestones;
  if (after.supersededBy !== null || after.state === "pending") return pick(known);
  const running = replaced.find((row) => !isOver(row) && row.begunAt !== null);
  if (after.state === "revoked") {
    const isNew = before?.state !== "revoked";
    const paidAt = known.paidAt ?? (before === undefined ? paidFrom(after, after.startedAt) : null);
    return { ...pick(known), paidAt, revokedAt: isNew ? after.snapshotAt : known.revokedAt };
  }
  if (after.state === "expired") return pick(known);
  if (before?.state === "revoked" && after.periodStart <= before.periodStart) {
    return { ...goOn(known, after), revokedAt: null };
  }
  if (running && !hasBegun(before)) return { ...goOn(running, after), revokedAt: known.revokedAt };
  if (before && hasBegun(before)) return goOn(known, after);
  const begunAt = before && isOver(before) ? after.periodStart : after.startedAt;
  return { begunAt, paidAt: paidFrom(after, begunAt), hadTrial: after.isTrial, revokedAt: known.revokedAt };
}

export function isSameMilestones(one: Milestones, other: Milestones): boolean {
  return (
    one.begunAt === other.begunAt &&
    one.paidAt === other.paidAt &&
    one.hadTrial === other.hadTrial &&
    one.revokedAt === other.revokedAt
  );
}

function hasBegun(row: Stand | undefined): boolean {
  return row !== undefined && !isOver(row) && row.begunAt !== null;
}

/** It runs on. What was a trial is paid once its store says so; a failed first payment does not count. */
function goOn(known: Milestones, after: Stand): Milestones {
  const begunAt = known.begunAt ?? after.startedAt;
  const isPaid = after.isTrial === 0 && (after.state === "active" || after.state === "canceled");
  const paidAt = known.paidAt ?? (isPaid ? Math.max(begunAt, after.periodStart) : null);
  const hadTrial = known.paidAt === null && after.isTrial === 1 ? 1 : known.hadTrial;
  return { begunAt, paidAt, hadTrial, revokedAt: known.revokedAt };
}

/** Whatever is no trial when it is first seen was paid at some time, also if its renewal has failed since. */
function paidFrom({ isTrial }: Stand, at: number): number | null {
  return isTrial === 0 ? at : null;
}

function pick({ begunAt, paidAt, hadTrial, revokedAt }: Milestones): Milestones {
  return { begunAt, paidAt, hadTrial, revokedAt };
}
