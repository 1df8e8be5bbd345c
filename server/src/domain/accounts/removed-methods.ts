import type { App } from "../../app.ts";
import type { Identity, PasskeyRow, User } from "../../storage/db.ts";
import type { DeletedFactors } from "../../storage/factors.ts";
import { type Actor, recordEvent } from "../analytics/record-event.ts";
import { notifyUser } from "../mail/notify-user.ts";
import type { Project } from "../projects/project.ts";

/** Sign-in methods that were removed. */
export type RemovedMethods = Readonly<{
  identities: readonly Identity[];
  passkeys: readonly PasskeyRow[];
}>;

/** What a proof of the mailbox has removed. */
export type Removed = RemovedMethods & Readonly<{ factors: DeletedFactors }>;

/** Call it in the transaction that removed them. */
export async function recordRemovedMethods(
  app: Pick<App, "clock" | "db" | "newId">,
  about: Readonly<{ projectId: string; userId: string; by: Actor }>,
  { identities, passkeys, factors }: Removed,
): Promise<void> {
  for (const { provider } of identities) {
    await recordEvent(app, { kind: "user.identity_unlinked", ...about, data: { provider } });
  }
  for (const { id } of passkeys) {
    await recordEvent(app, { kind: "user.passkey_removed", ...about, data: { passkey_id: id } });
  }
  const factor = removedFactor(factors);
  if (factor) await recordEvent(app, { kind: "user.factor_removed", ...about, data: { factor } });
}

/** The recovery codes go with the authenticator app. */
function removedFactor({ hadTotp, hadRecoveryCodes }: DeletedFactors): "totp" | "recovery_codes" | undefined {
  if (hadTotp) return "totp";
  return hadRecoveryCodes ? "recovery_codes" : undefined;
}

/** One email for each provider, one for the passkeys together and one for the second factor. Call `wakeMailJob` after the transaction. */
export async function notifyOfRemovedMethods(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Pick<Project, "id" | "settings">,
  user: User,
  { identities, passkeys, factors }: Removed,
): Promise<void> {
  for (const { provider } of identities) {
    await notifyUser(app, project, user, { kind: "method_removed", detail: provider });
  }
  if (passkeys.length > 0)
    await notifyUser(app, project, user, { kind: "method_removed", detail: "passkey" });
  const factor = removedFactor(factors);
  if (!factor) return;
  const detail = factor === "totp" ? "removed" : "codes_removed";
  await notifyUser(app, project, user, { kind: "factor_changed", detail });
}
