import { type Timestamp, timestampMs } from "@bufbuild/protobuf/wkt";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { type PushDevice, PushEnvironment, PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import {
  android,
  apnsToken,
  backendPush,
  installation,
  iphone,
  type NewDevice,
  pushOf,
} from "../../testing/push.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";
const DAY_MS = 86_400_000;

describe.each(engines)("PushService on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let ada: TokenResponse;
  let eve: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    ada = await t.addUser(project, "ada@example.com", PASSWORD);
    eve = await t.addUser(project, "eve@example.com", PASSWORD);
  });
  afterEach(() => t.close());

  const push = (tokens: TokenResponse) => pushOf(t, project, tokens);
  const devicesOf = async (tokens: TokenResponse) => (await push(tokens).listMyPushDevices({})).devices;
  const ownersOf = async (token: string) => {
    const { devices } = await backendPush(t, secretKey).listPushDevices({});
    return devices.filter((device) => device.token === token).map(({ userId }) => userId);
  };
  const register = async (tokens: TokenResponse, device: NewDevice): Promise<PushDevice> => {
    const { device: registered } = await push(tokens).registerPushDevice(device);
    if (!registered) throw new Error("no device");
    return registered;
  };
  const events = async (kind: string) => {
    const rows = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "=", kind)
      .orderBy("id")
      .execute();
    return rows.map(({ userId, actor, data }) => ({ userId, actor, ...JSON.parse(data) }));
  };

  test("RegisterPushDevice answers with the device, and without its token", async () => {
    const device = await register(ada, iphone(1));
    const { token: _, ...told } = iphone(1);
    expect(device).toMatchObject({ ...told, current: true });
    expect(timestampMs(device.createdAt as Timestamp)).toBe(t.app.clock());
    expect(await devicesOf(ada)).toEqual([device]);
    expect(await devicesOf(eve)).toEqual([]);
  });

  test("registering again brings the device up to date, and it stays the same one", async () => {
    const first = await register(ada, iphone(1));
    t.advance(1000);
    const second = await register(ada, iphone(1, { appVersion: "2.0", notificationsEnabled: false }));
    expect(second).toEqual({
      ...first,
      appVersion: "2.0",
      notificationsEnabled: false,
      lastRegisteredAt: second.lastRegisteredAt,
    });
    expect(timestampMs(second.lastRegisteredAt as Timestamp)).toBe(t.app.clock());
    expect(await devicesOf(ada)).toEqual([second]);
    expect(await events("push.device_registered")).toEqual([
      {
        userId: ada.user?.id,
        actor: `user:${ada.user?.id}`,
        device_id: first.id,
        provider: "apns",
      },
    ]);
  });

  test("an installation that gets a new token keeps its device, and the old token is gone", async () => {
    const first = await register(ada, iphone(1));
    const second = await register(ada, iphone(1, { token: apnsToken(2) }));
    expect(second.id).toBe(first.id);
    expect(await ownersOf(apnsToken(1))).toEqual([]);
    expect(await ownersOf(apnsToken(2))).toEqual([ada.user?.id]);
  });

  test("the token of another installation moves to the one that registers it", async () => {
    await register(ada, iphone(1));
    const second = await register(ada, iphone(2, { token: apnsToken(1) }));
    expect(await devicesOf(ada)).toEqual([second]);
    expect(await events("push.device_registered")).toHaveLength(2);
  });

  test("the token of another user moves to the one who registers it, with or without the installation", async () => {
    const before = await register(ada, iphone(1));
    const after = await register(eve, iphone(1));
    expect(after.id).not.toBe(before.id);
    expect(await devicesOf(ada)).toEqual([]);
    expect(await ownersOf(apnsToken(1))).toEqual([eve.user?.id]);

    await register(ada, iphone(2, { token: apnsToken(1) }));
    expect(await devicesOf(eve)).toEqual([]);
    expect(await ownersOf(apnsToken(1))).toEqual([ada.user?.id]);
    expect((await events("push.device_registered")).map(({ userId }) => userId)).toEqual(
      [ada, eve, ada].map(({ user }) => user?.id),
    );
  });

  test("an installation and a token of two other devices become one device of the caller", async () => {
    await register(ada, iphone(1));
    await register(eve, iphone(2));
    const device = await register(eve, iphone(1, { token: apnsToken(2) }));
    expect(await devicesOf(ada)).toEqual([]);
    expect(await devicesOf(eve)).toEqual([device]);
  });

  test("a known installation that takes over another's token stays the same device, and the move is told", async () => {
    const device = await register(ada, iphone(1));
    await register(eve, iphone(2));
    expect((await register(ada, iphone(1, { token: apnsToken(2) }))).id).toBe(device.id);
    expect(await devicesOf(eve)).toEqual([]);
    expect((await events("push.device_registered")).map(({ device_id }) => device_id)).toEqual([
      device.id,
      expect.any(String),
      device.id,
    ]);
  });

  test("an installation has one device for each provider", async () => {
    await register(ada, iphone(1));
    await register(ada, android(1));
    expect((await devicesOf(ada)).map(({ provider }) => provider).sort()).toEqual([
      PushProvider.APNS,
      PushProvider.FCM,
    ]);
  });

  test("the same token in another environment or another project is another device", async () => {
    await register(ada, iphone(1));
    await register(eve, iphone(2, { token: apnsToken(1), environment: PushEnvironment.SANDBOX }));
    const { project: other } = await t.addProject("Other");
    const stranger = await t.addUser(other, "ada@example.com", PASSWORD);
    await pushOf(t, other, stranger).registerPushDevice(iphone(1));
    expect(await devicesOf(ada)).toHaveLength(1);
    expect(await devicesOf(eve)).toHaveLength(1);
  });

  test("FCM has no environments: what is given is dropped", async () => {
    const device = await register(ada, android(1, { environment: PushEnvironment.SANDBOX }));
    expect(device.environment).toBe(PushEnvironment.UNSPECIFIED);
    await register(eve, android(2, { token: android(1).token ?? "" }));
    expect(await devicesOf(ada)).toEqual([]);
  });

  test("guests may register, and a refreshed session keeps its device", async () => {
    const guest = await t.auth(project).signInAnonymously({});
    const device = await register(guest, iphone(1));
    const refreshed = await t.auth(project).refreshToken({ refreshToken: guest.refreshToken });
    expect(await devicesOf(refreshed)).toEqual([device]);
  });

  test("the list tells the device of the own session, the most recently registered first", async () => {
    const tablet = await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    await register(ada, iphone(1));
    t.advance(1000);
    await register(tablet, iphone(2));
    t.advance(1000);
    await register(ada, android(3));
    const seen = (await devicesOf(tablet)).map(({ installationId, current }) => [installationId, current]);
    expect(seen).toEqual([
      [installation(3), false],
      [installation(2), true],
      [installation(1), false],
    ]);
  });

  test("a device that another session of the user registers is bound to that one from then on", async () => {
    const device = await register(ada, iphone(1));
    const again = await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    expect((await register(again, iphone(1))).id).toBe(device.id);
    await t.auth(project).signOut({ refreshToken: ada.refreshToken });
    expect((await devicesOf(again)).map(({ id }) => id)).toEqual([device.id]);
  });

  test("a user has 20 devices: the one registered longest ago gives way", async () => {
    for (let n = 1; n <= 20; n++) {
      await register(ada, iphone(n));
      t.advance(1000);
    }
    await register(ada, iphone(1));
    await register(eve, android(99));
    t.advance(1000);
    await register(ada, iphone(21));
    const left = (await devicesOf(ada)).map(({ installationId }) => installationId);
    expect(left).toHaveLength(20);
    expect(left).toContain(installation(1));
    expect(left).not.toContain(installation(2));
    expect(await devicesOf(eve)).toHaveLength(1);
    expect(await events("push.device_revoked")).toMatchObject([{ userId: ada.user?.id, reason: "limit" }]);
  });

  test("the device just registered never gives way, not even when the clock was set back", async () => {
    for (let n = 1; n <= 20; n++) await register(ada, iphone(n));
    t.advance(-1000);
    const newest = await register(ada, iphone(21));
    expect((await devicesOf(ada)).map(({ id }) => id)).toContain(newest.id);
    expect(await devicesOf(ada)).toHaveLength(20);
  });

  test("UnregisterPushDevice removes one device, or all of an installation; again is OK", async () => {
    const { id } = await register(ada, iphone(1));
    await register(ada, iphone(2));
    await register(ada, android(2));
    await push(ada).unregisterPushDevice({ deviceId: id });
    await push(ada).unregisterPushDevice({ deviceId: id });
    expect(await devicesOf(ada)).toHaveLength(2);
    await push(ada).unregisterPushDevice({ installationId: installation(2) });
    await push(ada).unregisterPushDevice({ installationId: installation(2) });
    await push(ada).unregisterPushDevice({ installationId: "never-seen" });
    expect(await devicesOf(ada)).toEqual([]);
    expect((await events("push.device_revoked")).map(({ reason }) => reason)).toEqual(
      Array(3).fill("asked_by_user"),
    );
  });

  test("UnregisterPushDevice reaches nobody else's devices", async () => {
    const { id } = await register(ada, iphone(1));
    await push(eve).unregisterPushDevice({ deviceId: id });
    await push(eve).unregisterPushDevice({ installationId: installation(1) });
    expect(await devicesOf(ada)).toHaveLength(1);
  });

  test("UnregisterPushDevice wants exactly one name", async () => {
    expect(await reasonOf(push(ada).unregisterPushDevice({}))).toBe("INVALID_REQUEST");
    const both = { deviceId: "x", installationId: installation(1) };
    expect(await failureOf(push(ada).unregisterPushDevice(both))).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "device_id" },
    });
    expect(await reasonOf(push(ada).unregisterPushDevice({ deviceId: "\0" }))).toBe("INVALID_REQUEST");
  });

  test("RegisterPushDevice refuses what cannot be stored, names the field and changes nothing", async () => {
    const refused = async (field: string, change: NewDevice) =>
      expect(await failureOf(push(ada).registerPushDevice(iphone(1, change)))).toMatchObject({
        code: "InvalidArgument",
        reason: "INVALID_REQUEST",
        metadata: { field },
      });
    await register(ada, iphone(2));
    await refused("provider", { provider: PushProvider.UNSPECIFIED });
    await refused("provider", { provider: 99 as PushProvider });
    await refused("environment", { environment: PushEnvironment.UNSPECIFIED });
    await refused("environment", { environment: 99 as PushEnvironment });
    await refused("token", { token: "", installationId: installation(2) });
    expect((await devicesOf(ada)).map(({ installationId }) => installationId)).toEqual([installation(2)]);
  });

  test("RegisterPushDevice takes what is as long as allowed, and what is left out", async () => {
    const device = iphone(1, {
      installationId: "x".repeat(100),
      token: "y".repeat(4096),
      appId: "z".repeat(255),
      deviceModel: "Téléphone 📱",
      locale: "",
      timezone: "",
      os: "",
    });
    expect(await register(ada, device)).toMatchObject({ deviceModel: "Téléphone 📱", locale: "" });
    expect(await ownersOf("y".repeat(4096))).toEqual([ada.user?.id]);
  });

  test("a device that did not register for 270 days is dropped", async () => {
    await register(ada, iphone(1));
    t.advance(60_000);
    await register(eve, iphone(2));
    t.advance(270 * DAY_MS - 60_000);
    // The sessions themselves are kept alive, so that only the devices' own age counts.
    await t.app.db.updateTable("sessions").set({ tokenExpiresAt: t.app.clock() }).execute();
    expect(await cleanUp(t.app)).toMatchObject({ pushDevices: 1 });
    expect(await ownersOf(apnsToken(1))).toEqual([]);
    expect(await ownersOf(apnsToken(2))).toEqual([eve.user?.id]);
  });
});
