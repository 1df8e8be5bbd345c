import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rateLimitDefaults } from "../../config/rate-limits.ts";
import { createHashQueue } from "../../crypto/hash-queue.ts";
import type { HashTurn } from "../../crypto/hash-turn.ts";
import { createPasswordHasher } from "../../crypto/passwords.ts";
import { QueueFullError } from "../../crypto/work-queue.ts";
import { createRateLimiter } from "../../domain/rate-limits/rate-limiter.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import { inProcess } from "../in-process.ts";
import { routeTable } from "../router.ts";

/** From the address that signs in below. */
const CROWD: HashTurn = { class: "other", address: "192.0.2.1", account: "" };

describe.each(engines)("in a storm of sign-ins on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  test("whoever finds the queue of hashes full is refused, and no limit is written", async () => {
    const { project } = await t.addProject();
    await t.addUser(project, "ada@example.com", "correct horse battery");
    const queue = createHashQueue({ running: 1, waiting: 2 });
    const app = {
      ...t.app,
      passwords: createPasswordHasher({ queue }),
      rateLimits: createRateLimiter(rateLimitDefaults, t.app, { hasReplicas: true, monotonicMs: () => 0 }),
    };
    const call = inProcess(app, routeTable(app, () => true).routes);
    const signIn = () =>
      call(
        AuthService.method.signIn,
        { email: "ada@example.com", password: "correct horse battery" },
        { publishableKey: project.publishableKey, clientIp: "192.0.2.1", userAgent: "" },
      );

    const limits = () => t.app.db.selectFrom("rateLimits").selectAll().orderBy("key").execute();
    const before = await limits();
    const others = Promise.withResolvers<void>();
    const full = [1, 2].map(() => queue.run(CROWD, () => others.promise));
    await expect(signIn()).rejects.toThrow(QueueFullError);
    expect(await limits()).toEqual(before);

    others.resolve();
    await Promise.all(full);
    expect((await signIn()).user?.email).toBe("ada@example.com");
  });
});
