import type { PushDevice } from "@svc/proto/svc/admin/v1/push_pb";
import { PushEnvironment, PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import { push as text } from "../../strings/push.ts";
import { users } from "../../strings/users.ts";

/** "iPhone18,1 · iOS 19.0" */
export function modelOf({ deviceModel, os, osVersion }: PushDevice): string {
  const system = [text.systems[os.toLowerCase()] ?? os, osVersion].filter(Boolean).join(" ");
  return [deviceModel || text.unknownModel, system].filter(Boolean).join(" · ");
}

/** Whose device it is: the address, or else the name. */
export function ownerOf({ userEmail, userDisplayName, userId }: PushDevice): string {
  return userEmail || userDisplayName || `${users.guest} ${userId.slice(-12)}`;
}

/** "com.example.app 1.2.3" */
export function appOf({ appId, appVersion }: PushDevice): string {
  return [appId, appVersion].filter(Boolean).join(" ");
}

/** "APNs sandbox" */
export function providerOf({ provider, environment }: PushDevice): string {
  const name = provider === PushProvider.APNS ? text.providers.apns : text.providers.fcm;
  return environment === PushEnvironment.SANDBOX ? `${name} ${text.sandbox}` : name;
}
