import type { App } from "../../app.ts";
import type { Millis, User } from "../../storage/db.ts";
import { countRecoveryCodes, findTotpFactor } from "../../storage/factors.ts";
import type { Project } from "../projects/project.ts";
import { countUsablePasskeys, dueFactor } from "./due-factor.ts";

/** The second factors of a user, without secrets. */
export type UserFactors = Readonly<{
  totpEnrolledAt: Millis | undefined;
  totpLastUsedAt: Millis | undefined;
  recoveryCodesLeft: number;
  /** How many passkeys can take the place of a second factor. */
  passkeys: number;
  /** Whether the next sign-in needs a second factor. */
  required: boolean;
}>;

export async function userFactors(
  app: Pick<App, "db">,
  project: Project,
  user: Pick<User, "id" | "guestSince" | "customClaims">,
): Promise<UserFactors> {
  const by = { projectId: project.id, userId: user.id };
  const totp = await findTotpFactor(app.db, by);
  return {
    totpEnrolledAt: totp?.createdAt,
    totpLastUsedAt: totp?.lastUsedAt ?? undefined,
    recoveryCodesLeft: await countRecoveryCodes(app.db, by),
    passkeys: await countUsablePasskeys(app, project, user.id),
    required: (await dueFactor(app, project, user)) !== undefined,
  };
}
