import { afterEach, beforeEach, expect, test } from "vitest";
import { createAdmin } from "../src/domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../src/domain/admins/personal-access-tokens.ts";
import { times } from "../src/testing/full.ts";
import { insertManyUsers } from "../src/testing/many-users.ts";
import { ServedInstance } from "./served-instance.ts";

const USERS = times(3000, 20_000);

let s: ServedInstance;
let token: string;
beforeEach(async () => {
  s = await ServedInstance.create();
  token = await s.instance.use(async (app) => {
    await insertManyUsers(
      app,
      s.project,
      Array.from({ length: USERS }, (_, n) => ({ email: `user${n}@example.com` })),
    );
    const { admin } = await createAdmin(app, {
      email: "root@example.com",
      password: "correct horse battery",
    });
    return (await createPersonalAccessToken(app, admin, { name: "test", expiresInDays: 0 })).token;
  });
});
afterEach(() => s.close());

const call = async (method: string, message: object) => {
  const headers = { authorization: `Bearer ${token}` };
  const answer = await s.call(`admin.v1.UserService/${method}`, { project: "demo", ...message }, headers);
  expect(answer.reason).toBe("");
  return answer.body;
};

test("a job goes on after kill -9, and changes everybody once", { timeout: 300_000 }, async () => {
  await s.start();
  const { job } = await call("StartUserJob", { action: "USER_JOB_ACTION_DISABLE" });
  const current = async () => (await call("GetUserJob", { jobId: job.id })).job;
  await expect
    .poll(async () => (await current()).changedUsers ?? 0, { timeout: 150_000, interval: 20 })
    .toBeGreaterThan(0);
  s.running.child.kill("SIGKILL");
  await s.running.finished;
  await s.start();
  const after = await current();
  expect(after.state).toBe("USER_JOB_STATE_RUNNING");
  expect(after.changedUsers).toBeLessThan(USERS);
  const disabled = await call("CountUsers", { filters: { disabled: true } });
  expect(disabled.users).toBeGreaterThanOrEqual(after.changedUsers);
  await expect
    .poll(async () => (await current()).state, { timeout: 200_000, interval: 500 })
    .toBe("USER_JOB_STATE_DONE");
  expect((await current()).changedUsers).toBe(USERS);
  await s.stop();
  const events = await s.instance.use((app) =>
    app.db.selectFrom("events").select("userId").where("kind", "=", "user.disabled").execute(),
  );
  expect(events).toHaveLength(USERS);
  expect(new Set(events.map(({ userId }) => userId)).size).toBe(USERS);
});
