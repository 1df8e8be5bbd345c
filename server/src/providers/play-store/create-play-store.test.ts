import { createPublicKey } from "node:crypto";
import { JWT, OAuth2Client } from "google-auth-library";
import { decodeJwt } from "jose";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readServiceAccount } from "../../crypto/google-service-account.ts";
import type { PlayStoreClient, ServiceAccount } from "../../domain/billing/play-store/client.ts";
import { AppError } from "../../errors.ts";
import { PACKAGE, PlayStore } from "../../testing/stores/play-store.ts";
import { storeFaults } from "../../testing/stores/store-fault.ts";
import { newRsaKey } from "../../testing/token-issuer.ts";
import { assertionOf } from "../google-account.ts";
import { createPlayStore } from "./create-play-store.ts";

const SCOPE = "https://www.googleapis.com/auth/androidpublisher";
const HOUR_MS = 3_600_000;

let play: PlayStore;
let client: PlayStoreClient;
let account: ServiceAccount;
let now: number;

beforeEach(async () => {
  now = Date.parse("2030-01-01T00:00:00Z");
  play = await PlayStore.open();
  play.clock = () => now;
  client = clientWaiting(10_000);
  account = accountOf(play.serviceAccount());
});
afterEach(() => play.close());

function clientWaiting(waitMs: number): PlayStoreClient {
  return createPlayStore({ origin: play.url, clock: () => now, monotonicMs: () => now, waitMs });
}

function accountOf(text: string): ServiceAccount {
  const read = readServiceAccount(text);
  if (!read) throw new Error("no service account");
  return read;
}

async function failureOf(call: Promise<unknown>): Promise<AppError> {
  const error: unknown = await call.then(
    () => new Error("the call succeeded"),
    (reason: unknown) => reason,
  );
  if (!(error instanceof AppError)) throw error;
  return error;
}

const asked = (part: string): number => play.seen.filter((line) => line.includes(part)).length;

describe("The token of a service account", () => {
  test("is asked for with the assertion that Google's library sends, and Google's library accepts ours", async () => {
    let body = new URLSearchParams();
    const google = new JWT({
      email: account.clientEmail,
      key: account.privateKey,
      keyId: account.privateKeyId,
      scopes: [SCOPE],
      transporterOptions: {
        // To the stand-in, which must be content with it, too.
        fetchImplementation: async (_url, init) => {
          body = new URLSearchParams(String(init?.body));
          play.clock = () => Number(decodeJwt(body.get("assertion") ?? "").iat) * 1000;
          return fetch(`${play.url}/token`, { method: "POST", body });
        },
      },
    });
    expect((await google.authorize()).access_token).toMatch(/^ya29\./);
    const theirs = decodeJwt(body.get("assertion") ?? "");
    const ours = assertionOf(account, SCOPE, Number(theirs.iat) * 1000);
    expect(decodeJwt(ours)).toEqual(theirs);

    const pem = createPublicKey(account.privateKey).export({ format: "pem", type: "spki" }).toString();
    const audience = "https://oauth2.googleapis.com/token";
    const certs = { [account.privateKeyId]: pem };
    const ticket = await new OAuth2Client().verifySignedJwtWithCertsAsync(ours, certs, audience, [
      account.clientEmail,
    ]);
    expect(ticket.getPayload()?.iss).toBe(account.clientEmail);
  });

  test("is used until shortly before its end, by all at once", async () => {
    await Promise.all(Array.from({ length: 5 }, () => client.countProducts(account, PACKAGE)));
    expect(asked("/token")).toBe(1);
    now += HOUR_MS - 302_000;
    await client.countProducts(account, PACKAGE);
    expect(asked("/token")).toBe(1);
    now += 2_000;
    await client.countProducts(account, PACKAGE);
    expect(asked("/token")).toBe(2);
  });

  test("that Google takes back is asked for anew the next time", async () => {
    await client.countProducts(account, PACKAGE);
    play.tokens.revokeAll();
    const failure = await failureOf(client.countProducts(account, PACKAGE));
    expect(failure.metadata).toEqual({ store: "play_store", refused: "true" });
    expect(await client.countProducts(account, PACKAGE)).toBe(3);
  });

  test("is of one account only: another key is another account", async () => {
    await client.countProducts(account, PACKAGE);
    const privateKey = newRsaKey().export({ format: "pem", type: "pkcs8" }).toString();
    const failure = await failureOf(client.countProducts({ ...account, privateKey }, PACKAGE));
    expect(failure.detail).toBe("Google's token endpoint refuses the service account: invalid_grant");
    expect(failure.metadata).toEqual({ store: "play_store", refused: "true" });
    // A refusal is not remembered.
    await failureOf(client.countProducts({ ...account, privateKey }, PACKAGE));
    expect(asked("/token")).toBe(3);
  });
});

