import { timestampMs } from "@bufbuild/protobuf/wkt";
import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const HOUR_MS = 3_600_000;
const DAY = 86_400;

describe.each(engines)("an old secret key on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  let project: Project;
  let first: string;
  let accessToken: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
    ({ project, secretKey: first } = await t.addProject("Demo"));
    ({ accessToken } = await t.addUser(project, "ada@example.com", "correct horse battery"));
  });
  afterEach(() => t.close());

  /** A method that reads the project each time, and one that may remember it. */
  const accepted = async (key: string, on: TestApp = t): Promise<string[]> => {
    const users = on.client(UserService, { "x-svc-key": key });
    const tokens = on.client(TokenService, { "x-svc-key": key });
    const outcome = (call: Promise<unknown>): Promise<string> =>
      call.then(
        () => "works",
        (error: unknown) => reasonOf(Promise.reject(error)),
      );
    return [
      await outcome(users.listUsers({})),
      await outcome(tokens.introspectToken({ token: accessToken })),
    ];
  };
  const WORKS = ["works", "works"];
  const REFUSED = ["API_KEY_INVALID", "API_KEY_INVALID"];
  const regenerate = async (keepOldForSeconds: number) =>
    (await t.projects(token).regenerateSecretKey({ project: "demo", keepOldForSeconds })).secretKey;
  const shown = async () => (await t.projects(token).getProject({ project: "demo" })).project?.oldSecretKey;

  test("works beside the new one until its time is over, also on a replica that remembers it", async () => {
    const replica = await TestApp.open(engine, { database: t.database, now: t.app.clock() });
    for (const on of [t, replica]) expect(await accepted(first, on)).toEqual(WORKS);
    const second = await regenerate(DAY);
    for (const key of [first, second]) {
      for (const on of [t, replica]) expect(await accepted(key, on)).toEqual(WORKS);
    }
    const old = await shown();
    expect(old?.last4).toBe(first.slice(-4));
    expect(old?.expiresAt && timestampMs(old.expiresAt)).toBe(t.app.clock() + DAY * 1000);

    for (const on of [t, replica]) on.advance(DAY * 1000 - 1);
    for (const on of [t, replica]) expect(await accepted(first, on)).toEqual(WORKS);
    for (const on of [t, replica]) on.advance(1);
    for (const on of [t, replica]) expect(await accepted(first, on)).toEqual(REFUSED);
    for (const on of [t, replica]) expect(await accepted(second, on)).toEqual(WORKS);
    expect(await shown()).toBeUndefined();
    await replica.close();
  });

  test("ends at once when that is asked for, and there is an event", async () => {
    const second = await regenerate(DAY);
    expect(await accepted(first)).toEqual(WORKS);
    await t.projects(token).endOldSecretKey({ project: "demo" });
    expect(await accepted(first)).toEqual(REFUSED);
    expect(await accepted(second)).toEqual(WORKS);
    expect(await shown()).toBeUndefined();
    await t.projects(token).endOldSecretKey({ project: "demo" });
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "admin.project_%secret_key%")
      .orderBy("id")
      .execute();
    expect(events.map(({ kind, data }) => [kind, JSON.parse(data)])).toEqual([
      ["admin.project_secret_key_regenerated", { keep_old_for_seconds: DAY }],
      ["admin.project_old_secret_key_ended", {}],
    ]);
  });

  test("no more than two work: another regeneration ends the oldest at once", async () => {
    const second = await regenerate(DAY);
    t.advance(HOUR_MS);
    const third = await regenerate(60);
    expect(await accepted(first)).toEqual(REFUSED);
    expect(await accepted(second)).toEqual(WORKS);
    expect(await accepted(third)).toEqual(WORKS);
    const fourth = await regenerate(0);
    for (const key of [first, second, third]) expect(await accepted(key)).toEqual(REFUSED);
    expect(await accepted(fourth)).toEqual(WORKS);
    expect(await shown()).toBeUndefined();
  });

  test("ends with its project", async () => {
    const second = await regenerate(DAY);
    expect(await accepted(first)).toEqual(WORKS);
    await t.projects(token).deleteProject({ project: "demo" });
    for (const key of [first, second]) expect(await accepted(key)).toEqual(REFUSED);
  });

  test.each([-1, 7 * DAY + 1])("cannot be kept for %d seconds", async (keepOldForSeconds) => {
    const { reason, metadata } = await failureOf(
      t.projects(token).regenerateSecretKey({ project: "demo", keepOldForSeconds }),
    );
    expect([reason, metadata.field]).toEqual(["INVALID_REQUEST", "keep_old_for_seconds"]);
    expect(await accepted(first)).toEqual(WORKS);
  });
});
