import type { ProjectJson } from "@svc/proto/svc/admin/v1/project_pb";
import { providerWords, wordOf } from "./enum-words.ts";

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

/** The secret key of before, while it works. */
export function oldKeyFields({ oldSecretKey }: ProjectJson): string[][] {
  if (!oldSecretKey) return [];
  const { last4 = "", expiresAt = "" } = oldSecretKey;
  return [["old secret key", `sk_…${last4} works until ${expiresAt}`]];
}

/** Said only when emails are not from the address that was set. */
export function senderFields({ senderNotAllowed, settings }: ProjectJson): string[][] {
  if (!senderNotAllowed) return [];
  const { address = "" } = settings?.sender ?? {};
  return [["sender", `${address} is not allowed any more: emails are from the mail relay's own address`]];
}

/** How far sign-in with Google and Apple is set up, a line each. */
export function providerFields({ signInProviders = [] }: ProjectJson): string[][] {
  return signInProviders.map((state) => {
    const { provider = "", enabled, nativeReady, browserReady, missingForBrowser = [] } = state;
    const ready = [...(nativeReady ? ["in the app"] : []), ...(browserReady ? ["in the browser"] : [])];
    const places = ready.join(" and ");
    const lacking = browserReady ? "" : `; the browser lacks ${missingForBrowser.join(", ")}`;
    const off = places === "" ? "off" : `off, set up ${places}`;
    const words = enabled ? `on, ${places || "but nowhere"}` : off;
    return [`sign-in with ${wordOf(providerWords, provider)}`, `${words}${lacking}`];
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
