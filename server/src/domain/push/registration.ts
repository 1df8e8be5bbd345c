import { invalidRequest } from "../../errors.ts";

/** What an app sends about its installation. Provider and environment are names; empty means not given. */
export type Registration = {
  installationId: string;
  provider: string;
  environment: string;
  token: string;
  appId: string;
  appVersion: string;
  os: string;
  osVersion: string;
  deviceModel: string;
  locale: string;
  timezone: string;
  notificationsEnabled: boolean;
};

const MAX_INSTALLATION_ID = 100;
const MAX_TOKEN = 4096;
const MAX_APP_ID = 255;
const MAX_DESCRIPTION = 120;

/** Refuses values that cannot be stored or sent to, and drops values that the provider does not use. */
export function requireRegistration(input: Registration): Registration {
  return {
    installationId: requireInstallationId(input.installationId),
    provider: requireProvider(input.provider),
    environment: requireEnvironment(input),
    token: requireVisible("token", input.token, MAX_TOKEN),
    appId: requireAppId(input.appId),
    appVersion: requireDescription("app_version", input.appVersion),
    os: requireDescription("os", input.os),
    osVersion: requireDescription("os_version", input.osVersion),
    deviceModel: requireDescription("device_model", input.deviceModel),
    locale: requireDescription("locale", input.locale),
    timezone: requireDescription("timezone", input.timezone),
    notificationsEnabled: input.notificationsEnabled,
  };
}

export function requireInstallationId(text: string): string {
  return requireVisible("installation_id", text, MAX_INSTALLATION_ID);
}

export function requireAppId(text: string): string {
  return requireVisible("app_id", text, MAX_APP_ID);
}

export function requireProvider(name: string): string {
  if (name !== "apns" && name !== "fcm") throw invalidRequest("provider", "must be APNs or FCM");
  return name;
}

/** Only APNs has two environments. A token sent to the wrong one looks invalid. */
function requireEnvironment({ provider, environment }: Registration): string {
  if (provider !== "apns") return "";
  if (environment !== "sandbox" && environment !== "production") {
    throw invalidRequest("environment", "must be sandbox or production for APNs");
  }
  return environment;
}

function requireVisible(field: string, text: string, max: number): string {
  if (text === "") throw invalidRequest(field, "is required");
  if (text.length > max) throw invalidRequest(field, `is longer than ${max} characters`);
  if (!/^[\x21-\x7e]+$/.test(text)) throw invalidRequest(field, "must be printable ASCII without spaces");
  return text;
}

function requireDescription(field: string, text: string): string {
  if (text.length > MAX_DESCRIPTION)
    throw invalidRequest(field, `is longer than ${MAX_DESCRIPTION} characters`);
  if (/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u.test(text))
    throw invalidRequest(field, "must not contain control characters");
  return text;
}
