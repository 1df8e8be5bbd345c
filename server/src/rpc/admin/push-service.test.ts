import { PushService } from "@svc/proto/svc/admin/v1/push_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { PushProvider } from "@svc/proto/svc/push/v1/device_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { android, apnsToken, installation, iphone, pushOf } from "../../testing/push.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("PushService of the admin surface on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  let ada: TokenResponse;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    ({ token } = await t.addAdmin());
    ada = await t.auth(project).signInAnonymously({});
    const push = pushOf(t, project, ada);
    await push.registerPushDevice(iphone(1));
    t.advance(1000);
    await push.registerPushDevice(android(2));
    t.advance(1000);
    await pushOf(t, project, await t.auth(project).signInAnonymously({})).registerPushDevice(
      iphone(3, { appId: "com.example.other" }),
    );
  });
  afterEach(() => t.close());

  const admin = () => t.client(PushService, { authorization: `Bearer ${token}` });
  const list = async (filter: object) =>
    (await admin().listPushDevices({ project: "demo", ...filter })).devices.map((device) =>
      [1, 2, 3].find((n) => installation(n) === device.installationId),
    );

  test("ListPushDevices shows whose device it is and never its token, newest first, by page and filter", async () => {
    const { devices } = await admin().listPushDevices({ project: "demo" });
    expect(devices[1]).toMatchObject({ userId: ada.user?.id, provider: PushProvider.FCM, os: "android" });
    expect(devices[1]).toMatchObject({ userEmail: "", userDisplayName: "" });
    const eve = await t.addUser(project, "eve@example.com", "correct horse battery");
    await pushOf(t, project, eve).registerPushDevice(iphone(4));
    const ofEve = await admin().listPushDevices({ project: "demo", userId: eve.user?.id ?? "" });
    expect(ofEve.devices).toMatchObject([{ userEmail: "eve@example.com" }]);
    await admin().revokePushDevice({ project: "demo", deviceId: ofEve.devices[0]?.id ?? "" });
    const answer = await fetch(`${t.url}/svc.admin.v1.PushService/ListPushDevices`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ project: "demo" }),
    });
    const text = await answer.text();
    expect(text).toContain(installation(1));
    expect(text).not.toContain(apnsToken(1));

    expect(await list({})).toEqual([3, 2, 1]);
    expect(await list({ provider: PushProvider.APNS })).toEqual([3, 1]);
    expect(await list({ appId: "com.example.other" })).toEqual([3]);
    expect(await list({ userId: ada.user?.id })).toEqual([2, 1]);
    const { nextPageToken } = await admin().listPushDevices({ project: "demo", pageSize: 2 });
    expect(await list({ pageToken: nextPageToken })).toEqual([1]);
    expect(await reasonOf(list({ pageToken: nextPageToken, userId: ada.user?.id }))).toBe("INVALID_REQUEST");
  });

  test("RevokePushDevice removes one device and stands in the audit log", async () => {
    const { devices } = await admin().listPushDevices({ project: "demo" });
    const deviceId = devices[1]?.id ?? "";
    await t.addProject("Other");
    expect(await reasonOf(admin().revokePushDevice({ project: "other", deviceId }))).toBe("NOT_FOUND");
    await admin().revokePushDevice({ project: "demo", deviceId });
    expect(await list({})).toEqual([3, 1]);
    expect(await reasonOf(admin().revokePushDevice({ project: "demo", deviceId }))).toBe("NOT_FOUND");
    const events = await t.app.db
      .selectFrom("events")
      .select(["kind", "actor", "userId"])
      .where("kind", "like", "%device_revoked")
      .orderBy("kind")
      .execute();
    const about = { actor: "admin:root@example.com", userId: ada.user?.id };
    expect(events).toEqual([
      { kind: "admin.push_device_revoked", ...about },
      { kind: "push.device_revoked", ...about },
    ]);
  });
});
