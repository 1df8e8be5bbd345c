import { decodeJwt, decodeProtectedHeader } from "jose";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { AppStoreClient } from "../../domain/billing/app-store/client.ts";
import { AppError } from "../../errors.ts";
import { AppStoreStandIn, appStoreFaults, busyUntil, PURCHASE_KEY } from "../../testing/stores/app-store.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { createAppStore } from "./create-app-store.ts";

const NOW = Date.parse("2030-01-01T00:00:00Z");
const TOKEN = "7e3fb20b-4cdb-47cc-936d-99d65f608138";

function clientFor(origin: string | undefined, waitMs = 30_000): AppStoreClient {
  return createAppStore({
    ...{ origin, rootFile: undefined, waitMs },
    ...{ clock: () => NOW, monotonicMs: () => NOW },
  });
}

async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(error instanceof AppError)) throw new Error("no AppError", { cause: error });
  expect(error.reason).toBe("STORE_UNAVAILABLE");
  expect(error.metadata.store).toBe("app_store");
  return error;
}

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

describe("The client of the App Store Server API", () => {
  let store: AppStoreStandIn;
  let client: AppStoreClient;
  beforeEach(async () => {
    store = await AppStoreStandIn.open(() => NOW);
    client = clientFor(store.origin);
  });
  afterEach(async () => {
    vi.unstubAllGlobals();
    await store.close();
  });

  /** Everything that it can be asked. */
  const calls: Record<string, () => Promise<unknown>> = {
    findStatus: () => client.findStatus(PURCHASE_KEY, "production", "1"),
    setAccountToken: () => client.setAccountToken(PURCHASE_KEY, "production", "1", TOKEN),
    requestTestNotification: () => client.requestTestNotification(PURCHASE_KEY, "sandbox"),
    findTestNotification: () => client.findTestNotification(PURCHASE_KEY, "sandbox", "token"),
    listNotifications: () => all(client.listNotifications(PURCHASE_KEY, "production", NOW - 1, NOW)),
  };

  test.each(Object.keys(storeFaults))("when Apple %s: STORE_UNAVAILABLE, and no refusal", async (fault) => {
    client = clientFor(store.origin, 400);
    store.fault = storeFaults[fault as keyof typeof storeFaults];
    for (const call of Object.values(calls)) {
      expect((await failureOf(call())).metadata.refused).toBeUndefined();
    }
  });

  test.each(Object.keys(appStoreFaults))("when Apple %s: a refusal, without the key in it", async (fault) => {
    store.fault = appStoreFaults[fault as keyof typeof appStoreFaults];
    for (const call of Object.values(calls)) {
      const { metadata, detail } = await failureOf(call());
      expect(metadata.refused).toBe("true");
      expect(detail).toContain("401");
      expect(detail).not.toMatch(/eyJ|BEGIN/);
    }
  });

  test("when Apple has too many requests, its milliseconds tell how long to wait", async () => {
    store.fault = busyUntil(NOW + 90_000, NOW);
    for (const call of Object.values(calls)) {
      expect((await failureOf(call())).metadata.retry_after_ms).toBe("90000");
    }
  });

  test("a key that Apple does not know, or for another app, is refused", async () => {
    for (const wrong of [
      { keyId: "AAAAAAAAAA" },
      { issuerId: "nobody" },
      { bundleId: "com.example.other" },
    ]) {
      const asked = client.findStatus({ ...PURCHASE_KEY, ...wrong }, "production", "1");
      expect((await failureOf(asked)).metadata.refused).toBe("true");
    }
  });

  test("finds one of a customer's subscriptions, in its environment only", async () => {
    const [first, second] = [store.buy({ accountToken: TOKEN }), store.buy({ accountToken: TOKEN })];
    store.cancel(second);
    store.expire(second);
    const find = (id: string, environment: "production" | "sandbox" = "production") =>
      client.findStatus(PURCHASE_KEY, environment, id);
    expect(await find(first.originalTransactionId)).toMatchObject({ status: 1 });
    expect(await find(second.originalTransactionId)).toMatchObject({ status: 2 });
    expect(await find(first.originalTransactionId, "sandbox")).toBeUndefined();
    expect(await find("999")).toBeUndefined();
    expect(await find("not/an?id")).toBeUndefined();
  });

  test("what Apple may find later is no 'not found'", async () => {
    store.fault = (_request, response) => void response.writeHead(404).end('{"errorCode":4040006}');
    expect(
      (await failureOf(client.findStatus(PURCHASE_KEY, "production", "1"))).metadata.refused,
    ).toBeUndefined();
    store.fault = (_request, response) => void response.writeHead(404).end("{}");
    await failureOf(client.findStatus(PURCHASE_KEY, "production", "1"));
    store.fault = (_request, response) => void response.writeHead(404).end('{"errorCode":4040003}');
    expect((await failureOf(client.findStatus(PURCHASE_KEY, "production", "1"))).metadata.refused).toBe(
      "true",
    );
  });

  test("sets the buyer's token, but not on what a family shares", async () => {
    const [own, shared] = [store.buy(), store.buy({ familyShared: true })];
    const set = (id: string) => client.setAccountToken(PURCHASE_KEY, "production", id, TOKEN);
    expect(await set(own.originalTransactionId)).toBe(true);
    expect(own.accountToken).toBe(TOKEN);
    expect(await set(shared.originalTransactionId)).toBe(false);
    expect(shared.accountToken).toBeUndefined();
    expect(await set("999")).toBe(false);
  });

  test("reads every page of the history", async () => {
    const bought = store.buy();
    for (let times = 0; times < 44; times++) store.renew(bought);
    store.buy({ environment: "sandbox" });
    const read = (environment: "production" | "sandbox") =>
      all(client.listNotifications(PURCHASE_KEY, environment, NOW - 1000, NOW + 1000));
    expect(new Set(await read("production")).size).toBe(45);
    expect(await read("sandbox")).toHaveLength(1);
  });

  test("a history without an end is given up", async () => {
    store.fault = (_request, response) =>
      void response.writeHead(200).end('{"notificationHistory":[],"hasMore":true,"paginationToken":"same"}');
    await failureOf(all(client.listNotifications(PURCHASE_KEY, "production", NOW - 1, NOW)));
  });

  test("shows Apple a token for this app alone, for ten minutes", async () => {
    let bearer = "";
    store.fault = (request, response) => {
      bearer = request.headers.authorization?.replace("Bearer ", "") ?? "";
      response.writeHead(404).end('{"errorCode":4040010}');
    };
    await client.findStatus(PURCHASE_KEY, "production", "1");
    expect(decodeProtectedHeader(bearer)).toEqual({ alg: "ES256", typ: "JWT", kid: PURCHASE_KEY.keyId });
    const iat = NOW / 1000;
    const { issuerId: iss, bundleId: bid } = PURCHASE_KEY;
    expect(decodeJwt(bearer)).toEqual({ iss, iat, exp: iat + 600, aud: "appstoreconnect-v1", bid });
  });

  test("asks Apple's two hosts unless there is a stand-in", async () => {
    const asked: string[] = [];
    vi.stubGlobal("fetch", async (address: string) => {
      asked.push(address);
      return new Response('{"errorCode":4040010}', { status: 404 });
    });
    const real = clientFor(undefined);
    await real.findStatus(PURCHASE_KEY, "production", "1");
    await real.findStatus(PURCHASE_KEY, "sandbox", "1");
    expect(asked).toEqual([
      "https://api.storekit.itunes.apple.com/inApps/v1/subscriptions/1",
      "https://api.storekit-sandbox.itunes.apple.com/inApps/v1/subscriptions/1",
    ]);
  });
});
