import { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import { AdminRole } from "@svc/proto/svc/admin/v1/admin_pb";
import { UserJobAction, UserJobState } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import type { Project } from "../../domain/projects/project.ts";
import { runUserJobs } from "../../domain/user-jobs/run-user-jobs.ts";
import { leaseUserJob } from "../../storage/user-jobs.ts";
import { engines } from "../../testing/engines.ts";
import { insertManyUsers } from "../../testing/many-users.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const DAY_MS = 86_400_000;

describe.each(engines)("Jobs that change many users on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    ({ project } = await t.addProject("Demo"));
    ({ token } = await t.addAdmin());
  });
  afterEach(() => t.close());

  const users = (as = token) => t.client(UserService, { authorization: `Bearer ${as}` });
  const accounts = () => t.client(AdminAccountService, { authorization: `Bearer ${token}` });
  const add = (count: number, domain = "example.com") =>
    insertManyUsers(
      t.app,
      project,
      Array.from({ length: count }, (_, n) => ({ email: `u${n}@${domain}` })),
    );
  const start = async (action: UserJobAction, query = "", as = token) => {
    const { job } = await users(as).startUserJob({ project: "demo", action, query });
    return job?.id ?? "";
  };
  const jobOf = async (jobId: string) => (await users().getUserJob({ project: "demo", jobId })).job;
  const count = async (filters = {}, query = "") =>
    (await users().countUsers({ project: "demo", filters, query })).users;
  const eventsOf = async (kind: string) =>
    (await t.app.db.selectFrom("events").selectAll().where("kind", "=", kind).execute()).map((event) => ({
      actor: event.actor,
      data: JSON.parse(event.data),
    }));

  test("everybody who matches is changed, with an event for each, and nobody else", async () => {
    await add(45);
    await add(3, "other.org");
    const id = await start(UserJobAction.DISABLE, "EXAMPLE.com");
    expect(await jobOf(id)).toMatchObject({ state: UserJobState.RUNNING, query: "EXAMPLE.com" });
    await runUserJobs(t.app);
    expect(await jobOf(id)).toMatchObject({
      state: UserJobState.DONE,
      matchingUsers: 45,
      more: false,
      changedUsers: 45,
      failedUsers: 0,
    });
    expect(await count({ disabled: true })).toBe(45);
    expect(await eventsOf("user.disabled")).toHaveLength(45);
    expect(await eventsOf("admin.user_disabled")).toHaveLength(45);
    const [started] = await eventsOf("admin.users_job_started");
    expect(started).toMatchObject({ data: { job_id: id, action: "disable", filters: "query" } });
    const [ended] = await eventsOf("admin.users_job_ended");
    expect(ended).toEqual({
      actor: started?.actor,
      data: { job_id: id, action: "disable", filters: "query", state: "done", changed: 45, failed: 0 },
    });
  });

  test("each action does what the call for one user does", async () => {
    const [first] = await add(3);
    await t.auth(project).signUp({ email: "ada@example.com", password: "correct horse battery" });
    await start(UserJobAction.REVOKE_SESSIONS, "ada@");
    await runUserJobs(t.app);
    expect(await eventsOf("user.sessions_revoked")).toMatchObject([{ data: { sessions: 1 } }]);
    await users().disableUser({ project: "demo", userId: first?.id ?? "" });
    await start(UserJobAction.ENABLE);
    await runUserJobs(t.app);
    expect(await count({ disabled: true })).toBe(0);
    await start(UserJobAction.DELETE, first?.id);
    await runUserJobs(t.app);
    expect(await count()).toBe(3);
    await start(UserJobAction.DELETE);
    await runUserJobs(t.app);
    expect(await count()).toBe(0);
  });

  test("users who come after its start are left alone, also those who were created long ago elsewhere", async () => {
    await add(5);
    const id = await start(UserJobAction.DELETE);
    t.advance(1000);
    await add(2, "late.org");
    await insertManyUsers(t.app, project, [{ email: "imported@late.org", createdAt: 1000 }]);
    await runUserJobs(t.app);
    expect(await jobOf(id)).toMatchObject({ state: UserJobState.DONE, changedUsers: 5 });
    expect(await count()).toBe(3);
    expect(await count({}, "late.org")).toBe(3);
  });

  test("another worker goes on where one was killed, once its lease has ended, and changes nobody twice", async () => {
    await add(60);
    const id = await start(UserJobAction.DISABLE);
    const stop = new AbortController();
    let ids = 0;
    const newId = (): string => {
      ids += 1;
      if (ids === 50) stop.abort(); // in the second batch: a user has two events
      return t.app.newId();
    };
    await runUserJobs({ ...t.app, newId }, stop.signal);
    const half = await jobOf(id);
    expect(half?.state).toBe(UserJobState.RUNNING);
    expect(half?.changedUsers).toBeGreaterThan(0);
    expect(half?.changedUsers).toBeLessThan(60);
    expect(await count({ disabled: true })).toBe(half?.changedUsers);
    const now = t.app.clock();
    const other = { projectId: project.id, id, worker: "another", now, until: now + 30_000 };
    expect(await leaseUserJob(t.app.db, other)).toBeDefined();
    await runUserJobs(t.app);
    expect((await jobOf(id))?.changedUsers).toBe(half?.changedUsers);
    t.advance(30_000);
    await runUserJobs(t.app);
    expect(await jobOf(id)).toMatchObject({ state: UserJobState.DONE, changedUsers: 60 });
    expect(await eventsOf("user.disabled")).toHaveLength(60);
  });

  test("a canceled job changes nobody any more", async () => {
    await add(5);
    const id = await start(UserJobAction.DELETE);
    const { job } = await users().cancelUserJob({ project: "demo", jobId: id });
    expect(job).toMatchObject({ state: UserJobState.CANCELED, changedUsers: 0 });
    await runUserJobs(t.app);
    expect(await count()).toBe(5);
    expect((await users().cancelUserJob({ project: "demo", jobId: id })).job?.state).toBe(
      UserJobState.CANCELED,
    );
    expect(await eventsOf("admin.users_job_ended")).toMatchObject([{ data: { state: "canceled" } }]);
    expect((await users().listUserJobs({ project: "demo" })).jobs.map((job) => job.id)).toEqual([id]);
  });

  test("a project has one job at a time", async () => {
    await add(1);
    const id = await start(UserJobAction.DISABLE);
    expect(await reasonOf(start(UserJobAction.ENABLE))).toBe("USER_JOB_RUNNING");
    await users().cancelUserJob({ project: "demo", jobId: id });
    await start(UserJobAction.ENABLE);
  });

  test("it stops when the administrator's token is revoked, or their role is not enough any more", async () => {
    await add(5);
    const sam = await t.addAdmin("sam@example.com");
    const give = (project: string, role: AdminRole) =>
      accounts().setAdminRole({ adminId: sam.adminId, project, role });
    await give("", AdminRole.NONE);
    await give("demo", AdminRole.SUPPORT);
    expect(await reasonOf(start(UserJobAction.DELETE, "", sam.token))).toBe("ADMIN_FORBIDDEN");
    const first = await start(UserJobAction.DISABLE, "", sam.token);
    await give("demo", AdminRole.VIEWER);
    await runUserJobs(t.app);
    expect(await jobOf(first)).toMatchObject({ state: UserJobState.STOPPED, changedUsers: 0 });
    await give("demo", AdminRole.ADMINISTRATOR);
    const second = await start(UserJobAction.DELETE, "", sam.token);
    await t.app.db
      .updateTable("personalAccessTokens")
      .set({ revokedAt: t.app.clock() })
      .where("adminId", "=", sam.adminId)
      .execute();
    await runUserJobs(t.app);
    expect(await jobOf(second)).toMatchObject({ state: UserJobState.STOPPED, changedUsers: 0 });
    expect(await count()).toBe(5);
  });

  test("an action is needed, a job of another project is not found, and ended ones go after 30 days", async () => {
    expect(await reasonOf(start(UserJobAction.UNSPECIFIED))).toBe("INVALID_REQUEST");
    await t.addProject("Other");
    const id = await start(UserJobAction.DISABLE);
    expect(await reasonOf(users().getUserJob({ project: "other", jobId: id }))).toBe("NOT_FOUND");
    expect(await reasonOf(users().cancelUserJob({ project: "other", jobId: id }))).toBe("NOT_FOUND");
    await runUserJobs(t.app);
    t.advance(29 * DAY_MS);
    await cleanUp(t.app);
    expect(await jobOf(id)).toBeDefined();
    t.advance(DAY_MS);
    await cleanUp(t.app);
    expect(await reasonOf(jobOf(id))).toBe("NOT_FOUND");
  });
});
