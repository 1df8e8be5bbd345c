import type { ProjectJson, ProjectSettingsJson } from "@svc/proto/svc/admin/v1/project_pb";
import { Failure } from "../../failure.ts";
import type { Call } from "../client.ts";

/** What the texts name: addresses and public values. There is no place for a secret. */
export type SkillFacts = Readonly<{
  endpoint: string;
  publishable_key: string;
  issuer: string;
  audience: string;
  jwks_url: string;
  providers: string;
  note: string;
}>;

export const placeholders: SkillFacts = {
  endpoint: "https://auth.example.com",
  publishable_key: "pk_REPLACE_ME",
  issuer: "https://auth.example.com/p/my-app",
  audience: "my-app",
  jwks_url: "https://auth.example.com/p/my-app/.well-known/jwks.json",
  providers: "depends on the project: ask `GetProjectConfig`",
  note: "These are placeholders. `svc skill export --project <slug>` writes the values of a real project; or ask for the endpoint, the slug and the publishable key before writing code.",
};

/** The public values of a project. */
export async function factsOf(call: Call, name: string): Promise<SkillFacts> {
  const { project = {} } = await call("ProjectService", "getProject", { project: name });
  const { keys = {} } = await call("ProjectService", "getSigningKey", { project: name });
  const { baseUrl } = await call("InstanceSettingsService", "getInstance", {});
  return {
    endpoint: plain(baseUrl),
    publishable_key: plain(project.publishableKey),
    issuer: plain(keys.issuer),
    audience: plain(keys.audience),
    jwks_url: plain(keys.jwksUrl),
    providers: providersOf(project),
    note: "These values are real and public.",
  };
}

function providersOf({ settings = {} }: ProjectJson): string {
  const { google, apple } = settings;
  const ids = [google?.webClientId, google?.iosClientId, google?.androidClientId].filter(isPlain);
  return [
    `email and password (at least ${settings.passwordPolicy?.minLength ?? 8} characters${verification(settings)})`,
    ...(google?.enabled ? [`Google${ids.length === 0 ? "" : ` (client ids ${ids.join(", ")})`}`] : []),
    ...(apple?.enabled ? [`Apple${isPlain(apple.bundleId) ? ` (bundle id ${apple.bundleId})` : ""}`] : []),
    ...(settings.allowEmailCodes ? ["email codes"] : []),
    ...(settings.passkeys?.enabled ? ["passkeys"] : []),
    ...(settings.allowAnonymousSignIn ? ["guests"] : []),
    ...(hasSecondFactors(settings) ? ["second factors: authenticator apps and recovery codes"] : []),
    ...(settings.signUpClosed ? ["nobody new: sign-up is closed"] : []),
  ].join("; ");
}

function verification({ requireEmailVerification }: ProjectSettingsJson): string {
  return requireEmailVerification ? ", the email address must be verified first" : "";
}

function hasSecondFactors({ mfa }: ProjectSettingsJson): boolean {
  return mfa?.policy !== undefined && mfa.policy !== "MFA_POLICY_OFF";
}

function isPlain(value: string | undefined): value is string {
  return value !== undefined && /^[\w:/.[\]-]+$/.test(value);
}

/** The value goes into source code and Markdown as it is, so it may hold nothing that means something there. */
function plain(value: string | undefined): string {
  if (isPlain(value)) return value;
  const message = "the server tells an address or key that cannot be written into a skill";
  throw new Failure("failed_precondition", "NOT_POSSIBLE", message, "run svc doctor to check the server");
}
