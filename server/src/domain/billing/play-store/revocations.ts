import type { App } from "../../../app.ts";
import { listPlayRevocations } from "../../../storage/play-revocations.ts";
import type { Project } from "../../projects/project.ts";

/** Google took the purchase away before its time. */
export const REVOKED = "SUBSCRIPTION_REVOKED";
/** An order was refunded or charged back, whole. */
export const VOIDED = "VOIDED_PURCHASE";

const ONE_TIME = /^ONE_TIME_PRODUCT_/;

/** What is kept of a voided purchase. */
export function voidedPayload(orderId: string, isOneTime = false): string {
  return JSON.stringify(isOneTime ? { orderId, isOneTime } : { orderId });
}

export function isAboutOneTime(type: string, payload: string): boolean {
  return (
    ONE_TIME.test(type) ||
    (type === VOIDED && (JSON.parse(payload) as { isOneTime?: unknown }).isOneTime === true)
  );
}

/**
 * Whether a purchase was revoked, by everything that Google has told about it. Asked, Google says only
 * that it has expired, so whatever comes after the notification must still find it.
 */
export async function revocationsOf(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  purchaseToken: string,
): Promise<(orderIds: readonly string[]) => boolean> {
  const told = await listPlayRevocations(app.db, project.id, purchaseToken, [REVOKED, VOIDED]);
  const isRevoked = told.some(({ type }) => type === REVOKED);
  const voided = told.flatMap(({ type, payload }) => (type === VOIDED ? [orderIdOf(payload)] : []));
  return (orderIds) => isRevoked || orderIds.some((id) => voided.includes(id));
}

function orderIdOf(payload: string): string {
  return String((JSON.parse(payload) as { orderId?: unknown }).orderId);
}
