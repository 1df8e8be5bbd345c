import type { App } from "../../app.ts";
import { deleteExpiredAddressUndos } from "../../storage/address-undos.ts";
import { deleteOldAdminFactorFailures } from "../../storage/admin-factor-failures.ts";
import { deleteExpiredAdminInvites } from "../../storage/admin-invites.ts";
import { deleteExpiredAdminChallenges } from "../../storage/admin-mfa-challenges.ts";
import { deleteEndedAdminSessions } from "../../storage/admin-sessions.ts";
import { deleteOldAppleNotifications } from "../../storage/apple-notifications.ts";
import { deleteGivenUpAppleRevocations } from "../../storage/apple-revocations.ts";
import { deleteOldNotifications } from "../../storage/billing-inbox.ts";
import {
  deleteEndedSessions,
  deleteExpiredRateLimits,
  deleteExpiredRefreshTokens,
  deleteExpiredSessions,
  deleteRevokedSessions,
  deleteSessionsWithoutTokens,
} from "../../storage/clean-up.ts";
import type { Db, Millis } from "../../storage/db.ts";
import { deleteExpiredEmailTokens } from "../../storage/email-tokens.ts";
import { deleteErasuresBefore } from "../../storage/erasures.ts";
import { deleteExpiredMfaChallenges } from "../../storage/mfa-challenges.ts";
import { deleteExpiredOauthFlows } from "../../storage/oauth-flows.ts";
import { deleteExpiredOauthHandoffs } from "../../storage/oauth-handoffs.ts";
import { deleteExpiredUsedTokens } from "../../storage/oauth-used-tokens.ts";
import { deleteExpiredOneTimeCodes } from "../../storage/one-time-codes.ts";
import { deleteExpiredSignUpAttempts } from "../../storage/opening-attempts.ts";
import { deleteGivenUpMail, deleteSentMail } from "../../storage/outbox.ts";
import { deleteExpiredUsedChallenges } from "../../storage/passkeys.ts";
import { deleteStalePushDevices } from "../../storage/push-devices.ts";
import { deleteExpiredSigningKeys } from "../../storage/signing-keys.ts";
import { transact } from "../../storage/transact.ts";
import { deleteEndedUserJobs } from "../../storage/user-jobs.ts";
import { ADMIN_SESSION_IDLE_MS } from "../admins/admin-session.ts";
import { eraseOldEventAddresses, eraseOldSessionAddresses } from "../analytics/erase-addresses.ts";
import { deleteOldActiveDays, deleteOldEvents } from "../analytics/retention.ts";
import { deleteOwnerless } from "../billing/delete-ownerless.ts";
import { ERASURES_KEPT_MS } from "../erasures/erasures-kept-since.ts";
import { WRONG_CODES_KEPT_MS } from "../factors/wrong-code-limit.ts";
import { deleteLeftovers, deleteOrphanedRows } from "../projects/delete-project.ts";

const DAY_MS = 86_400_000;
/** Small, so that no statement delays concurrent sign-ins. */
const BATCH = 500;

/** How many rows it deleted: another batch follows a full one, unless it says so itself. */
type DeleteBatch = (db: Db, now: Millis) => Promise<number | { deleted: number; isMore: boolean }>;

