import { describe, expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { type Registration, requireRegistration } from "./registration.ts";

const whole: Registration = {
  installationId: "0198c0de-0000-4000-8000-000000000001",
  provider: "apns",
  environment: "sandbox",
  token: "a".repeat(64),
  appId: "com.example.app",
  appVersion: "1.2.3",
  os: "ios",
  osVersion: "19.0",
  deviceModel: "Téléphone 📱",
  locale: "de-CH",
  timezone: "Europe/Zurich",
  notificationsEnabled: true,
};

describe("A registration", () => {
  test("is taken as it is, empty descriptions included", () => {
    expect(requireRegistration(whole)).toEqual(whole);
    const bare = {
      ...whole,
      appVersion: "",
      os: "",
      osVersion: "",
      deviceModel: "",
      locale: "",
      timezone: "",
    };
    expect(requireRegistration(bare)).toEqual(bare);
  });

  test("of FCM has no environment, whatever it says", () => {
    for (const environment of ["", "sandbox", "unknown"]) {
      const registration = requireRegistration({ ...whole, provider: "fcm", environment });
      expect(registration.environment).toBe("");
    }
  });

  test.each<[field: string, key: keyof Registration, longest: number]>([
    ["installation_id", "installationId", 100],
    ["token", "token", 4096],
    ["app_id", "appId", 255],
    ["app_version", "appVersion", 120],
    ["os", "os", 120],
    ["os_version", "osVersion", 120],
    ["device_model", "deviceModel", 120],
    ["locale", "locale", 120],
    ["timezone", "timezone", 120],
  ])(
    "has a %s (%s) of at most %i characters, none of which is a control character",
    (field, key, longest) => {
      requireRegistration({ ...whole, [key]: "x".repeat(longest) });
      for (const text of ["x".repeat(longest + 1), "a\0b", "a\nb", "a\u2028b", "a\ud800b"]) {
        expect(fieldOf({ ...whole, [key]: text })).toBe(field);
      }
    },
  );

  test.each<[field: string, key: keyof Registration]>([
    ["installation_id", "installationId"],
    ["token", "token"],
    ["app_id", "appId"],
  ])("needs %s (%s), in printable ASCII", (field, key) => {
    for (const text of ["", "two words", "tökén", "a\u007fb"]) {
      expect(fieldOf({ ...whole, [key]: text })).toBe(field);
    }
  });

  test("needs a provider, and of APNs an environment", () => {
    for (const name of ["", "unknown"]) {
      expect(fieldOf({ ...whole, provider: name })).toBe("provider");
      expect(fieldOf({ ...whole, environment: name })).toBe("environment");
    }
  });
});

/** The field that the refusal names. */
function fieldOf(registration: Registration): string | undefined {
  try {
    requireRegistration(registration);
  } catch (error) {
    if (error instanceof AppError && error.reason === "INVALID_REQUEST") return error.metadata.field;
    throw error;
  }
  return undefined;
}
