import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import { type PushDeviceSchema, PushEnvironment, PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import type { PushDevice } from "../../storage/db.ts";

const PROVIDERS: Readonly<Record<string, PushProvider>> = {
  "": PushProvider.UNSPECIFIED,
  apns: PushProvider.APNS,
  fcm: PushProvider.FCM,
};

const ENVIRONMENTS: Readonly<Record<string, PushEnvironment>> = {
  "": PushEnvironment.UNSPECIFIED,
  sandbox: PushEnvironment.SANDBOX,
  production: PushEnvironment.PRODUCTION,
};

/** Empty when it is not given. */
export function providerName(provider: PushProvider): string {
  return nameIn(PROVIDERS, provider);
}

/** Empty when it is not given. */
export function environmentName(environment: PushEnvironment): string {
  return nameIn(ENVIRONMENTS, environment);
}

/** A number that a newer contract may know gets a name that no rule accepts. */
function nameIn(names: Readonly<Record<string, number>>, value: number): string {
  return Object.keys(names).find((name) => names[name] === value) ?? "unknown";
}

/** What both surfaces tell about a device. */
export function encodeDevice(device: PushDevice) {
  return {
    id: device.id,
    installationId: device.installationId,
    provider: PROVIDERS[device.provider] ?? PushProvider.UNSPECIFIED,
    environment: ENVIRONMENTS[device.environment] ?? PushEnvironment.UNSPECIFIED,
    appId: device.appId,
    appVersion: device.appVersion,
    os: device.os,
    osVersion: device.osVersion,
    deviceModel: device.deviceModel,
    locale: device.locale,
    timezone: device.timezone,
    notificationsEnabled: device.notificationsEnabled === 1,
    createdAt: timestampFromMs(device.createdAt),
    lastRegisteredAt: timestampFromMs(device.lastRegisteredAt),
  };
}

export function encodeOwnDevice(
  device: PushDevice,
  currentSessionId: string,
): MessageInitShape<typeof PushDeviceSchema> {
  return { ...encodeDevice(device), current: device.sessionId === currentSessionId };
}
