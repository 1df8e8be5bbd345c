import type { ProjectState } from "../projects/save-project.ts";
import { settingsOf } from "../projects/setting-fields.ts";
import type { ParsedSpec } from "./parse-spec.ts";

/** Warnings about values that are allowed but are probably mistakes. */
export function warningsOf(spec: ParsedSpec, after: ProjectState): string[] {
  const { redirectSchemes, google, apple } = settingsOf(after.values);
  const emptySecrets = [...spec.secrets].flatMap(([path, secret]) => (secret === "" ? [path] : []));
  const plainSchemes = redirectSchemes.filter((scheme) => !scheme.includes("."));
  return [
    ...emptySecrets.map((path) => `settings.${path} is empty; the stored secret stays as it is`),
    ...plainSchemes.map(
      (scheme) =>
        `the redirect scheme ${scheme} has no dot, so another app may claim it too; use one like com.example.app`,
    ),
    ...(google.enabled && google.androidClientId && !google.webClientId
      ? ["settings.google.web_client_id is empty; Google signs users of an Android app in for the web client"]
      : []),
    ...(apple.enabled && apple.servicesId && !(apple.teamId && apple.keyId)
      ? [
          "settings.apple.services_id needs team_id, key_id and private_key before anybody can sign in in a browser",
        ]
      : []),
  ];
}
