import { execFile } from "node:child_process";
import { createPublicKey, generateKeyPairSync } from "node:crypto";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { PushEnvironment } from "@svc/proto/svc/push/v1/device_pb";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { node, root } from "../../cli/test/cli-runner.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { hasOpenssl, makeCertificate } from "../src/testing/certificates.ts";
import { engines } from "../src/testing/engines.ts";
import { android, apnsToken, backendPush, iphone, type NewDevice, pushOf } from "../src/testing/push.ts";
import { TestApp } from "../src/testing/test-app.ts";
import { ApnsStandIn, FcmStandIn, type Refusal } from "./push-stand-ins.ts";
import { sdkFolder } from "./sdk-folder.ts";

const fcmToken = (n: number) => String(android(n).token);
const sandbox = (n: number) => iphone(n, { environment: PushEnvironment.SANDBOX });
const refuse = (status: number, code: string, more: Partial<Refusal> = {}): Refusal => ({
  status,
  code,
  ...more,
});

let home = "";
beforeAll(() => {
  home = sdkFolder("push-sender");
  cpSync(join(root, "examples/push-sender"), join(home, "push-sender"), { recursive: true });
});
afterAll(() => rmSync(home, { recursive: true, force: true }));

// Without openssl there is no certificate for APNs, which is never without TLS.
describe.runIf(hasOpenssl()).each(engines)("the sender of push messages on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let fcm: FcmStandIn;
  let production: ApnsStandIn;
  let development: ApnsStandIn;
  const folder = () => join(home, "push-sender");
  beforeEach(async () => {
    t = await TestApp.open(engine, { now: Date.now() - 60_000, rateLimits: "off" });
    ({ project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    const certificate = makeCertificate(["localhost"]);
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "prime256v1" });
    const key = createPublicKey(privateKey);
    fcm = await FcmStandIn.open();
    production = await ApnsStandIn.open(certificate, key);
    development = await ApnsStandIn.open(certificate, key);
    const files = {
      "service-account.json": JSON.stringify(fcm.account),
      "AuthKey.p8": privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
      "ca.pem": certificate.chain,
    };
    for (const [name, content] of Object.entries(files)) writeFileSync(join(folder(), name), content);
  });
  afterEach(() => Promise.all([t.close(), fcm.close(), production.close(), development.close()]));

  /** A new guest with these devices; returns the guest's id. */
  async function register(...devices: NewDevice[]): Promise<string> {
    const tokens = await t.auth(project).signInAnonymously({});
    for (const device of devices) await pushOf(t, project, tokens).registerPushDevice(device);
    return tokens.user?.id ?? "";
  }

  /** The tokens that svc still has. */
  async function left(): Promise<string[]> {
    const { devices } = await backendPush(t, secretKey).listPushDevices({ pageSize: 200 });
    return devices.map(({ token }) => token).sort();
  }

  const keys = () => ({
    FCM_SERVICE_ACCOUNT: "service-account.json",
    APNS_KEY: "AuthKey.p8",
    APNS_KEY_ID: "ABC123DEFG",
    APNS_TEAM_ID: "DEF123GHIJ",
  });

  const send = (...args: string[]) => sendWith(keys(), ...args);

  async function sendWith(
    settings: Record<string, string>,
    ...args: string[]
  ): Promise<{ code: unknown; counts: unknown; log: string }> {
    const env = {
      ...process.env,
      ...settings,
      AUTH_URL: t.url,
      AUTH_SECRET_KEY: secretKey,
      FCM_URL: fcm.url,
      APNS_URL: production.url,
      APNS_SANDBOX_URL: development.url,
      NODE_EXTRA_CA_CERTS: join(folder(), "ca.pem"),
    };
    const { code, stdout, stderr } = await promisify(execFile)(node, ["send.ts", ...args], {
      cwd: folder(),
      env,
    }).then(
      (printed) => ({ code: 0, ...printed }),
      (error: { code: unknown; stdout: string; stderr: string }) => error,
    );
    expect([fcm, production, development].flatMap(({ problems }) => problems)).toEqual([]);
    for (const secret of ["APA91b", apnsToken(0).slice(0, 40), "ya29", "PRIVATE KEY", secretKey]) {
      expect(`${stdout}${stderr}`).not.toContain(secret);
    }
    return { code, counts: stdout && JSON.parse(stdout), log: stderr };
  }

  test("sends to both vendors and both environments, and not to those who turned notifications off", async () => {
    await register(android(1), iphone(2), sandbox(3), iphone(4, { notificationsEnabled: false }));
    expect(await send("Hello", "Grüße 🎉")).toEqual({
      code: 0,
      counts: { sent: 3, dead: 0, later: 0, failed: 0, muted: 1 },
      log: "",
    });
    const aps = { alert: { title: "Hello", body: "Grüße 🎉" }, sound: "default" };
    expect(fcm.accepted).toMatchObject([
      { token: fcmToken(1), message: { notification: { title: "Hello", body: "Grüße 🎉" } } },
    ]);
    expect(production.accepted).toEqual([{ token: apnsToken(2), message: { aps } }]);
    expect(development.accepted).toEqual([{ token: apnsToken(3), message: { aps } }]);
    expect(fcm.issued).toHaveLength(1);
    expect(development.providerTokens).toEqual(production.providerTokens);
  });

  test("sends to one user only", async () => {
    await register(android(1));
    const ada = await register(android(2), iphone(3));
    expect(await send("Hello", "Ada", ada)).toMatchObject({ code: 0, counts: { sent: 2 } });
    expect(fcm.accepted.map(({ token }) => token)).toEqual([fcmToken(2)]);
  });

  test("removes the devices that the vendors call dead, unless they have registered again since", async () => {
    await register(android(1), android(2), iphone(3), iphone(4), sandbox(5), sandbox(6));
    fcm.refusals.set(fcmToken(1), [refuse(404, "UNREGISTERED")]);
    fcm.refusals.set(fcmToken(2), [refuse(403, "SENDER_ID_MISMATCH")]);
    const registeredAt = t.app.clock();
    production.refusals.set(apnsToken(3), [refuse(410, "Unregistered", { timestamp: registeredAt + 1000 })]);
    production.refusals.set(apnsToken(4), [refuse(410, "Unregistered", { timestamp: registeredAt - 1000 })]);
    development.refusals.set(apnsToken(5), [refuse(400, "BadDeviceToken")]);
    development.refusals.set(apnsToken(6), [refuse(400, "DeviceTokenNotForTopic")]);
    const { code, counts, log } = await send("Hello", "again");
    expect({ code, counts }).toEqual({
      code: 1,
      counts: { sent: 0, dead: 5, later: 0, failed: 1, muted: 0 },
    });
    expect(log).toContain(": failed: 403 SENDER_ID_MISMATCH\n");
    expect(await left()).toEqual([apnsToken(4), fcmToken(2)].sort());
  });

  test("tries again after 429, 5xx, an expired access token and a lost connection", async () => {
    await register(android(1), android(2), iphone(3), iphone(4), sandbox(5));
    fcm.refusals.set(fcmToken(1), [refuse(429, "QUOTA_EXCEEDED", { retryAfter: "0" })]);
    fcm.refusals.set(fcmToken(2), [refuse(503, "UNAVAILABLE"), refuse(401, "UNAUTHENTICATED")]);
    production.refusals.set(apnsToken(3), [refuse(429, "TooManyRequests")]);
    production.refusals.set(apnsToken(4), [refuse(0, "", { hangUp: true })]);
    development.refusedConnections = 1;
    const startedAt = performance.now();
    expect(await send("Hello", "again")).toMatchObject({ code: 0, counts: { sent: 5 } });
    // Without the header `retry-after`, a 429 of FCM means a minute.
    expect(performance.now() - startedAt).toBeLessThan(50_000);
    expect(fcm.issued).toHaveLength(2);
    expect(production.connections).toBe(2);
    expect(await left()).toHaveLength(5);
  });

  test("a vendor without a key gets nothing, and its devices stay", async () => {
    await register(android(1), iphone(2));
    const { APNS_KEY: _, ...androidOnly } = keys();
    const { code, counts, log } = await sendWith(androidOnly, "Hello", "Android");
    expect({ code, counts }).toMatchObject({ code: 1, counts: { sent: 1, failed: 1 } });
    expect(log).toContain("failed: no key for this vendor");
    expect(await left()).toHaveLength(2);
  });

  test("tries to sign in at Google again, and stops when Google refuses the account", async () => {
    await register(android(1));
    fcm.signInRefusals.push(503);
    expect(await send("Hello", "again")).toMatchObject({ code: 0, counts: { sent: 1 } });
    fcm.signInRefusals.push(400);
    const { code, log } = await send("Hello", "again");
    expect(code).toBe(1);
    expect(log).toContain("Google refuses the service account: 400");
    expect(await left()).toHaveLength(1);
  });

  test("a message that is too long reaches nobody and removes nobody", async () => {
    await register(android(1), iphone(2));
    const { code, counts, log } = await send("Hello", "x".repeat(4097));
    expect({ code, counts }).toMatchObject({ code: 1, counts: { failed: 2 } });
    expect(log).toContain("400 INVALID_ARGUMENT");
    expect(log).toContain("413 PayloadTooLarge");
    expect(await left()).toHaveLength(2);
  });

  test("goes through all pages, over one connection", async () => {
    for (let user = 0; user < 11; user++) {
      await register(...Array.from({ length: 20 }, (_, n) => iphone(4096 + user * 20 + n)));
    }
    expect(await send("Hello", "everybody")).toMatchObject({ code: 0, counts: { sent: 220 } });
    expect(new Set(production.accepted.map(({ token }) => token)).size).toBe(220);
    expect(production.connections).toBe(1);
  });
});

test("the sender has the types of the library", async () => {
  const flags = ["--strict", "--noEmit", "--module", "nodenext", "--target", "es2022", "--types", "node"];
  const where = ["--typeRoots", join(root, "node_modules/@types")];
  const tsc = join(root, "node_modules/.bin/tsc");
  await promisify(execFile)(tsc, [...flags, "--allowImportingTsExtensions", ...where, "send.ts"], {
    cwd: join(home, "push-sender"),
  });
});
