import { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { TakeoverBench } from "./takeover-bench.ts";

/** Finding 13 of the security review. */
describe.each(engines)("ExportUsers on $kind", (engine) => {
  let b: TakeoverBench;
  let token: string;
  beforeEach(async () => {
    b = await TakeoverBench.open(engine);
    token = (await b.t.addAdmin()).token;
    for (const name of ["ada", "bob", "carol"]) await b.signUp(`${name}@example.com`);
  });
  afterEach(() => b.close());

  const exported = async (project = b.project.slug) =>
    (
      await b.t
        .client(AnalyticsService, { authorization: `Bearer ${token}` })
        .listRecentEvents({ project, kinds: ["admin.users_exported"] })
    ).events;

  test("leaves an audit event that names the administrator and where they were", async () => {
    await b.t.projects(token).exportUsers({ project: b.project.slug });
    expect(await exported()).toMatchObject([{ actor: "admin:root@example.com", ip: "127.0.0.1" }]);
  });

  test("leaves one also when only a page of it was read", async () => {
    const { nextPageToken } = await b.t.projects(token).exportUsers({ project: b.project.slug, pageSize: 1 });
    expect(nextPageToken).not.toBe("");
    expect(await exported()).not.toEqual([]);
  });

  test("leaves none when it is refused", async () => {
    expect(await reasonOf(b.t.projects("svc_pat_wrong").exportUsers({ project: b.project.slug }))).toBe(
      "ADMIN_UNAUTHENTICATED",
    );
    expect(await exported()).toEqual([]);
  });
});
