import { expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { dangerousSchemes } from "../../testing/hostile-redirects.ts";
import { type LanguageTag, languageTags } from "../../wording/languages.ts";
import { requireValidSettings } from "./check-settings.ts";
import { valuesOf } from "./setting-fields.ts";
import { defaultSettings, type SettingsChanges } from "./settings.ts";

/** The field that is blamed for the change, or undefined when it is fine. */
function blamed(changes: SettingsChanges, current: SettingsChanges = {}): string | undefined {
  const changed = valuesOf(changes);
  const values = new Map([...valuesOf(defaultSettings), ...valuesOf(current), ...changed]);
  try {
    requireValidSettings(values, new Set(changed.keys()));
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error.reason).toBe("INVALID_REQUEST");
    return error.metadata.field?.replace("settings.", "");
  }
}

test.each(["UTC", "Europe/Berlin", "America/Argentina/Buenos_Aires", "Etc/GMT+5", "GMT"])(
  "%s is a time zone",
  (timezone) => expect(blamed({ timezone })).toBeUndefined(),
);

test.each(["", "+01:00", "-05", "Berlin", "Europe/Atlantis", "UTC ", "Europe/Berlin\n", "x".repeat(200)])(
  "%j is no time zone",
  (timezone) => expect(blamed({ timezone })).toBe("timezone"),
);

test("only languages that emails and pages have are a project's, each once; the error names them", () => {
  expect(blamed({ defaultLanguage: "pt-BR", languages: ["en", "zh-Hant"] })).toBeUndefined();
  expect(blamed({ languages: [] })).toBeUndefined();
  for (const text of ["", "EN", "pt", "de-AT", "eo"]) {
    const tag = text as LanguageTag;
    expect(blamed({ defaultLanguage: tag })).toBe("default_language");
    expect(blamed({ languages: ["de", tag] })).toBe("languages");
  }
  expect(blamed({ languages: ["de", "de"] })).toBe("languages");
  const values = new Map([["languages", ["eo"]]] as const);
  expect(() => requireValidSettings(values, new Set(["languages"]))).toThrow(
    expect.objectContaining({
      metadata: expect.objectContaining({ problem: `must be one of ${languageTags.join(", ")}` }),
    }),
  );
});

test.each([
  ["guestRetentionDays", "guest_retention_days", 0, 3650],
  ["refreshTokenDays", "refresh_token_days", 1, 365],
  ["sessionMaxDays", "session_max_days", 30, 3650],
  ["eventRetentionDays", "event_retention_days", 1, 3650],
  ["ipRetentionDays", "ip_retention_days", 0, 3650],
] as const)("%s has bounds", (name, path, least, most) => {
  expect(blamed({ [name]: least })).toBeUndefined();
  expect(blamed({ [name]: most })).toBeUndefined();
  for (const value of [-1, 3651, 1.5, Number.NaN, 2 ** 31]) expect(blamed({ [name]: value })).toBe(path);
});

test("a user may have any number of sessions up to 10,000, and 0 means no limit", () => {
  for (const maxSessionsPerUser of [0, 1, 10_000]) expect(blamed({ maxSessionsPerUser })).toBeUndefined();
  for (const maxSessionsPerUser of [-1, 10_001, 1.5, Number.NaN]) {
    expect(blamed({ maxSessionsPerUser })).toBe("max_sessions_per_user");
  }
});

test("events are kept for at least a day, and purchases without an owner for up to a hundred years or for ever", () => {
  expect(blamed({ eventRetentionDays: 0 })).toBe("event_retention_days");
  for (const ownerlessPurchaseRetentionDays of [0, 1, 36_500]) {
    expect(blamed({ ownerlessPurchaseRetentionDays })).toBeUndefined();
  }
  for (const ownerlessPurchaseRetentionDays of [-1, 36_501, 1.5, Number.NaN]) {
    expect(blamed({ ownerlessPurchaseRetentionDays })).toBe("ownerless_purchase_retention_days");
  }
});

test("refresh tokens and sessions last at least a day, sessions as long as refresh tokens", () => {
  expect(blamed({ refreshTokenDays: 0 })).toBe("refresh_token_days");
  expect(blamed({ sessionMaxDays: 0 })).toBe("session_max_days");
  expect(blamed({ refreshTokenDays: 366 })).toBe("session_max_days");
  expect(blamed({ sessionMaxDays: 29 })).toBe("session_max_days");
  expect(blamed({ refreshTokenDays: 3650, sessionMaxDays: 3650 })).toBeUndefined();
});

test("a password has 6 to 128 characters", () => {
  for (const minLength of [6, 128]) expect(blamed({ passwordPolicy: { minLength } })).toBeUndefined();
  for (const minLength of [5, 129, 0]) {
    expect(blamed({ passwordPolicy: { minLength } })).toBe("password_policy.min_length");
  }
});

test.each(["com.example.app", "myapp", "a+b-c.d", "x1"])("%s may be a redirect scheme", (scheme) => {
  expect(blamed({ redirectSchemes: [scheme] })).toBeUndefined();
});

test.each([
  ...dangerousSchemes,
  ...["", "Com.Example", "1app", "-a", "a b", "app:", "app://", "a_b", "ä", "a\n", "x".repeat(101)],
])("the redirect scheme %j is refused", (scheme) => {
  expect(blamed({ redirectSchemes: ["com.example.app", scheme] })).toBe("redirect_schemes");
});

