import type { ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";

/** What identifies a project, a line each. */
export function projectFields({
  slug = "",
  name = "",
  id = "",
  publishableKey = "",
}: ProjectJson): string[][] {
  return [
    ["slug", slug],
    ["name", name],
    ["id", id],
    ["publishable key", publishableKey],
  ];
}

const providerNames: Readonly<Record<string, string>> = {
  OAUTH_PROVIDER_GOOGLE: "google",
  OAUTH_PROVIDER_APPLE: "apple",
};

/** How far sign-in with Google and Apple is set up, a line each. */
export function providerFields({ signInProviders = [] }: ProjectJson): string[][] {
  return signInProviders.map((state) => {
    const { provider = "", enabled, nativeReady, browserReady, missingForBrowser = [] } = state;
    const places = [...(nativeReady ? ["in the app"] : []), ...(browserReady ? ["in the browser"] : [])];
    const lacking = browserReady ? "" : `; the browser lacks ${missingForBrowser.join(", ")}`;
    const name = providerNames[provider] ?? provider;
    return [
      `sign-in with ${name}`,
      enabled ? `on, ${places.join(" and ") || "but nowhere"}${lacking}` : "off",
    ];
  });
}

/** The settings under the names that a spec gives them: `password_policy.min_length`. */
export function settingFields(settings: object, above = ""): string[][] {
  return Object.entries(settings).flatMap(([key, value]) => {
    const path = `${above}${snakeCase(key)}`;
    if (Array.isArray(value)) return [[path, value.join(", ")]];
    if (typeof value === "object" && value !== null) return settingFields(value, `${path}.`);
    return [[path, String(value)]];
  });
}

/** `webClientId` as a spec writes it: `web_client_id`; digits stay with their word. */
export function snakeCase(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
