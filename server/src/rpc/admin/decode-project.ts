import type { UpdateProjectRequest } from "@svc/proto/svc/admin/v1/projects_pb";
import type { ProviderSecretPath, SecretChanges } from "../../domain/projects/provider-secrets.ts";
import type { ProjectUpdate } from "../../domain/projects/update-project.ts";
import type { LanguageTag } from "../../wording/languages.ts";
import { decodeMfaPolicy } from "../auth/encode-mfa-policy.ts";

/** What the request changes; fields that it leaves out are absent. */
export function decodeProjectUpdate({ name, settings, etag }: UpdateProjectRequest): ProjectUpdate {
  if (!settings) return { name, etag };
  const { redirectSchemes, redirectOrigins, passkeys, mfa, google, apple } = settings;
  return {
    name,
    etag,
    settings: {
      ...settings,
      // Whether they are tags of languages is checked with the other settings.
      defaultLanguage: settings.defaultLanguage as LanguageTag | undefined,
      languages: settings.languages?.values as LanguageTag[] | undefined,
      redirectSchemes: redirectSchemes?.values,
      redirectOrigins: redirectOrigins?.values,
      passkeys: passkeys && { ...passkeys, origins: passkeys.origins?.values },
      mfa: mfa && {
        policy: decodeMfaPolicy(mfa.policy),
        claim: mfa.claim,
        claimValues: mfa.claimValues?.values,
      },
      google: google && {
        ...google,
        androidSha1Fingerprints: google.androidSha1Fingerprints?.values,
        androidSha256Fingerprints: google.androidSha256Fingerprints?.values,
      },
    },
    secrets: givenSecrets({
      "google.web_client_secret": google?.webClientSecret,
      "apple.private_key": apple?.privateKey,
    }),
  };
}

export function givenSecrets(
  secrets: Partial<Record<ProviderSecretPath, string | undefined>>,
): SecretChanges {
  const changes = new Map<ProviderSecretPath, string>();
  for (const [path, secret] of Object.entries(secrets)) {
    if (secret !== undefined) changes.set(path as ProviderSecretPath, secret);
  }
  return changes;
}
