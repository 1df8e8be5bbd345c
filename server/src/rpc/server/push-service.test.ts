import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { createClient } from "@connectrpc/connect";
import { createConnectTransport } from "@connectrpc/connect-node";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PushEnvironment, PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import { PushRevokeReason, PushService } from "@svc/proto/svc/server/v1/push_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { android, apnsToken, backendPush, installation, iphone, pushOf } from "../../testing/push.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("PushService of the server surface on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let otherKey: string;
  let ada: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    otherKey = (await t.addProject("Other")).secretKey;
    ada = await t.auth(project).signInAnonymously({});
  });
  afterEach(() => t.close());

  const push = () => pushOf(t, project, ada);
  const backend = () => backendPush(t, secretKey);
  const userId = () => ada.user?.id ?? "";
  const installations = (devices: readonly { installationId: string }[]) =>
    devices.map(({ installationId }) => installationId);
  const list = async (filter: Parameters<ReturnType<typeof backend>["listPushDevices"]>[0]) =>
    installations((await backend().listPushDevices(filter)).devices);

  test("ListUserPushDevices gives the tokens, the most recently registered first", async () => {
    await push().registerPushDevice(iphone(1, { environment: PushEnvironment.SANDBOX }));
    t.advance(1000);
    await push().registerPushDevice(android(2));
    const { devices } = await backend().listUserPushDevices({ userId: userId() });
    expect(devices).toMatchObject([
      { ...android(2), userId: userId() },
      { ...iphone(1), environment: PushEnvironment.SANDBOX, userId: userId() },
    ]);
    expect(devices.map(({ lastRegisteredAt }) => lastRegisteredAt && timestampMs(lastRegisteredAt))).toEqual([
      t.app.clock(),
      t.app.clock() - 1000,
    ]);
  });

  test("reading tokens is an event, at most one an hour for each project", async () => {
    const recorded = () =>
      t.app.db
        .selectFrom("events")
        .select(["projectId", "actor", "ip"])
        .where("kind", "=", "push.tokens_read")
        .execute();
    await backend().listPushDevices({});
    await backend().listUserPushDevices({ userId: userId() });
    expect(await recorded()).toEqual([]); // no token was read

    await push().registerPushDevice(iphone(1));
    await Promise.all([1, 2, 3, 4].map(() => backend().listUserPushDevices({ userId: userId() })));
    await backend().listPushDevices({});
    const event = { projectId: project.id, actor: "backend", ip: "127.0.0.1" };
    expect(await recorded()).toEqual([event]);
    t.advance(3_599_999);
    await backend().listPushDevices({});
    expect(await recorded()).toHaveLength(1);
    t.advance(1);
    await backend().listPushDevices({});
    expect(await recorded()).toEqual([event, event]);
  });

  test("ListUserPushDevices of an unknown user is NOT_FOUND, of another project's WRONG_PROJECT", async () => {
    expect(await failureOf(backend().listUserPushDevices({ userId: "nobody" }))).toMatchObject({
      code: "NotFound",
      reason: "NOT_FOUND",
    });
    const other = backendPush(t, otherKey);
    expect(await failureOf(other.listUserPushDevices({ userId: userId() }))).toMatchObject({
      code: "PermissionDenied",
      reason: "WRONG_PROJECT",
    });
  });

  test("ListPushDevices pages through the whole project, newest first, and through no other", async () => {
    for (let n = 1; n <= 7; n++) {
      await push().registerPushDevice(iphone(n));
      if (n % 2 === 0) t.advance(1); // some are of the same moment
    }
    const seen: string[] = [];
    let pageToken = "";
    do {
      const page = await backend().listPushDevices({ pageSize: 3, pageToken });
      expect(page.devices.length).toBeLessThanOrEqual(3);
      seen.push(...installations(page.devices));
      pageToken = page.nextPageToken;
    } while (pageToken !== "");
    expect(seen).toEqual([7, 6, 5, 4, 3, 2, 1].map(installation));
    expect((await backendPush(t, otherKey).listPushDevices({})).devices).toEqual([]);
  });

  test("a page token belongs to its project and its filters", async () => {
    for (let n = 1; n <= 2; n++) await push().registerPushDevice(iphone(n));
    const { nextPageToken: pageToken } = await backend().listPushDevices({ pageSize: 1 });
    expect(pageToken).not.toBe("");
    for (const call of [
      () => backendPush(t, otherKey).listPushDevices({ pageToken }),
      () => backend().listPushDevices({ pageToken, provider: PushProvider.APNS }),
      () => backend().listPushDevices({ pageToken, appId: "com.example.app" }),
      () => backend().listPushDevices({ pageToken, updatedAfter: timestampFromMs(0) }),
      () => backend().listPushDevices({ pageToken: "junk" }),
    ]) {
      expect(await failureOf(call())).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "page_token" },
      });
    }
    expect(await reasonOf(backend().listPushDevices({ pageSize: -1 }))).toBe("INVALID_REQUEST");
  });

  test("ListPushDevices filters by provider, app and time of registration, also together", async () => {
    const began = t.app.clock();
    await push().registerPushDevice(iphone(1));
    await push().registerPushDevice(iphone(2, { appId: "com.example.pro" }));
    t.advance(1000);
    await push().registerPushDevice(android(3));
    await push().registerPushDevice(iphone(1));

    expect(await list({ provider: PushProvider.FCM })).toEqual([installation(3)]);
    expect(await list({ provider: PushProvider.APNS })).toEqual([installation(2), installation(1)]);
    expect(await list({ appId: "com.example.pro" })).toEqual([installation(2)]);
    expect(await list({ updatedAfter: timestampFromMs(began) })).toEqual([installation(3), installation(1)]);
    expect(await list({ updatedAfter: timestampFromMs(began - 1) })).toHaveLength(3);
    expect(await list({ updatedAfter: timestampFromMs(t.app.clock()) })).toEqual([]);
    const both = { provider: PushProvider.APNS, updatedAfter: timestampFromMs(began) };
    expect(await list(both)).toEqual([installation(1)]);
    expect(await list({ appId: "com.example.nothing" })).toEqual([]);
  });

  test("ListPushDevices refuses filters that mean nothing", async () => {
    const refused = async (call: Promise<unknown>, field: string) =>
      expect(await failureOf(call)).toMatchObject({ reason: "INVALID_REQUEST", metadata: { field } });
    await refused(backend().listPushDevices({ provider: 99 as PushProvider }), "provider");
    await refused(backend().listPushDevices({ appId: "a\0b" }), "app_id");
    const binary = createClient(
      PushService,
      createConnectTransport({
        baseUrl: t.url,
        httpVersion: "1.1",
        useBinaryFormat: true,
        interceptors: [
          (next) => (request) => {
            request.header.set("x-svc-key", secretKey);
            return next(request);
          },
        ],
      }),
    );
    for (const seconds of [2n ** 62n, -(2n ** 62n)]) {
      await refused(binary.listPushDevices({ updatedAfter: { seconds } }), "updated_after");
      await refused(binary.revokePushDevice({ token: "x", invalidSince: { seconds } }), "invalid_since");
    }
  });

  test("RevokePushDevice removes a device by id or by token, and the event says why", async () => {
    const { device } = await push().registerPushDevice(iphone(1));
    await push().registerPushDevice(android(2));
    const { UNREGISTERED, BAD_TOKEN } = PushRevokeReason;
    const byId = { deviceId: device?.id ?? "", reason: UNREGISTERED };
    expect(await backend().revokePushDevice(byId)).toMatchObject({ revoked: true });
    const byToken = { token: android(2).token ?? "", reason: BAD_TOKEN };
    expect(await backend().revokePushDevice(byToken)).toMatchObject({ revoked: true });
    expect((await push().listMyPushDevices({})).devices).toEqual([]);

    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", "push.device_revoked")
      .orderBy("id")
      .execute();
    expect(events.map(({ actor, userId, data }) => ({ actor, userId, ...JSON.parse(data) }))).toEqual([
      {
        actor: "backend",
        userId: userId(),
        device_id: device?.id,
        provider: "apns",
        reason: "unregistered",
      },
      expect.objectContaining({ provider: "fcm", reason: "bad_token" }),
    ]);
  });

  test("RevokePushDevice: an unknown token changes nothing, an unknown id is NOT_FOUND", async () => {
    const { device } = await push().registerPushDevice(iphone(1));
    const deviceId = device?.id ?? "";
    expect(await backend().revokePushDevice({ token: apnsToken(2) })).toMatchObject({ revoked: false });
    expect(await failureOf(backend().revokePushDevice({ deviceId: "nothing" }))).toMatchObject({
      code: "NotFound",
      reason: "NOT_FOUND",
      metadata: { resource: "push_device" },
    });
    await backend().revokePushDevice({ deviceId });
    expect(await reasonOf(backend().revokePushDevice({ deviceId }))).toBe("NOT_FOUND");
    expect(await backend().revokePushDevice({ token: apnsToken(1) })).toMatchObject({ revoked: false });
  });

  test("RevokePushDevice reaches no device of another project", async () => {
    const { device } = await push().registerPushDevice(iphone(1));
    const other = backendPush(t, otherKey);
    expect(await failureOf(other.revokePushDevice({ deviceId: device?.id ?? "" }))).toMatchObject({
      code: "PermissionDenied",
      reason: "WRONG_PROJECT",
    });
    expect(await other.revokePushDevice({ token: apnsToken(1) })).toMatchObject({ revoked: false });
    expect(await list({})).toEqual([installation(1)]);
  });

  test("RevokePushDevice wants exactly one name", async () => {
    for (const name of [{}, { deviceId: "x", token: "y" }, { deviceId: "\0" }]) {
      expect(await failureOf(backend().revokePushDevice(name))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "device_id" },
      });
    }
  });

  test("a report that is older than the last registration changes nothing, by token or by id", async () => {
    const { device } = await push().registerPushDevice(iphone(1));
    const reported = timestampFromMs(t.app.clock() + 500);
    t.advance(1000);
    await push().registerPushDevice(iphone(1));
    const [byId, byToken] = [{ deviceId: device?.id ?? "" }, { token: apnsToken(1) }];
    for (const name of [byId, byToken]) {
      expect(await backend().revokePushDevice({ ...name, invalidSince: reported })).toMatchObject({
        revoked: false,
      });
    }
    expect(await list({})).toEqual([installation(1)]);

    const now = timestampFromMs(t.app.clock());
    expect(await backend().revokePushDevice({ ...byToken, invalidSince: now })).toMatchObject({
      revoked: true,
    });
    expect(await list({})).toEqual([]);
  });
});
