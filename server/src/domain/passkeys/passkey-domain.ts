import { AppError } from "../../errors.ts";
import type { Project } from "../projects/project.ts";
import type { ProjectSettings } from "../projects/settings.ts";

/** Where the passkeys of a project may be used. */
export type PasskeyDomain = Readonly<{ rpId: string; origins: readonly string[] }>;

/** Fails when the project does not use passkeys. */
export function requirePasskeys({ settings }: Pick<Project, "settings">): PasskeyDomain {
  const { enabled, rpId } = settings.passkeys;
  if (!enabled || rpId === "") throw new AppError("PASSKEY_DISABLED");
  return { rpId, origins: originsOf(settings) };
}

/**
 * What clients may name as the origin. Browsers and apps on iOS name the domain or a listed web page, apps on Android the
 * certificate that signs them.
 */
function originsOf({ passkeys, google }: Pick<ProjectSettings, "passkeys" | "google">): string[] {
  return [
    `https://${passkeys.rpId}`,
    ...passkeys.origins,
    ...google.androidSha256Fingerprints.map(androidOrigin),
  ];
}

function androidOrigin(fingerprint: string): string {
  const bytes = Buffer.from(fingerprint.replaceAll(":", ""), "hex");
  return `android:apk-key-hash:${bytes.toString("base64url")}`;
}
