import { VOIDED } from "../../../storage/play-revocations.ts";
import { findPurchase } from "../../../storage/purchases.ts";
import type { StoreAdapter } from "../store-adapter.ts";
import { checkPlay } from "./check.ts";
import { fetchOneTime, readOneTime, settleOneTime } from "./one-time.ts";
import { fetchPurchase, readPurchase } from "./read-purchase.ts";
import { receivePlayStore } from "./receive.ts";
import { isAboutOneTime, voidedPayload } from "./revocations.ts";
import { missingOfPlay, requirePlayAccess } from "./service-account.ts";

const LISTED = "LISTED";

/** As the contract has it. */
type PlayProof = Readonly<{ packageName: string; purchaseToken: string; oneTime: boolean }>;

export const playStoreAdapter = {
  missing: missingOfPlay,

  fetch(app, project, { subjectKey }) {
    return fetchPurchase(app, project, subjectKey);
  },

  fetchPurchase(app, project, { subjectKey }) {
    return fetchOneTime(app, project, subjectKey);
  },

  async readProof(app, project, proof) {
    const { packageName, purchaseToken, oneTime } = proof as PlayProof;
    const brought = { packageName, purchaseToken };
    return oneTime ? readOneTime(app, project, brought) : readPurchase(app, project, brought);
  },

  receive: (app, project, { headers, body }) => receivePlayStore(app, project, headers.authorization, body),
  refusalStatus: 401,

  /** The notification holds no state; what it adds (a refund) is found with everything else told before. */
  async handleNotification(app, project, { subjectKey, type, subtype, payload }) {
    const isOneTime =
      isAboutOneTime(type, payload) ||
      (await findPurchase(app.db, project.id, "play_store", subjectKey)) !== undefined;
    if (isOneTime) return fetchOneTime(app, project, subjectKey);
    const subscription = await fetchPurchase(app, project, subjectKey);
    // The list of refunds does not say what was refunded.
    return subscription ?? (subtype === LISTED ? fetchOneTime(app, project, subjectKey) : undefined);
  },

  /**
   * Tells Google that the buyer has got what was bought; otherwise it refunds after three days. That is
   * true once somebody owns it, so what nobody has claimed yet waits.
   */
  async settle(app, project, { subjectKey, productId, needsAcknowledgement }, ownerToken) {
    if (!needsAcknowledgement || ownerToken === undefined) return;
    const { account, packageName } = await requirePlayAccess(app, project);
    const { playStore } = app.stores;
    // The app, or another process, may have done it since.
    const purchase = await playStore.findSubscription(account, packageName, subjectKey);
    if (purchase?.acknowledgementState !== "ACKNOWLEDGEMENT_STATE_PENDING") return;
    // Google takes an owner for purchases in its own app only.
    const accountToken = purchase.outOfAppPurchaseContext ? ownerToken : undefined;
    await playStore.acknowledge(account, packageName, {
      productId,
      purchaseToken: subjectKey,
      accountToken,
    });
  },

  settlePurchase: settleOneTime,

  /** Google keeps no record of what it published. Refunds alone leave a trace that can be asked for. */
  async *missed(app, project, since) {
    const { account, packageName } = await requirePlayAccess(app, project);
    const voided = await app.stores.playStore.listVoidedPurchases(account, packageName, since);
    for (const { purchaseToken, orderId, voidedAt } of voided) {
      yield {
        notificationId: `voided:${orderId}`,
        environment: "production",
        type: VOIDED,
        subtype: LISTED,
        subjectKey: purchaseToken,
        payload: voidedPayload(orderId),
        occurredAt: Math.min(voidedAt, app.clock()),
      };
    }
  },

  check: checkPlay,
} satisfies StoreAdapter;
