import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../../errors.ts";
import { engines } from "../../../testing/engines.ts";
import { PlayBench, RTDN_SECRET } from "../../../testing/stores/play-bench.ts";
import {
  envelopeOf,
  newMessageId,
  pushClaims,
  pushToken,
  subscriptionNotice,
  voidedNotice,
} from "../../../testing/stores/play-push.ts";
import { PACKAGE } from "../../../testing/stores/play-store.ts";
import { storeFaults } from "../../../testing/stores/store-fault.ts";
import { type Claims, encodePart, newRsaKey, signHs256 } from "../../../testing/token-issuer.ts";
import { systemActor } from "../../analytics/record-event.ts";
import type { Project } from "../../projects/project.ts";
import { updateProject } from "../../projects/update-project.ts";
import { receivePlayStore } from "./receive.ts";

const TOKEN = "a-purchase-token.AO-J1Oxyz";

describe.each(engines)("A push of Google's, on $kind", (engine) => {
  let b: PlayBench;
  let project: Project;
  beforeAll(async () => {
    b = await PlayBench.open(engine);
    project = await b.addProject();
  });
  afterAll(() => b.close());
  beforeEach(() => void b.t.advance(61_000)); // an unknown key id may be asked for once a minute

  const audience = (): string => `${b.t.url}/webhooks/google/${project.slug}`;
  const receive = (authorization: string | undefined, body: Buffer | string = bodyOf()) =>
    receivePlayStore(b.t.app, project, authorization, body);
  const bodyOf = (): string => envelopeOf(subscriptionNotice(2, TOKEN), PACKAGE, b.t.app.clock());
  const claims = (more: Claims = {}): Claims => pushClaims(audience(), b.t.app.clock(), more);
  const bearer = (more: Claims = {}, header: Claims = {}): string =>
    `Bearer ${pushToken(b.play.pushKey, b.play.kid, claims(more), header)}`;
  const seconds = (): number => Math.floor(b.t.app.clock() / 1000);

  async function reasonOf(call: Promise<unknown>): Promise<string> {
    const error: unknown = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    return error instanceof AppError ? error.reason : String(error);
  }

  test("is believed with Google's signature, for us, in the name of the account that is set", async () => {
    const body = envelopeOf(subscriptionNotice(2, TOKEN), PACKAGE, b.t.app.clock(), "136969346945");
    const expected = {
      notificationId: "136969346945",
      environment: "production",
      type: "SUBSCRIPTION_RENEWED",
      subtype: "",
      subjectKey: TOKEN,
      payload: "{}",
      occurredAt: b.t.app.clock(),
    };
    expect(await receive(bearer(), body)).toEqual(expected);
    // Without an audience of its own, Pub/Sub writes the address that it pushes to.
    expect(await receive(bearer({ aud: `${audience()}/${RTDN_SECRET}` }), Buffer.from(body))).toEqual(
      expected,
    );
    expect(await receive(bearer({ iss: "accounts.google.com" }), body)).toEqual(expected);
    expect(await receive(bearer({ exp: seconds() - 59 }), body)).toEqual(expected);
  });

  const foreign = newRsaKey();
  const hostile: Record<string, () => string | undefined> = {
    "without a token": () => undefined,
    "with an empty token": () => "Bearer ",
    "with a password": () => `Basic ${Buffer.from("a:b").toString("base64")}`,
    "with a token that is none": () => "Bearer abc",
    unsigned: () => `Bearer ${encodePart({ alg: "RS256", kid: b.play.kid })}.${encodePart(claims())}.`,
    "with alg none": () => `Bearer ${encodePart({ alg: "none", kid: b.play.kid })}.${encodePart(claims())}.`,
    "signed with a shared secret": () =>
      `Bearer ${signHs256({ alg: "HS256", kid: b.play.kid }, claims(), "secret")}`,
    "signed with another key under Google's id": () => `Bearer ${pushToken(foreign, b.play.kid, claims())}`,
    "signed with a key that Google does not have": () => `Bearer ${pushToken(foreign, "foreign", claims())}`,
    "that brings its own key": () => bearer({}, { jwk: foreign.export({ format: "jwk" }) }),
    "that was changed after it was signed": () => {
      const [header, , signature] = bearer().slice(7).split(".");
      return `Bearer ${header}.${encodePart(claims({ sub: "2" }))}.${signature}`;
    },
    "for another audience": () => bearer({ aud: "https://example.com/hook" }),
    "for another project": () => bearer({ aud: `${b.t.url}/webhooks/google/other` }),
    "for the address with another secret": () => bearer({ aud: `${audience()}/guessed-secret-of-16` }),
    "for several audiences": () => bearer({ aud: [audience(), "https://example.com"] }),
    "without an audience": () => bearer({ aud: undefined }),
    "in the name of another account": () => bearer({ email: "other@svc-demo.iam.gserviceaccount.com" }),
    "in nobody's name": () => bearer({ email: undefined }),
    "with an address that is not verified": () => bearer({ email_verified: false }),
    "with an address that is verified in words": () => bearer({ email_verified: "true" }),
    "of another issuer": () => bearer({ iss: "https://accounts.example.com" }),
    "that has expired": () => bearer({ exp: seconds() - 60 }),
    "that never expires": () => bearer({ exp: undefined }),
    "from the future": () => bearer({ iat: seconds() + 61 }),
  };

  test.each(Object.entries(hostile))("%s is refused", async (_name, authorization) => {
    expect(await reasonOf(receive(authorization()))).toBe("PURCHASE_INVALID");
  });

  test("that is genuine and says nothing is refused: a body that is no envelope", async () => {
    for (const body of ["", "{", "[]", "{}", '{"message":{}}', '{"message":{"messageId":7,"data":""}}']) {
      expect(await reasonOf(receive(bearer(), body))).toBe("PURCHASE_INVALID");
    }
  });

  test("cannot be told from a lie while Google's keys are not to be had", async () => {
    const fresh = await PlayBench.open(engine);
    const other = await fresh.addProject();
    fresh.play.fault = storeFaults["answers 503"];
    const { authorization, body } = fresh.play.push(subscriptionNotice(2, TOKEN), fresh.webhook(other));
    const call = () => receivePlayStore(fresh.t.app, other, authorization, body);
    expect(await reasonOf(call())).toBe("STORE_UNAVAILABLE");
    fresh.play.fault = undefined;
    fresh.t.advance(5_000);
    expect((await call()).subjectKey).toBe(TOKEN);
    await fresh.close();
  });

  test("is not believed from anybody while no account is set", async () => {
    const playStore = { ...project.settings.billing.playStore, pubsubServiceAccount: "" };
    const settings = { billing: { ...project.settings.billing, playStore } };
    const open = await updateProject(b.t.app, systemActor, project.id, { settings });
    const call = receivePlayStore(b.t.app, open, bearer({ email: "" }), bodyOf());
    expect(await reasonOf(call)).toBe("STORE_NOT_CONFIGURED");
    await updateProject(b.t.app, systemActor, project.id, { settings: project.settings });
  });

  const data = (notice: object): string =>
    JSON.stringify({
      message: { messageId: newMessageId(), data: Buffer.from(JSON.stringify(notice)).toString("base64") },
    });

  test.each<[string, object, string]>([
    ["a test", { packageName: PACKAGE, testNotification: { version: "1.0" } }, "TEST"],
    ["another app", { packageName: "com.other", ...subscriptionNotice(2, TOKEN) }, "OTHER_APP"],
    ["no app", subscriptionNotice(2, TOKEN), "OTHER_APP"],
    [
      "a one-time product without a purchase",
      { packageName: PACKAGE, oneTimeProductNotification: { sku: "coins" } },
      "ONE_TIME_PRODUCT_UNKNOWN",
    ],
    ["something of later days", { packageName: PACKAGE, dreamNotification: {} }, "dreamNotification"],
    ["nothing", { packageName: PACKAGE }, "UNKNOWN"],
    ["a part of the price", { packageName: PACKAGE, ...voidedNotice(TOKEN, "GPA.1", 2) }, "VOIDED_PURCHASE"],
    [
      "no purchase",
      { packageName: PACKAGE, subscriptionNotification: { notificationType: 2 } },
      "SUBSCRIPTION_RENEWED",
    ],
    [
      "a purchase that cannot be",
      { packageName: PACKAGE, ...subscriptionNotice(2, "a b/c\n") },
      "SUBSCRIPTION_RENEWED",
    ],
  ])("about %s is kept and of no concern", async (_name, notice, type) => {
    const received = await receive(bearer(), data(notice));
    expect(received).toMatchObject({ type, subjectKey: "", payload: "{}" });
    expect(received.ignoredBecause).toBeTruthy();
  });

  test("with data that is not Play's is kept and of no concern", async () => {
    const body = JSON.stringify({ message: { messageId: "1", data: "aGVsbG8=" } });
    expect(await receive(bearer(), body)).toMatchObject({
      type: "UNKNOWN",
      ignoredBecause: "not a notification of Play's",
    });
  });

  test("of a type of later days is handled: something changed", async () => {
    const received = await receive(
      bearer(),
      data({ packageName: PACKAGE, ...subscriptionNotice(99, TOKEN) }),
    );
    expect(received).toMatchObject({ type: "SUBSCRIPTION_NOTIFICATION_99", subjectKey: TOKEN });
    expect(received.ignoredBecause).toBeUndefined();
  });

  test("about a refund keeps the order, and nothing about persons", async () => {
    const notice = { packageName: PACKAGE, ...voidedNotice(TOKEN, "GPA.1..2"), email: "ada@example.com" };
    const received = await receive(bearer(), data(notice));
    expect(received).toMatchObject({
      type: "VOIDED_PURCHASE",
      subjectKey: TOKEN,
      payload: '{"orderId":"GPA.1..2"}',
    });
    expect(JSON.stringify(received)).not.toContain("ada@");
  });

  test("happened when Play says, else when it was published, never later than now", async () => {
    const now = b.t.app.clock();
    const at = async (eventTimeMillis: unknown, publishTime?: unknown): Promise<number> => {
      const notice = { packageName: PACKAGE, eventTimeMillis, ...subscriptionNotice(2, TOKEN) };
      const text = Buffer.from(JSON.stringify(notice)).toString("base64");
      const body = JSON.stringify({ message: { messageId: newMessageId(), data: text, publishTime } });
      return (await receive(bearer(), body)).occurredAt;
    };
    expect(await at(String(now - 5_000))).toBe(now - 5_000);
    expect(await at(String(now + 5_000))).toBe(now);
    expect(await at("soon", new Date(now - 7_000).toISOString())).toBe(now - 7_000);
    expect(await at(undefined)).toBe(now);
  });
});
