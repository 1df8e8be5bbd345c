import { eventKinds } from "./event-kinds.ts";

/** An act of an administrator that is recorded a second time, for the audit log, and the kind of the first record. */
export const adminTwins: ReadonlyMap<string, string> = new Map([
  ...Object.keys(eventKinds)
    .filter((kind) => kind.startsWith("admin.user_"))
    .map((kind) => [kind, kind.replace("admin.user_", "user.")] as const)
    .filter(([, first]) => first in eventKinds),
  ["admin.push_device_revoked", "push.device_revoked"],
  ["admin.subscription_transferred", "subscription.transferred"],
  ["admin.entitlement_granted", "entitlement.granted"],
  ["admin.entitlement_grant_revoked", "entitlement.grant_revoked"],
]);
