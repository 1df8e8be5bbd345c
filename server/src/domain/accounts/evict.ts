import type { App } from "../../app.ts";
import type { Identity, Millis, PasskeyRow, User } from "../../storage/db.ts";
import { type DeletedFactors, deleteFactors } from "../../storage/factors.ts";
import { deleteOneTimeCodesTo } from "../../storage/one-time-codes.ts";
import { deletePasskeys, listPasskeys } from "../../storage/passkeys.ts";
import { listIdentities, raiseCredentialEpoch } from "../../storage/users.ts";
import type { EmailTokenPurpose } from "../mail/email-token.ts";
import { voidMailedLinks, voidQueuedLinks } from "../mail/void-links.ts";
import { dropIdentities } from "../oauth/drop-identities.ts";
import type { Project } from "../projects/project.ts";
import { type EndReason, endSessions } from "../sessions/end-session.ts";
import { holdSession } from "../sessions/hold-session.ts";

type EvictApp = Pick<App, "clock" | "db">;

export type Eviction = Readonly<{
  reason: EndReason;
  /** The session to keep, if any. It must still be open. */
  keep?: string;
  voids: readonly EmailTokenPurpose[];
  /** Which provider accounts to remove; none by default. */
  drops?: (identity: Identity) => boolean;
  /** Which passkeys to remove; none by default. */
  dropsPasskey?: (passkey: PasskeyRow) => boolean;
  /** Removes an authenticator app and recovery codes that were added since; 0 removes them in any case. None by default. */
  dropsFactorsSince?: Millis;
}>;

export type Evicted = Readonly<{
  user: User;
  dropped: readonly Identity[];
  droppedPasskeys: readonly PasskeyRow[];
  droppedFactors: DeletedFactors;
  /** How many sessions were ended. */
  ended: number;
}>;

/**
 * Ends the user's sessions and device tokens, removes provider accounts, passkeys and second factors and voids emailed
 * links, before and after `write`, which changes the user's row and thereby locks it. Locks are taken in the order links,
 * challenges of second factors, sessions, identities, passkeys, factors, user, so others may add a session until the row
 * is locked; the second sweep removes it. Every sign-in locks the row, so none is added after that. Call it in a
 * transaction.
 */
export async function evict(
  app: EvictApp,
  project: Pick<Project, "id">,
  user: Pick<User, "id" | "projectId" | "email">,
  eviction: Eviction,
  write: () => Promise<User>,
): Promise<Evicted> {
  const { voids, keep } = eviction;
  await voidMailedLinks(app, user, voids);
  if (keep !== undefined) await holdSession(app, project, { id: keep });
  const swept = await sweep(app, project, user.id, eviction);
  const written = await write();
  const raised = await raiseCredentialEpoch(app.db, project.id, user.id);
  const late = await sweep(app, project, user.id, eviction);
  await voidQueuedLinks(app, user, voids);
  if (user.email !== null) await deleteOneTimeCodesTo(app.db, project.id, [user.email]);
  return {
    user: raised ?? written,
    dropped: [...swept.dropped, ...late.dropped],
    droppedPasskeys: [...swept.droppedPasskeys, ...late.droppedPasskeys],
    droppedFactors: bothFactors(swept.droppedFactors, late.droppedFactors),
    ended: swept.ended + late.ended,
  };
}

async function sweep(
  app: EvictApp,
  project: Pick<Project, "id">,
  userId: string,
  { reason, keep, drops, dropsPasskey, dropsFactorsSince }: Eviction,
): Promise<Omit<Evicted, "user">> {
  const ended = await endSessions(app, project, userId, reason, keep);
  const identities = drops ? await listIdentities(app.db, project.id, userId) : [];
  const providers = identities.filter((one) => drops?.(one)).map(({ provider }) => provider);
  const dropped = providers.length === 0 ? [] : await dropIdentities(app, project, userId, providers);
  const droppedPasskeys = dropsPasskey
    ? await dropPasskeys(app, { projectId: project.id, userId }, dropsPasskey)
    : [];
  const droppedFactors =
    dropsFactorsSince === undefined
      ? NO_FACTORS
      : await deleteFactors(app.db, { projectId: project.id, userId }, dropsFactorsSince);
  return { dropped, droppedPasskeys, droppedFactors, ended };
}

export const NO_FACTORS: DeletedFactors = { hadTotp: false, hadRecoveryCodes: false };

export function bothFactors(one: DeletedFactors, other: DeletedFactors): DeletedFactors {
  return {
    hadTotp: one.hadTotp || other.hadTotp,
    hadRecoveryCodes: one.hadRecoveryCodes || other.hadRecoveryCodes,
  };
}

async function dropPasskeys(
  app: EvictApp,
  whose: Pick<PasskeyRow, "projectId" | "userId">,
  drops: (passkey: PasskeyRow) => boolean,
): Promise<PasskeyRow[]> {
  const ids = (await listPasskeys(app.db, whose)).filter(drops).map(({ id }) => id);
  return ids.length === 0 ? [] : deletePasskeys(app.db, whose, ids);
}