describe("Play's purchases", () => {
  test("are found, also when Google knows them only a moment later", async () => {
    const { token, answer } = play.purchases.buy();
    play.unknownFor = 3;
    expect(await client.findSubscription(account, PACKAGE, token)).toEqual(answer);
    expect(asked("subscriptionsv2")).toBe(4);
  });

  test("are unknown when they were never made, are gone, or cannot be", async () => {
    const { token } = play.purchases.buy();
    expect(await client.findSubscription(account, PACKAGE, "never-made-1")).toBeUndefined();
    expect(asked("subscriptionsv2")).toBe(4);
    for (const purchase of play.purchases.kept.values()) purchase.isGone = true;
    expect(await client.findSubscription(account, PACKAGE, token)).toBeUndefined();
    expect(asked("subscriptionsv2")).toBe(5);
    play.fault = (_request, response) => void response.writeHead(400).end("{}");
    expect(await client.findSubscription(accountOf(play.serviceAccount()), PACKAGE, token)).toBeUndefined();
  });

  test("of an app that Google does not know are a wrong setting, not unknown purchases", async () => {
    const failure = await failureOf(client.findSubscription(account, "com.example.other", "never-made-1"));
    expect(failure.detail).toBe("Google Play refuses: status 404, applicationNotFound");
    expect(asked("subscriptionsv2")).toBe(1);
  });

  test("are acknowledged, with their owner where Google takes one", async () => {
    const [inApp, outside] = [play.purchases.buy(), play.purchases.buy({ outOfAppBy: "old" })];
    const purchase = { productId: "pro", purchaseToken: inApp.token, accountToken: undefined };
    await client.acknowledge(account, PACKAGE, purchase);
    const other = { productId: "pro", purchaseToken: outside.token, accountToken: "owner" };
    await client.acknowledge(account, PACKAGE, other);
    expect(play.acknowledged).toEqual([
      { token: inApp.token, accountToken: undefined },
      { token: outside.token, accountToken: "owner" },
    ]);
    await failureOf(client.acknowledge(account, PACKAGE, { ...purchase, accountToken: "owner" }));
  });

  test("that were refunded are listed page by page, at most thirty days back", async () => {
    const purchase = play.purchases.buy();
    for (const order of ["a", "b", "c", "d", "e"]) {
      play.purchases.refund(purchase, order);
      now += HOUR_MS;
    }
    const listed = await client.listVoidedPurchases(account, PACKAGE, 0);
    expect(listed.map(({ orderId }) => orderId)).toEqual(["a", "b", "c", "d", "e"]);
    expect(listed[0]).toEqual({ purchaseToken: purchase.token, orderId: "a", voidedAt: now - 5 * HOUR_MS });
    const since = await client.listVoidedPurchases(account, PACKAGE, now - 2 * HOUR_MS);
    expect(since.map(({ orderId }) => orderId)).toEqual(["d", "e"]);
  });

  test("may be refused to an account that was not invited, or only just now", async () => {
    play.hasRights = false;
    const failure = await failureOf(client.countProducts(account, PACKAGE));
    expect(failure.reason).toBe("STORE_UNAVAILABLE");
    expect(failure.detail).toMatch(/status 403, permissionDenied; .* may still be propagating$/);
    expect(failure.metadata).toEqual({ store: "play_store", refused: "true" });
  });
});

describe("Google Play in trouble", () => {
  const retryAfter = { "answers 429": { retry_after_ms: "120000" } } as Record<string, object>;

  test.each(Object.entries(storeFaults))(
    "that %s is STORE_UNAVAILABLE, and comes back",
    async (name, fault) => {
      const { token } = play.purchases.buy();
      await client.countProducts(account, PACKAGE);
      play.fault = fault;
      // Nobody waits ten seconds for what never comes.
      const isSilent = name === "does not answer" || name === "answers headers and then nothing";
      const asking = isSilent ? clientWaiting(300) : client;
      const calls = [
        asking.findSubscription(account, PACKAGE, token),
        asking.acknowledge(account, PACKAGE, {
          productId: "pro",
          purchaseToken: token,
          accountToken: undefined,
        }),
        asking.listVoidedPurchases(account, PACKAGE, now),
        asking.countProducts(account, PACKAGE),
      ];
      for (const failure of await Promise.all(calls.map(failureOf))) {
        expect(failure.reason).toBe("STORE_UNAVAILABLE");
        expect(failure.metadata).toEqual({ store: "play_store", ...retryAfter[name] });
        // The token is in the address of what was asked.
        expect(failure.detail).not.toContain(token);
      }
      const keyFailure = await failureOf(asking.findPushKey("any"));
      expect(keyFailure.metadata).toMatchObject({ store: "play_store" });
      play.fault = undefined;
      expect(await client.findSubscription(account, PACKAGE, token)).toBeDefined();
    },
  );

  test("that gives no token is STORE_UNAVAILABLE", async () => {
    play.fault = storeFaults["answers 503"];
    expect((await failureOf(client.countProducts(account, PACKAGE))).detail).toBe(
      "Google's token endpoint: status 503",
    );
    play.fault = (_request, response) => void response.writeHead(200).end("{}");
    expect((await failureOf(client.countProducts(account, PACKAGE))).detail).toBe(
      "Google's token endpoint: no access token in the answer",
    );
  });
});
