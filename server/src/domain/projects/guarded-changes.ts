import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { isUpgradeFinished } from "../../storage/finished-upgrade.ts";
import { lockPasskeyDomains } from "../../storage/passkey-domain-lock.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { holdRight } from "../admins/rights-of-admin.ts";
import type { Actor } from "../analytics/record-event.ts";
import { sharesDomain } from "../passkeys/shared-domain.ts";
import type { Project } from "./project.ts";
import { differingSecrets, type SecretChanges } from "./provider-secrets.ts";
import type { SettingPath } from "./setting-fields.ts";
import type { ProjectSettings } from "./settings.ts";

/** These settings decide where sign-ins are redirected to, which pages and apps may use passkeys, and who needs a second factor. */
const SIGN_IN_RULES: ReadonlySet<string> = new Set<`settings.${SettingPath}`>([
  "settings.redirect_schemes",
  "settings.redirect_origins",
  "settings.passkeys.enabled",
  "settings.passkeys.rp_id",
  "settings.passkeys.origins",
  "settings.mfa.policy",
  "settings.mfa.claim",
  "settings.mfa.claim_values",
  "settings.google.android_sha256_fingerprints",
]);

/** These decide who emails seem to be from, and who gets the answers. */
const SENDER: ReadonlySet<string> = new Set<`settings.${SettingPath}`>([
  "settings.sender.name",
  "settings.sender.address",
  "settings.sender.reply_to",
]);

/** The list of allowed senders is one for all projects: its addresses are given out by owners. */
const SENDER_ADDRESS: `settings.${SettingPath}` = "settings.sender.address";

/** These decide which apps may open links of this server, those of other projects too: /.well-known/assetlinks.json. */
const TRUSTED_APPS: ReadonlySet<string> = new Set<`settings.${SettingPath}`>([
  "settings.google.android_package",
  "settings.google.android_sha256_fingerprints",
  "settings.apple.bundle_id",
  "settings.apple.team_id",
]);

/** These decide which domain the passkeys are of, and which pages elsewhere may use them. */
const DOMAIN: readonly `settings.${SettingPath}`[] = ["settings.passkeys.rp_id", "settings.passkeys.origins"];

/**
 * Throws unless the actor may change these fields and secrets: where people sign in, who emails are from, and secrets
 * that differ from the stored ones, need a recent sign-in; apps that the whole server trusts, the address of a sender,
 * and a domain that others share with its origins, need an owner.
 * Second factors need an upgrade that is finished.
 * Call it in the transaction that saves them.
 */
export async function holdForChanges(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  by: Actor,
  after: Pick<Project, "id" | "settings">,
  fields: readonly string[],
  secrets: SecretChanges,
): Promise<void> {
  if (fields.includes("settings.mfa.policy")) await requireFactorsKnown(app, after.settings);
  const isForOwners =
    fields.some((field) => TRUSTED_APPS.has(field) || field === SENDER_ADDRESS) ||
    (concernsDomain(after, fields) && (await isOfOthers(app, after)));
  if (by.credential && isForOwners) await holdRight(app, by.credential, { needs: "owner:write" });
  const isGuarded =
    fields.some((field) => SIGN_IN_RULES.has(field) || SENDER.has(field)) ||
    (await differingSecrets(app, after.id, secrets)).size > 0;
  if (isGuarded) await holdRecentSignIn(app, by);
}

/** The same for a new project, which could send as another one does. Its other settings concern nobody yet. */
export function holdForSender(
  app: Pick<App, "baseUrl" | "clock" | "db" | "secretBox">,
  by: Actor,
  after: Pick<Project, "id" | "settings">,
  fields: readonly string[],
): Promise<void> {
  const ofSender = fields.filter((field) => SENDER.has(field));
  return holdForChanges(app, by, after, ofSender, new Map());
}

/** Throws if replicas of 0.1, which would not ask for a second factor, may run beside this one. */
export async function requireFactorsKnown(
  { db }: Pick<App, "db">,
  { mfa }: Pick<ProjectSettings, "mfa">,
): Promise<void> {
  if (mfa.policy !== "off" && !(await isUpgradeFinished(db))) throw new AppError("UPGRADE_UNFINISHED");
}

/** Whether passkeys of a domain are switched on, are to be of another one, or may be used by other pages. */
function concernsDomain({ settings }: Pick<Project, "settings">, fields: readonly string[]): boolean {
  const isSwitchedOn = settings.passkeys.enabled && fields.includes("settings.passkeys.enabled");
  return isSwitchedOn || DOMAIN.some((field) => fields.includes(field));
}

/** Holds until the transaction ends: another project that chooses the domain meanwhile waits. */
async function isOfOthers(
  app: Pick<App, "baseUrl" | "db">,
  after: Pick<Project, "id" | "settings">,
): Promise<boolean> {
  await lockPasskeyDomains(app.db);
  return sharesDomain(app, after);
}
