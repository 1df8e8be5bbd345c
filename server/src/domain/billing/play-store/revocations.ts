import type { App } from "../../../app.ts";
import { listPlayRevocations, REVOKED, VOIDED } from "../../../storage/play-revocations.ts";
import type { Project } from "../../projects/project.ts";

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

/** What Google took back. */
export type Revocations = Readonly<{
  /** The purchase before its time. */
  isPurchase: boolean;
  /** The orders that were refunded whole. */
  orderIds: readonly string[];
}>;

/**
 * What was taken back of a purchase, by everything that Google has told about it. Asked, Google says only
 * that it has expired, so whatever comes after the notification must still find it.
 */
export async function revocationsOf(
  app: Pick<App, "db">,
  project: Pick<Project, "id">,
  purchaseToken: string,
): Promise<Revocations> {
  const told = await listPlayRevocations(app.db, project.id, purchaseToken);
  return {
    isPurchase: told.some(({ type }) => type === REVOKED),
    orderIds: told.flatMap(({ type, payload }) => (type === VOIDED ? [orderIdOf(payload)] : [])),
  };
}

function orderIdOf(payload: string): string {
  return String((JSON.parse(payload) as { orderId?: unknown }).orderId);
}
