import type { App } from "../../app.ts";
import { holdRecentSignIn } from "../admins/recent-sign-in.ts";
import { holdRight } from "../admins/rights-of-admin.ts";
import type { Actor } from "../analytics/record-event.ts";
import type { Project } from "./project.ts";
import { differingSecrets, type SecretChanges } from "./provider-secrets.ts";
import type { SettingPath } from "./setting-fields.ts";

/** These settings decide where sign-ins are redirected to. */
const REDIRECT_TARGETS: ReadonlySet<string> = new Set<`settings.${SettingPath}`>([
  "settings.redirect_schemes",
  "settings.redirect_origins",
]);

/** These decide which apps may open links of this server, those of other projects too: /.well-known/assetlinks.json. */
const TRUSTED_APPS: ReadonlySet<string> = new Set<`settings.${SettingPath}`>([
  "settings.google.android_package",
  "settings.google.android_sha256_fingerprints",
  "settings.apple.bundle_id",
  "settings.apple.team_id",
]);

/**
 * Throws unless the actor may change these fields and secrets: redirect targets, and secrets that differ from the stored
 * ones, need a recent sign-in, and apps that the whole server trusts need an owner. Call it in the transaction that saves them.
 */
export async function holdForChanges(
  app: Pick<App, "clock" | "db" | "secretBox">,
  by: Actor,
  project: Pick<Project, "id">,
  fields: readonly string[],
  secrets: SecretChanges,
): Promise<void> {
  if (by.credential && fields.some((field) => TRUSTED_APPS.has(field))) {
    await holdRight(app, by.credential, { needs: "owner:write" });
  }
  const isGuarded =
    fields.some((field) => REDIRECT_TARGETS.has(field)) ||
    (await differingSecrets(app, project.id, secrets)).size > 0;
  if (isGuarded) await holdRecentSignIn(app, by);
}