const SWEEPS: Readonly<Record<string, DeleteBatch>> = {
  addressUndos: (db, now) => deleteExpiredAddressUndos(db, now, BATCH),
  emailTokens: (db, now) => deleteExpiredEmailTokens(db, now, BATCH),
  signUpAttempts: (db, now) => deleteExpiredSignUpAttempts(db, now, BATCH),
  oneTimeCodes: (db, now) => deleteExpiredOneTimeCodes(db, now, BATCH),
  mfaChallenges: (db, now) => deleteExpiredMfaChallenges(db, now, BATCH),
  usedPasskeyChallenges: (db, now) => deleteExpiredUsedChallenges(db, now, BATCH),
  oauthUsedTokens: (db, now) => deleteExpiredUsedTokens(db, now, BATCH),
  appleNotifications: (db, now) => deleteOldAppleNotifications(db, now - 30 * DAY_MS, BATCH),
  givenUpAppleRevocations: (db, now) => deleteGivenUpAppleRevocations(db, now - 30 * DAY_MS, BATCH),
  billingInbox: (db, now) => deleteOldNotifications(db, now - 90 * DAY_MS, BATCH),
  oauthFlows: (db, now) => deleteExpiredOauthFlows(db, now, BATCH),
  // A used code is kept for a while: a second use must end the session that it opened.
  oauthHandoffs: (db, now) => deleteExpiredOauthHandoffs(db, now, now - DAY_MS, BATCH),
  sentMail: (db, now) => deleteSentMail(db, now - 7 * DAY_MS, BATCH),
  givenUpMail: (db, now) => deleteGivenUpMail(db, now - 30 * DAY_MS, BATCH),
  revokedSessions: (db, now) => deleteRevokedSessions(db, now - 7 * DAY_MS, BATCH),
  endedSessions: (db, now) => deleteEndedSessions(db, now - 7 * DAY_MS, BATCH),
  expiredSessions: (db, now) =>
    transact({ db }, ({ db }) => deleteExpiredSessions(db, Math.floor(now / DAY_MS) - 7, BATCH)),
  refreshTokens: (db, now) => deleteRefreshTokens(db, now - 7 * DAY_MS),
  // FCM keeps an unused token for the same time.
  pushDevices: (db, now) => deleteStalePushDevices(db, now - 270 * DAY_MS, BATCH),
  adminSessions: (db, now) => deleteEndedAdminSessions(db, now, now - ADMIN_SESSION_IDLE_MS, BATCH),
  adminMfaChallenges: (db, now) => deleteExpiredAdminChallenges(db, now, BATCH),
  adminFactorFailures: (db, now) => deleteOldAdminFactorFailures(db, now - WRONG_CODES_KEPT_MS, BATCH),
  userJobs: (db, now) => deleteEndedUserJobs(db, now - 30 * DAY_MS, BATCH),
  adminInvites: (db, now) => deleteExpiredAdminInvites(db, now, BATCH),
  erasures: (db, now) => deleteErasuresBefore(db, now - ERASURES_KEPT_MS, BATCH),
  events: (db, now) => deleteOldEvents({ db }, now, BATCH),
  eventAddresses: (db, now) => eraseOldEventAddresses({ db }, now, BATCH),
  sessionAddresses: (db, now) => eraseOldSessionAddresses({ db }, now, BATCH),
  ownerlessPurchases: (db, now) => deleteOwnerless({ db }, now),
  activeDays: (db, now) => deleteOldActiveDays({ db }, now, BATCH),
  signingKeys: (db, now) => deleteExpiredSigningKeys(db, now),
  deletedProjects: (db, now) => deleteLeftovers(db, BATCH, now),
  orphans: (db, now) => deleteOrphanedRows(db, BATCH, now),
  rateLimits: (db, now) => deleteExpiredRateLimits(db, now, BATCH),
};

/** Deletes expired rows and returns how many of each kind. */
export async function cleanUp(
  app: Pick<App, "clock" | "db" | "stores">,
  signal?: AbortSignal,
): Promise<Record<string, number>> {
  const now = app.clock();
  const deleted: Record<string, number> = {};
  for (const [what, deleteBatch] of Object.entries({ ...SWEEPS, ...storeSweeps(app) })) {
    let isMore = true;
    while (isMore && !signal?.aborted) {
      const batch = await deleteBatch(app.db, now);
      const count = typeof batch === "number" ? batch : batch.deleted;
      isMore = typeof batch === "number" ? count >= BATCH : batch.isMore;
      deleted[what] = (deleted[what] ?? 0) + count;
    }
  }
  return deleted;
}

/** Rows that only one store has. */
function storeSweeps({ stores }: Pick<App, "stores">): Record<string, DeleteBatch> {
  const sweeps = Object.values(stores.adapters).flatMap((adapter) => Object.entries(adapter.sweeps ?? {}));
  return Object.fromEntries(
    sweeps.map(([what, sweep]) => [what, (db: Db, now: Millis) => sweep(db, now, BATCH)] as const),
  );
}

async function deleteRefreshTokens(db: Db, before: Millis): Promise<number> {
  return transact({ db }, async ({ db }) => {
    const sessions = await deleteExpiredRefreshTokens(db, before, BATCH);
    await deleteSessionsWithoutTokens(db, [...new Set(sessions)]);
    return sessions.length;
  });
}
