import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { rateLimitDefaults } from "../../config/rate-limits.ts";
import type { HashCaller } from "../../crypto/hash-caller.ts";
import { createHashQueue } from "../../crypto/hash-queue.ts";
import { createPasswordHasher } from "../../crypto/passwords.ts";
import { QueueFullError } from "../../crypto/work-queue.ts";
import { createRateLimiter } from "../../domain/rate-limits/create-rate-limiter.ts";
import { previewPage } from "../../pages/preview.ts";
import { engines } from "../../testing/engines.ts";
import { ADMIN_PASSWORD, TestApp } from "../../testing/test-app.ts";
import { inProcess } from "../in-process.ts";
import { routeTable } from "../router.ts";

const PASSWORD = "correct horse battery";

/** The address that takes all places. */
const CROWD: HashCaller = { class: "other", address: "192.0.2.1", account: "ada@example.com" };

describe.each(engines)("in a storm of sign-ins on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  /** The server with a queue in which all places are taken by one address, until `release` is called. */
  function crowded(waiting: number, taken = waiting) {
    const queue = createHashQueue({ running: 1, waiting });
    const app = {
      ...t.app,
      passwords: createPasswordHasher({ queue, cost: { memoryCost: 64, timeCost: 1 } }),
      rateLimits: createRateLimiter(rateLimitDefaults, t.app, { hasReplicas: true, monotonicMs: () => 0 }),
    };
    const crowd = Promise.withResolvers<void>();
    const jobs = Promise.allSettled(
      Array.from({ length: taken }, () => queue.run(CROWD, () => crowd.promise)),
    );
    const release = async (): Promise<void> => {
      crowd.resolve();
      await jobs;
    };
    return { queue, release, call: inProcess(app, routeTable(app, () => true, previewPage).routes) };
  }

  test("another address, a known device and an administrator find room; the crowd does not", async () => {
    const { project } = await t.addProject();
    const { publishableKey } = project;
    const account = { email: "ada@example.com", password: PASSWORD };
    const { deviceToken } = await t.addUser(project, account.email, PASSWORD);
    await t.addAdmin("root@example.com");
    const { queue, release, call } = crowded(6);
    const from = (clientIp: string) => ({ publishableKey, clientIp, userAgent: "" });
    const { signIn } = AuthService.method;

    await expect(call(signIn, account, from(CROWD.address))).rejects.toThrow(QueueFullError);
    const honest = call(signIn, account, from("203.0.113.9"));
    const known = call(signIn, { ...account, deviceToken }, from("203.0.113.10"));
    const admin = call(
      SessionService.method.login,
      { email: "root@example.com", password: ADMIN_PASSWORD },
      { clientIp: "203.0.113.11", userAgent: "" },
    );
    // Who is let in takes a place of the crowd's first, and its own a moment later.
    const places = () => ({ crowd: queue.waitingFrom(CROWD.address), all: queue.load().waiting });
    await vi.waitFor(() => expect(places()).toEqual({ crowd: 3, all: 6 }), 60_000);
    await release();
    expect((await honest).user?.email).toBe(account.email);
    expect((await known).user?.email).toBe(account.email);
    expect((await admin).admin?.email).toBe("root@example.com");
  });

  test("the addresses of an IPv6 network count as one", async () => {
    const { project } = await t.addProject();
    const { publishableKey } = project;
    await t.addUser(project, "ada@example.com", PASSWORD);
    const { queue, release, call } = crowded(4, 3);
    const from = (clientIp: string) => ({ publishableKey, clientIp, userAgent: "" });
    const signIn = (email: string, ip: string) =>
      call(AuthService.method.signIn, { email, password: PASSWORD }, from(ip)).catch(() => {});
    const calls = [signIn("ada@example.com", "2001:db8::1"), signIn("bob@example.com", "2001:db8::2")];
    await Promise.race(calls); // the second one: its network has as many waiting as the crowd
    expect(queue.waitingFrom("2001:db8:0:0::/64")).toBe(1);
    await release();
    await Promise.all(calls);
  });

  test("whoever finds the queue of hashes full is refused, and no limit is written", async () => {
    const { project } = await t.addProject();
    await t.addUser(project, "ada@example.com", PASSWORD);
    const { release, call } = crowded(2);
    const signIn = () =>
      call(
        AuthService.method.signIn,
        { email: "ada@example.com", password: PASSWORD },
        { publishableKey: project.publishableKey, clientIp: "192.0.2.1", userAgent: "" },
      );

    const limits = () => t.app.db.selectFrom("rateLimits").selectAll().orderBy("key").execute();
    const before = await limits();
    const beganAt = performance.now();
    await expect(signIn()).rejects.toThrow(QueueFullError);
    expect(performance.now() - beganAt).toBeGreaterThan(200); // who asks again at once is slowed down
    expect(await limits()).toEqual(before);

    await release();
    expect((await signIn()).user?.email).toBe("ada@example.com");
  });
});
