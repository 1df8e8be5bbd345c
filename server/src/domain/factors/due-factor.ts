import type { App } from "../../app.ts";
import type { SecondFactor } from "../../errors.ts";
import type { PasskeyRow, User } from "../../storage/db.ts";
import { countRecoveryCodes, findTotpFactor } from "../../storage/factors.ts";
import { listPasskeys } from "../../storage/passkeys.ts";
import type { Project } from "../projects/project.ts";

/** The factors that a user can prove, the most usual first. Empty when none is enrolled. */
export async function factorsOf(
  app: Pick<App, "db">,
  project: Project,
  userId: string,
): Promise<SecondFactor[]> {
  const by = { projectId: project.id, userId };
  const hasTotp = (await findTotpFactor(app.db, by)) !== undefined;
  const hasPasskey = (await countUsablePasskeys(app, project, userId)) > 0;
  if (!hasTotp && !hasPasskey) return [];
  const hasCodes = (await countRecoveryCodes(app.db, by)) > 0;
  return [
    ...(hasTotp ? (["totp"] as const) : []),
    ...(hasPasskey ? (["passkey"] as const) : []),
    ...(hasCodes ? (["recovery_code"] as const) : []),
  ];
}

/** Passkeys of another domain than the current one do not work. */
export async function countUsablePasskeys(
  app: Pick<App, "db">,
  { id: projectId, settings: { passkeys } }: Project,
  userId: string,
): Promise<number> {
  if (!passkeys.enabled) return 0;
  const own = await listPasskeys(app.db, { projectId, userId });
  return own.filter(({ rpId }) => rpId === passkeys.rpId).length;
}

/**
 * Whether the passkey is what keeps somebody with the mailbox out. A password reset must not remove it: the mailbox could
 * enroll another factor then.
 */
export function isRequiredFactor(
  project: Pick<Project, "settings">,
  user: Pick<User, "guestSince" | "customClaims">,
  { rpId }: Pick<PasskeyRow, "rpId">,
): boolean {
  const { passkeys } = project.settings;
  return passkeys.enabled && rpId === passkeys.rpId && requiresFactor(project, user);
}

export type DueFactor = Readonly<{ factors: readonly SecondFactor[] }>;

/**
 * Whether a sign-in with the password, a provider or an email code needs a second factor. No factors: the user has to enroll
 * one first. The caller has locked the user's row, as everybody has who changes the factors.
 */
export async function dueFactor(
  app: Pick<App, "db">,
  project: Project,
  user: Pick<User, "id" | "guestSince" | "customClaims">,
): Promise<DueFactor | undefined> {
  if (project.settings.mfa.policy === "off" || user.guestSince !== null) return undefined;
  const factors = await factorsOf(app, project, user.id);
  return factors.includes("totp") || requiresFactor(project, user) ? { factors } : undefined;
}

/** Whether the project requires a second factor of this user, enrolled or not. */
export function requiresFactor(
  { settings: { mfa } }: Pick<Project, "settings">,
  { guestSince, customClaims }: Pick<User, "guestSince" | "customClaims">,
): boolean {
  if (guestSince !== null) return false;
  if (mfa.policy === "required") return true;
  if (mfa.policy !== "required_by_claim") return false;
  const claims = JSON.parse(customClaims) as Record<string, unknown>;
  if (!Object.hasOwn(claims, mfa.claim)) return false;
  const value = claims[mfa.claim];
  if (mfa.claimValues.length === 0) return value !== false && value !== null;
  const texts = (Array.isArray(value) ? value : [value]).map(textOf);
  return mfa.claimValues.some((one) => texts.includes(one));
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
