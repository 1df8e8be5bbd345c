import { timestampFromMs, timestampMs } from "@bufbuild/protobuf/wkt";
import { AnalyticsService, type ListRecentEventsRequest } from "@svc/proto/svc/admin/v1/analytics_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { EventKind } from "../../domain/analytics/event-kinds.ts";
import { recordEvent, systemActor } from "../../domain/analytics/record-event.ts";
import type { Project } from "../../domain/projects/project.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";

type Filter = Partial<Omit<ListRecentEventsRequest, "$typeName" | "$unknown">>;

describe.each(engines)("ListRecentEvents on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    project = (await t.addProject("Demo", { allowAnonymousSignIn: true })).project;
    token = (await t.addAdmin()).token;
    t.advance(1000);
  });
  afterEach(() => t.close());

  const analytics = () => t.client(AnalyticsService, { authorization: `Bearer ${token}` });
  const list = (filter: Filter = {}) => analytics().listRecentEvents({ project: "demo", ...filter });
  const kinds = async (filter: Filter = {}) => (await list(filter)).events.map(({ kind }) => kind);
  const all = async (filter: Filter): Promise<string[]> => {
    const found: string[] = [];
    for (let pageToken = ""; ; ) {
      const page = await list({ ...filter, pageToken });
      found.push(...page.events.map(({ id }) => id));
      pageToken = page.nextPageToken;
      if (pageToken === "") return found;
    }
  };
  const record = (kind: string, projectId: string | null = project.id, userId?: string) =>
    recordEvent(t.app, {
      kind: kind as EventKind,
      projectId,
      by: systemActor,
      ...(userId !== undefined && { userId }),
    });

  test("tells what happened, when, who did it, to whom and from where, newest first", async () => {
    const { user } = await t.addUser(project, "ada@example.com", PASSWORD);
    t.advance(1);
    await t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD });
    const { events, nextPageToken } = await list({ kinds: ["user.*"] });

    expect(nextPageToken).toBe("");
    expect(events.map(({ kind }) => kind)).toEqual(["user.signed_in", "user.signed_up"]);
    const [signedIn] = events;
    expect(signedIn).toMatchObject({
      actor: `user:${user?.id}`,
      userId: user?.id,
      ip: "127.0.0.1",
      data: { method: "password" },
    });
    expect(signedIn?.at && timestampMs(signedIn.at)).toBe(t.app.clock());
  });

  test("refreshes are counted, not listed", async () => {
    const { refreshToken } = await t.auth(project).signInAnonymously({});
    await t.auth(project).refreshToken({ refreshToken });
    expect(await kinds({ kinds: ["user.*", "session.*"] })).toEqual(["user.guest_created"]);
    expect(await kinds({ kinds: ["session.refreshed"] })).toEqual([]);
  });

  test("what administrators do is an audit log, of the project or of the instance", async () => {
    await t.projects(token).updateProject({ project: "demo", name: "Renamed" });
    expect(await kinds({ kinds: ["admin.*"] })).toEqual([
      "admin.project_updated",
      "admin.project_updated",
      "admin.project_created",
    ]);
    const { events } = await list({ project: "" });
    expect(events.length).toBeGreaterThan(0);
    expect(events.every(({ kind }) => kind.startsWith("admin."))).toBe(true);
    expect(events.map(({ kind }) => kind)).not.toContain("admin.project_updated");
    expect(events.map(({ kind }) => kind)).toContain("admin.token_created");
    expect((await list()).events[0]?.actor).toBe("admin:root@example.com");
  });

  test("filters by kinds, by a whole family of them, by user and by time; all must match", async () => {
    const start = t.app.clock();
    for (const kind of ["user.a", "users.a", "user.b", "admin.user_a"]) {
      await record(kind, project.id, kind === "user.b" ? "bob" : "ada");
      t.advance(10);
    }
    const at = (ms: number) => timestampFromMs(start + ms);
    expect(await kinds({ kinds: ["user.a"] })).toEqual(["user.a"]);
    expect(await kinds({ kinds: ["user.b", "user.a", "user.a"] })).toEqual(["user.b", "user.a"]);
    expect(await kinds({ kinds: ["user.*"] })).toEqual(["user.b", "user.a"]);
    expect(await kinds({ kinds: ["user.*", "admin.user_a"] })).toEqual(["admin.user_a", "user.b", "user.a"]);
    expect(await kinds({ kinds: ["user.*", "user.a"] })).toEqual(["user.b", "user.a"]);
    expect(await kinds({ kinds: ["nothing.*"] })).toEqual([]);
    expect(await kinds({ userId: "ada" })).toEqual(["admin.user_a", "users.a", "user.a"]);
    expect(await kinds({ userId: "ada", kinds: ["user.*"] })).toEqual(["user.a"]);
    expect(await kinds({ fromTime: at(10), toTime: at(30) })).toEqual(["user.b", "users.a"]);
    expect(await kinds({ fromTime: at(10), toTime: at(30), kinds: ["user.*"] })).toEqual(["user.b"]);
    expect(await kinds({ fromTime: at(11), toTime: at(20) })).toEqual([]);
    expect(await kinds({ fromTime: { ...at(0), nanos: at(0).nanos + 1 }, toTime: at(11) })).toEqual([
      "users.a",
    ]);
  });

  test("pages hold every event once, in order, also many of the same millisecond", async () => {
    for (let n = 0; n < 23; n++) {
      await record(`user.kind_${"abc"[n % 3]}`, project.id, n % 2 === 0 ? "ada" : "bob");
      if (n % 5 === 0) t.advance(1);
    }
    for (const filter of [
      {},
      { kinds: ["user.*"] },
      { kinds: ["user.kind_a", "user.kind_c"] },
      { userId: "ada" },
      { userId: "ada", kinds: ["user.kind_b", "user.kind_c"] },
    ]) {
      const whole = (await list({ ...filter, pageSize: 200 })).events;
      expect(whole.map(({ at }) => at && timestampMs(at))).toEqual(
        whole.map(({ at }) => (at ? timestampMs(at) : 0)).sort((a, b) => b - a),
      );
      for (const pageSize of [1, 4, 7]) {
        expect(await all({ ...filter, pageSize })).toEqual(whole.map(({ id }) => id));
      }
    }
    expect((await list({ kinds: ["user.*"], pageSize: 200 })).events).toHaveLength(23);
  });

  test("a page has 50 events unless asked otherwise, and never more than 200", async () => {
    for (let n = 0; n < 210; n++) await record("user.a");
    expect((await list()).events).toHaveLength(50);
    expect((await list({ pageSize: 500 })).events).toHaveLength(200);
    expect(await failureOf(list({ pageSize: -1 }))).toMatchObject({ metadata: { field: "page_size" } });
  });

  test("a page token belongs to its project and filters", async () => {
    const { project: other } = await t.addProject("Other");
    for (const id of [project.id, project.id, other.id, other.id]) await record("user.a", id);
    const { nextPageToken: pageToken } = await list({ pageSize: 1 });
    await list({ pageToken });
    for (const filter of [{ project: "other" }, { project: "" }, { kinds: ["user.a"] }, { userId: "ada" }]) {
      expect(await reasonOf(list({ ...filter, pageToken }))).toBe("INVALID_REQUEST");
    }
    expect(await reasonOf(list({ pageToken: "junk" }))).toBe("INVALID_REQUEST");
  });

  test("another project's events are never among them", async () => {
    const { project: other } = await t.addProject("Other");
    await record("user.a", other.id, "ada");
    await record("user.b", project.id, "bob");
    expect(await kinds({ kinds: ["user.*"] })).toEqual(["user.b"]);
    expect(await kinds({ userId: "ada" })).toEqual([]);
    expect(await kinds({ project: other.id, kinds: ["user.*"] })).toEqual(["user.a"]);
    expect(await reasonOf(list({ project: "nope" }))).toBe("NOT_FOUND");
  });

  test.each([["*"], ["user.*.b"], ["user*"], ["USER.A"], [""], ["user..a"], ["user.a'"]])(
    "the kind %j is INVALID_REQUEST",
    async (kind) => {
      expect(await failureOf(list({ kinds: [kind] }))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "kinds" },
      });
    },
  );

  test("more kinds than anybody needs are INVALID_REQUEST", async () => {
    const many = Array.from({ length: 51 }, (_, n) => `user.${"abcdefghij"[n % 10]}${"_".repeat(n)}`);
    expect(await reasonOf(list({ kinds: many }))).toBe("INVALID_REQUEST");
  });

  test("a deleted user's events stay, without person, address and details; the last one has the id", async () => {
    const { accessToken, user } = await t.addUser(project, "ada@example.com", PASSWORD);
    await t.auth(project, accessToken).deleteAccount({ currentPassword: PASSWORD });
    const { events } = await list({ kinds: ["user.deleted", "user.signed_up"] });
    expect(events.map(({ kind, ip, userId }) => [kind, ip, userId === user?.id])).toEqual([
      ["user.deleted", "", true],
      ["user.signed_up", "", false],
    ]);
  });
});
