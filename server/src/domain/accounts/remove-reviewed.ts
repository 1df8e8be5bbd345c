import type { App } from "../../app.ts";
import type { EmailToken, Millis, TotpFactorRow, User } from "../../storage/db.ts";
import { type DeletedFactors, deleteFactors, findTotpFactor } from "../../storage/factors.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import { listIdentities, raiseCredentialEpoch } from "../../storage/users.ts";
import { removeIdentities } from "../oauth/remove-identities.ts";
import { removePasskeys } from "../passkeys/remove-passkeys.ts";
import type { Project } from "../projects/project.ts";
import { endSessions } from "../sessions/end-session.ts";
import { bothFactors, NO_FACTORS } from "./evict.ts";
import type { Removed } from "./removed-methods.ts";
import { vouchesFor } from "./unvouched-identities.ts";

/** What the owner of the mailbox has decided about the sign-in methods that a page has listed. */
export type Review = Readonly<{
  removeProviders: readonly string[];
  /** Ids of passkeys. */
  removePasskeys: readonly string[];
  /** The authenticator app, with the recovery codes. */
  removeTotp?: boolean;
  /** What the page has listed. Undefined when the caller does not say. */
  listed?: Listed | undefined;
}>;

type Listed = Readonly<{
  providers: readonly string[];
  passkeyIds: readonly string[];
  /** When the authenticator app was enrolled. */
  totpEnrolledAt?: Millis | undefined;
}>;

type ReviewApp = Pick<App, "clock" | "db">;

/**
 * Removes what the owner of the mailbox does not recognise or was not shown, before and after `write`, which locks the
 * user's row: until then somebody may add more. Call it in a transaction, after locking the links.
 */
export async function removeReviewed(
  app: ReviewApp,
  project: Project,
  found: EmailToken,
  review: Review,
  write: () => Promise<User>,
): Promise<{ user: User; removed: Removed }> {
  const early = await sweep(app, project, found, review);
  const user = await write();
  const late = await sweep(app, project, found, review);
  const factors = bothFactors(early.factors, late.factors);
  // So that a sign-in which waits for the factor is void.
  const raised = factors.hadTotp ? await raiseCredentialEpoch(app.db, project.id, user.id) : undefined;
  return {
    user: raised ?? user,
    removed: {
      identities: [...early.identities, ...late.identities],
      passkeys: [...early.passkeys, ...late.passkeys],
      factors,
    },
  };
}

async function sweep(
  app: ReviewApp,
  project: Project,
  { userId, email }: EmailToken,
  review: Review,
): Promise<Removed> {
  const { removeProviders, removePasskeys: passkeyIds, listed } = review;
  const whose = { projectId: project.id, userId };
  // An attacker who enrolled it knows the password or has a session.
  const dropsTotp = isUnwanted(await findTotpFactor(app.db, whose), review);
  if (dropsTotp) await endSessions(app, project, userId, "factor_changed");
  const providers = (await listIdentities(app.db, project.id, userId))
    .filter((identity) => !vouchesFor(identity, email))
    .map(({ provider }) => provider)
    .filter((name) => removeProviders.includes(name) || listed?.providers.includes(name) === false);
  const identities = await removeIdentities(app, project, userId, providers);
  // Listed after the sessions have ended: one of them may have added a passkey while we waited for it.
  const named = await removePasskeys(app, project, userId, passkeyIds);
  const unlisted = listed ? await idsOfOthers(app, project, userId, listed.passkeyIds) : [];
  const passkeys = [...named, ...(await removePasskeys(app, project, userId, unlisted))];
  const factors: DeletedFactors = dropsTotp ? await deleteFactors(app.db, whose) : NO_FACTORS;
  return { identities, passkeys, factors };
}

/** An app that replaced the listed one was enrolled at another time. */
function isUnwanted(totp: TotpFactorRow | undefined, { removeTotp, listed }: Review): boolean {
  if (!totp) return false;
  return removeTotp === true || (listed !== undefined && listed.totpEnrolledAt !== totp.createdAt);
}

async function idsOfOthers(
  app: Pick<App, "db">,
  project: Project,
  userId: string,
  listed: readonly string[],
): Promise<string[]> {
  const passkeys = await listPasskeys(app.db, { projectId: project.id, userId });
  return passkeys.map(({ id }) => id).filter((id) => !listed.includes(id));
}