test.each([
  ...[
    "https://app.example.com",
    "https://app.example.com:8443",
    "https://[2001:db8::1]",
    "https://xn--bcher-kva.example",
  ],
  ...[
    "http://localhost",
    "http://localhost:3000",
    "http://127.0.0.1:5173",
    "http://[::1]:80800".slice(0, -1),
  ],
])("%s may be a redirect origin", (origin) => {
  expect(blamed({ redirectOrigins: [origin] })).toBeUndefined();
});

test.each([
  ...[
    "https://app.example.com/",
    "https://app.example.com/path",
    "https://app.example.com?x",
    "https://app.example.com#x",
  ],
  ...[
    "https://*.example.com",
    "https://user@app.example.com",
    "https://APP.example.com",
    "https://app.example.com:443",
  ],
  ...[
    "http://app.example.com",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://0.0.0.0",
  ],
  ...[
    "ftp://app.example.com",
    "null",
    "app.example.com",
    "",
    "https://",
    "javascript:alert(1)",
    "com.example.app://x",
  ],
  ...[" https://app.example.com", "https://bücher.example", `https://${"a".repeat(300)}.example`],
])("the redirect origin %j is refused", (origin) => {
  expect(blamed({ redirectOrigins: [origin] })).toBe("redirect_origins");
});

test("lists are short and name nothing twice", () => {
  const schemes = (length: number) => Array.from({ length }, (_, i) => `app.${i}`.replace(/^/, "x."));
  expect(blamed({ redirectSchemes: schemes(50) })).toBeUndefined();
  expect(blamed({ redirectSchemes: schemes(51) })).toBe("redirect_schemes");
  expect(blamed({ redirectSchemes: ["a.b", "a.b"] })).toBe("redirect_schemes");
});

test("an Android package has at least two parts that begin with a letter", () => {
  for (const androidPackage of ["", "com.example", "com.Example_2.app", "a.b"])
    expect(blamed({ google: { androidPackage } })).toBeUndefined();
  for (const androidPackage of ["com", "com.", ".com.a", "com.2a", "com..a", "com.a-b", "com.a b", "com.a\n"])
    expect(blamed({ google: { androidPackage } })).toBe("google.android_package");
});

test("fingerprints are capital hexadecimal pairs of the digest's length", () => {
  const of = (bytes: number, pair = "A0") => Array(bytes).fill(pair).join(":");
  expect(blamed({ google: { androidSha1Fingerprints: [of(20), of(20, "FF")] } })).toBeUndefined();
  expect(blamed({ google: { androidSha256Fingerprints: [of(32)] } })).toBeUndefined();
  for (const wrong of [of(19), of(21), of(32), of(20, "a0"), of(20).replaceAll(":", ""), `${of(20)}\n`, ""])
    expect(blamed({ google: { androidSha1Fingerprints: [wrong] } })).toBe("google.android_sha1_fingerprints");
  for (const wrong of [of(20), of(31), of(32, "G0"), of(32, "A")]) {
    const field = "google.android_sha256_fingerprints";
    expect(blamed({ google: { androidSha256Fingerprints: [wrong] } })).toBe(field);
  }
});

test("ids are printable and of a sane length", () => {
  for (const value of ["x".repeat(255), ""])
    expect(blamed({ google: { webClientId: value } })).toBeUndefined();
  for (const value of ["x".repeat(256), "a b", "a\n", "ü", "\u0000"]) {
    expect(blamed({ google: { webClientId: value } })).toBe("google.web_client_id");
    expect(blamed({ google: { iosClientId: value } })).toBe("google.ios_client_id");
    expect(blamed({ google: { androidClientId: value } })).toBe("google.android_client_id");
    expect(blamed({ apple: { bundleId: value } })).toBe("apple.bundle_id");
    expect(blamed({ apple: { servicesId: value } })).toBe("apple.services_id");
    expect(blamed({ apple: { teamId: value } })).toBe("apple.team_id");
    expect(blamed({ apple: { keyId: value } })).toBe("apple.key_id");
  }
});

test("Google is enabled only with a client that tokens can be for", () => {
  expect(blamed({ google: { enabled: true } })).toBe("google.enabled");
  expect(blamed({ google: { enabled: true, androidClientId: "a" } })).toBe("google.enabled");
  expect(blamed({ google: { enabled: true, webClientId: "w" } })).toBeUndefined();
  expect(blamed({ google: { enabled: true, iosClientId: "i" } })).toBeUndefined();
  // Nor may the only one be taken away while it is enabled.
  expect(blamed({ google: { webClientId: "" } }, { google: { enabled: true, webClientId: "w" } })).toBe(
    "google.enabled",
  );
});

test("Apple is enabled only with a bundle or a Services ID", () => {
  expect(blamed({ apple: { enabled: true, teamId: "t", keyId: "k" } })).toBe("apple.enabled");
  expect(blamed({ apple: { enabled: true, bundleId: "b" } })).toBeUndefined();
  expect(blamed({ apple: { enabled: true, servicesId: "s" } })).toBeUndefined();
});

test("nobody is blamed for a value that does not change", () => {
  expect(blamed({ signUpClosed: true }, { timezone: "Gone/Zone", sessionMaxDays: 1 })).toBeUndefined();
});
