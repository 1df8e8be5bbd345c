import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import {
  type EntitlementGrantSchema,
  NotificationStatus,
  type OwnedSubscriptionSchema,
  type StoreNotificationSchema,
  type StoreStatusSchema,
} from "@svc/proto/svc/admin/v1/billing_pb";
import type { ListedNotification } from "../../domain/billing/notifications.ts";
import type { StoreStatus } from "../../domain/billing/store-status.ts";
import { storeOf } from "../../domain/billing/stores.ts";
import type { Project } from "../../domain/projects/project.ts";
import type { EntitlementGrantRow, SubscriptionRow } from "../../storage/db.ts";
import { encodeStore, encodeSubscription } from "../billing/encode.ts";
import { encodeGrant } from "../server/billing-service.ts";

const STATUSES: Readonly<Record<string, NotificationStatus>> = {
  "": NotificationStatus.UNSPECIFIED,
  waiting: NotificationStatus.WAITING,
  processed: NotificationStatus.PROCESSED,
  ignored: NotificationStatus.IGNORED,
  failed: NotificationStatus.FAILED,
};

/** Empty when it is not given. */
export function statusNameOf(status: NotificationStatus): string {
  return Object.keys(STATUSES).find((name) => STATUSES[name] === status) ?? "unknown";
}

export function encodeOwned(
  project: Project,
  row: SubscriptionRow,
): MessageInitShape<typeof OwnedSubscriptionSchema> {
  return {
    subscription: encodeSubscription(project, row),
    userId: row.userId ?? "",
    snapshotAt: timestampFromMs(row.snapshotAt),
    // Whoever has a purchase token of Play's can bring it as their own.
    storeKey: storeOf(row.store).keyIsSecret ? "" : row.subjectKey,
    ...(row.ownerDeletedAt !== null && { ownerDeletedAt: timestampFromMs(row.ownerDeletedAt) }),
  };
}

export function encodeNotification(
  row: ListedNotification,
): MessageInitShape<typeof StoreNotificationSchema> {
  return {
    id: row.id,
    store: encodeStore(row.store),
    notificationId: row.notificationId,
    type: row.type,
    subtype: row.subtype,
    sandbox: row.environment === "sandbox",
    status: STATUSES[row.status] ?? NotificationStatus.UNSPECIFIED,
    attempts: row.attempts,
    lastError: row.lastError ?? "",
    receivedAt: timestampFromMs(row.receivedAt),
    occurredAt: timestampFromMs(row.occurredAt),
    ...(row.processedAt !== null && { processedAt: timestampFromMs(row.processedAt) }),
    ...(row.nextAttemptAt !== null && { nextAttemptAt: timestampFromMs(row.nextAttemptAt) }),
    subscriptionId: row.subscriptionId ?? "",
  };
}

export function encodeStoreStatus(status: StoreStatus): MessageInitShape<typeof StoreStatusSchema> {
  const { lastSuccessAt, lastErrorAt, lastNotificationAt } = status;
  return {
    store: encodeStore(status.store),
    configured: status.missing.length === 0,
    missing: [...status.missing],
    ...(lastSuccessAt !== null && { lastSuccessAt: timestampFromMs(lastSuccessAt) }),
    ...(lastErrorAt !== null && { lastErrorAt: timestampFromMs(lastErrorAt) }),
    lastError: status.lastError ?? "",
    ...(lastNotificationAt !== null && { lastNotificationAt: timestampFromMs(lastNotificationAt) }),
    waiting: status.waiting,
    failed: status.failed,
    foreignSubscriptions: status.foreignSubscriptions,
  };
}

export function encodeGrantForAdmins(
  grant: EntitlementGrantRow,
): MessageInitShape<typeof EntitlementGrantSchema> {
  return { ...encodeGrant(grant), grantedBy: grant.grantedBy };
}
