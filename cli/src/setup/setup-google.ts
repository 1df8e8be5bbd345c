import type { GoogleSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { type CommandContext, textFlag } from "../command.ts";
import { providerChecks } from "../doctor/provider-checks.ts";
import { Failure, usageFailure } from "../failure.ts";
import type { Output } from "../output.ts";
import { remoteClient } from "../remote/client.ts";
import { tryClient } from "../remote/try-client.ts";
import { type GoogleInput, googleWarnings, readGoogleInput } from "./google-input.ts";
import { googleSteps } from "./google-steps.ts";
import { tellChanges, tellRest } from "./report.ts";
import { saveSettings, type WantedSettings } from "./save-settings.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const call = remoteClient(context);
  const input = await readGoogleInput(context);
  const { project = {} } = await call("ProjectService", "getProject", {
    project: textFlag(flags, "project"),
  });
  const { baseUrl = "" } = await call("InstanceSettingsService", "getInstance", {});
  const stored = project.settings?.google ?? {};
  requireStored("SHA-1", input.removed.sha1, stored.androidSha1Fingerprints);
  requireStored("SHA-256", input.removed.sha256, stored.androidSha256Fingerprints);
  const wanted = wantedSettings(input, stored);
  const next: GoogleSettingsJson = { ...project.settings?.google, ...wanted };
  const appleBundleId = project.settings?.apple?.bundleId ?? "";
  for (const warning of googleWarnings(input, next, appleBundleId)) output.warn(warning);
  await requireAccepted(output, input.secret, next.webClientId ?? "");

  const secret: Record<string, string> = input.secret === "" ? {} : { webClientSecret: input.secret };
  const { project: saved, changes } = await saveSettings(call, "google", project, wanted, secret);
  const { slug = "", settings } = saved;
  tellChanges(output, changes, slug);
  const { gcpProject } = input;
  const iosBundleId = input.iosBundleId || appleBundleId;
  tellRest(output, {
    project: slug,
    provider: "google",
    changes,
    checks: await providerChecks(call, slug, "google"),
    steps: googleSteps({ slug, baseUrl, google: settings?.google ?? {}, gcpProject, iosBundleId }),
  });
}

/** A fingerprint that is not there was mistyped: another one would go on being trusted. */
function requireStored(kind: string, removed: readonly string[], stored: readonly string[] = []): void {
  const unknown = removed.find((one) => !stored.includes(one));
  if (unknown === undefined) return;
  const hint = stored.length === 0 ? "it has none" : `it has ${stored.join(", ")}`;
  throw new Failure("not_found", "NOT_FOUND", `the project has no ${kind} fingerprint ${unknown}`, hint);
}

/** Certificates are added to those of the same app: an app has one for uploading and one of Google Play. */
function wantedSettings(input: GoogleInput, stored: GoogleSettingsJson): WantedSettings {
  const androidPackage = input.androidPackage || stored.androidPackage || "";
  const isSameApp = androidPackage === (stored.androidPackage ?? "") || !stored.androidPackage;
  const gone = new Set([...input.removed.sha1, ...input.removed.sha256]);
  const added = (kept: readonly string[] = [], given: readonly string[]): readonly string[] => [
    ...new Set([...(isSameApp ? kept.filter((one) => !gone.has(one)) : []), ...given]),
  ];
  const webClientId = input.webClientId || stored.webClientId || "";
  const iosClientId = input.iosClientId || stored.iosClientId || "";
  return {
    ...((webClientId !== "" || iosClientId !== "") && { enabled: true }),
    webClientId,
    iosClientId,
    androidClientId: input.androidClientId || stored.androidClientId || "",
    androidPackage,
    androidSha1Fingerprints: added(stored.androidSha1Fingerprints, input.certificates.sha1),
    androidSha256Fingerprints: added(stored.androidSha256Fingerprints, input.certificates.sha256),
  };
}

/** A secret that Google refuses is not saved; one that cannot be tried is. */
async function requireAccepted(output: Output, clientSecret: string, clientId: string): Promise<void> {
  if (clientSecret === "") return;
  if (clientId === "") {
    throw usageFailure("--web-client-secret needs --web-client-id", "the secret belongs to the web client");
  }
  const tried = await tryClient("google", { clientId, clientSecret });
  if (tried.kind === "accepted") output.say("Google accepts the secret of the web client");
  else if (tried.kind === "unreachable") {
    output.warn(`the secret was not tried at Google from here: ${tried.why}`);
  } else if (tried.error === "invalid_client") {
    throw new Failure(
      "failed_precondition",
      "PROVIDER_REFUSED",
      `Google refuses the secret for ${clientId} (invalid_client); nothing was saved`,
      "copy client id and secret again from https://console.cloud.google.com/auth/clients",
    );
  } else output.warn(`Google answers ${tried.error} to the secret of the web client`);
}
