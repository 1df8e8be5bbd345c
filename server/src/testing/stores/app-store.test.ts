import { X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  APIError,
  APIException,
  AppStoreServerAPIClient,
  Environment,
  SignedDataVerifier,
} from "@apple/app-store-server-library";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { DAY_MS } from "../billing.ts";
import { AppStoreStandIn, PURCHASE_KEY } from "./app-store.ts";
import { TEST_APP } from "./app-store-records.ts";

/** Apple's own client, sent to the stand-in. */
class RedirectedClient extends AppStoreServerAPIClient {
  readonly #base: string;

  constructor(
    base: string,
    { keyId = PURCHASE_KEY.keyId as string, bundleId = TEST_APP.bundleId as string } = {},
  ) {
    super(PURCHASE_KEY.privateKey, keyId, PURCHASE_KEY.issuerId, bundleId, Environment.PRODUCTION);
    this.#base = base;
  }

  protected override makeFetchRequest(
    ...[path, query, method, body, headers]: Parameters<AppStoreServerAPIClient["makeFetchRequest"]>
  ): ReturnType<AppStoreServerAPIClient["makeFetchRequest"]> {
    const search = query.size > 0 ? `?${query}` : "";
    const answer = fetch(`${this.#base}${path}${search}`, {
      method,
      headers,
      ...(body && { body: String(body) }),
    });
    return answer as unknown as ReturnType<AppStoreServerAPIClient["makeFetchRequest"]>;
  }
}

/** Apple's code for why it says no. */
async function codeOf(call: Promise<unknown>): Promise<number | undefined> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  expect(error).toBeInstanceOf(APIException);
  const { apiError, httpStatusCode } = error as APIException;
  return typeof apiError === "number" ? apiError : httpStatusCode;
}

/** Apple's client reads the real clock, so the stand-in does too. */
const clock = (): number => Date.now();

describe("The stand-in for the App Store, to Apple's own library", () => {
  let store: AppStoreStandIn;
  let client: RedirectedClient;
  let verifier: SignedDataVerifier;
  beforeEach(async () => {
    store = await AppStoreStandIn.open(clock);
    client = new RedirectedClient(`${store.origin}/production`);
    const root = new X509Certificate(readFileSync(store.rootFile));
    const { bundleId, appAppleId } = TEST_APP;
    verifier = new SignedDataVerifier([root.raw], false, Environment.PRODUCTION, bundleId, appAppleId);
  });
  afterEach(() => store.close());

  test("tells how a subscription stands, signed as Apple signs", async () => {
    const bought = store.buy({ isTrial: true });
    const { data = [], environment } = await client.getAllSubscriptionStatuses(bought.originalTransactionId);
    expect(environment).toBe("Production");
    const [last] = data[0]?.lastTransactions ?? [];
    expect(last?.status).toBe(1);
    const transaction = await verifier.verifyAndDecodeTransaction(last?.signedTransactionInfo ?? "");
    expect(transaction).toMatchObject({ originalTransactionId: bought.originalTransactionId, offerType: 1 });
    const renewal = await verifier.verifyAndDecodeRenewalInfo(last?.signedRenewalInfo ?? "");
    expect(renewal).toMatchObject({ autoRenewStatus: 1, productId: bought.productId });
  });

  test("does not know in one environment what was bought in the other", async () => {
    const { originalTransactionId } = store.buy({ environment: "sandbox" });
    expect(await codeOf(client.getAllSubscriptionStatuses(originalTransactionId))).toBe(
      APIError.TRANSACTION_ID_NOT_FOUND,
    );
    const sandbox = new RedirectedClient(`${store.origin}/sandbox`);
    expect(await sandbox.getAllSubscriptionStatuses(originalTransactionId)).toMatchObject({
      environment: "Sandbox",
    });
  });

  test("refuses another key and another app with a plain 401", async () => {
    const { originalTransactionId: id } = store.buy();
    for (const wrong of [{ keyId: "AAAAAAAAAA" }, { bundleId: "com.example.other" }]) {
      const stranger = new RedirectedClient(`${store.origin}/production`, wrong);
      expect(await codeOf(stranger.getAllSubscriptionStatuses(id))).toBe(401);
    }
  });

  test("refuses an id that is no transaction's, a token that is no UUID, and families", async () => {
    const bought = store.buy();
    const shared = store.buy({ familyShared: true });
    const token = { appAccountToken: "7e3fb20b-4cdb-47cc-936d-99d65f608138" };
    expect(await codeOf(client.getAllSubscriptionStatuses("nonsense"))).toBe(APIError.INVALID_TRANSACTION_ID);
    expect(
      await codeOf(client.setAppAccountToken(bought.originalTransactionId, { appAccountToken: "ada" })),
    ).toBe(APIError.INVALID_APP_ACCOUNT_TOKEN_UUID_ERROR);
    expect(await codeOf(client.setAppAccountToken(shared.originalTransactionId, token))).toBe(
      APIError.FAMILY_TRANSACTION_NOT_SUPPORTED_ERROR,
    );
    await client.setAppAccountToken(bought.originalTransactionId, token);
    expect(bought.accountToken).toBe(token.appAccountToken);
  });

  test("refuses a history that begins too early or ends before it begins, and gives it in pages", async () => {
    const now = Date.now();
    const history = (startDate: number, endDate: number, page: string | null = null) =>
      client.getNotificationHistory(page, { startDate, endDate });
    expect(await codeOf(history(now - 200 * DAY_MS, now))).toBe(APIError.START_DATE_TOO_FAR_IN_PAST);
    expect(await codeOf(history(now, now - 1))).toBe(APIError.START_DATE_AFTER_END_DATE);
    const bought = store.buy();
    for (let times = 0; times < 24; times++) store.renew(bought);
    const first = await history(now - DAY_MS, now + DAY_MS);
    expect([first.notificationHistory?.length, first.hasMore]).toEqual([20, true]);
    const second = await history(now - DAY_MS, now + DAY_MS, first.paginationToken ?? null);
    expect([second.notificationHistory?.length, second.hasMore]).toEqual([5, false]);
    const [{ signedPayload = "" } = {}] = second.notificationHistory ?? [];
    expect(await verifier.verifyAndDecodeNotification(signedPayload)).toMatchObject({
      notificationType: "DID_RENEW",
    });
  });

  test("sends no test notification where no address is set, and knows no fate of one it never sent", async () => {
    expect(await codeOf(client.requestTestNotification())).toBe(APIError.SERVER_NOTIFICATION_URL_NOT_FOUND);
    expect(await codeOf(client.getTestNotificationStatus("nothing"))).toBe(
      APIError.INVALID_TEST_NOTIFICATION_TOKEN,
    );
    const never = "ce3af791-365e-4c60-841b-1674b43c1609_1656709954000";
    expect(await codeOf(client.getTestNotificationStatus(never))).toBe(APIError.TEST_NOTIFICATION_NOT_FOUND);
  });
});
