import { expect, test } from "vitest";
import { rateLimitDefaults } from "../../config/rate-limits.ts";
import { engines } from "../../testing/engines.ts";
import { createRateLimiter } from "./create-rate-limiter.ts";
import { limitOf } from "./limit-of.ts";

const HOUR = 3_600_000;

test("without replicas an address is counted by a clock that nobody can set", async () => {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  const db = await sqlite.open();
  let wall = 0;
  let monotonic = 0;
  const limiter = createRateLimiter(
    { ...rateLimitDefaults, sign_up_address: { limit: 1, windowMs: HOUR } },
    { clock: () => wall, db, log: () => {} },
    { hasReplicas: false, monotonicMs: () => monotonic },
  );
  const take = async () => (await limiter.take("sign_up_address", "192.0.2.1")).isAllowed;

  expect(await take()).toBe(true);
  wall += 48 * HOUR;
  expect(await take()).toBe(false);
  wall -= 96 * HOUR;
  expect(await take()).toBe(false);
  monotonic += HOUR;
  expect(await take()).toBe(true);
  expect(await db.selectFrom("rateLimits").selectAll().execute()).toEqual([]);
  await db.destroy();
});

test("a first pause above 15 minutes is kept as it is configured", () => {
  expect(limitOf("sign_in_account", { limit: 10, windowMs: HOUR })).toMatchObject({ pausesMs: [HOUR] });
});

test.each(engines)("what cannot be given back on $kind is logged and fails nobody's call", async (engine) => {
  const db = await engine.open();
  const logged: unknown[][] = [];
  const limiter = createRateLimiter(
    rateLimitDefaults,
    { clock: () => 0, db, log: (...line) => logged.push(line) },
    { hasReplicas: engine.kind === "postgres", monotonicMs: () => 0 },
  );
  const settle = await limiter.attempt([{ name: "sign_in_account", subject: "p\nada@example.com" }]);
  await db.destroy();
  await settle(["proven"]);
  expect(logged).toEqual([
    ["warn", "rate limit not given back", { rule: "sign_in_account", detail: expect.any(String) }],
  ]);
});
