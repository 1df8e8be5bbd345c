import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { sql } from "kysely";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { applyPurchase } from "../../domain/billing/apply-purchase.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { deleteLeftovers } from "../../domain/projects/delete-project.ts";
import type { Project } from "../../domain/projects/project.ts";
import { hideProject } from "../../storage/projects.ts";
import { engines } from "../../testing/engines.ts";
import { paidOnce } from "../../testing/one-time.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

const PASSWORD = "correct horse battery";

describe.each(engines)("DeleteProject on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  let project: Project;
  let secretKey: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
    ({ project, secretKey } = await t.addProject("Demo"));
  });
  afterEach(() => t.close());

  /** How many rows of the project each table that has a `project_id` holds. */
  /** Without the ledger, which says that the project was erased. */
  async function rowsOf(projectId: string): Promise<Record<string, number>> {
    const counts: Record<string, number> = {};
    for (const { name, columns } of await t.app.db.introspection.getTables()) {
      const column = columns.find((column) => column.name === "projectId" || column.name === "project_id");
      if (!column || name === "erasures") continue;
      const { rows } = await sql<{ n: number }>`
        select count(*) as n from ${sql.table(name)} where project_id = ${projectId}
      `.execute(t.app.db);
      if (rows[0]?.n) counts[name] = Number(rows[0].n);
    }
    return counts;
  }

  test("everything of the project fails at the next call, and everything it owned is gone", async () => {
    const ada = await t.addUser(project, "ada@example.com", PASSWORD);
    await t.auth(project).requestPasswordReset({ email: "ada@example.com" });
    await t.projects(token).updateProject({
      project: "demo",
      settings: { google: { webClientSecret: "secret" } },
    });
    expect(Object.keys(await rowsOf(project.id)).length).toBeGreaterThan(5);

    await t.projects(token).deleteProject({ project: "demo" });

    expect(await reasonOf(t.auth(project).signIn({ email: "ada@example.com", password: PASSWORD }))).toBe(
      "API_KEY_INVALID",
    );
    expect(await reasonOf(t.auth(project, ada.accessToken).getMe({}))).toBe("API_KEY_INVALID");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: ada.refreshToken }))).toBe(
      "API_KEY_INVALID",
    );
    const backend = t.client(TokenService, { "x-svc-key": secretKey });
    expect(await reasonOf(backend.introspectToken({ token: ada.accessToken }))).toBe("API_KEY_INVALID");
    expect((await fetch(`${t.url}/p/demo/.well-known/jwks.json`)).status).toBe(404);
    for (const name of ["demo", project.id]) {
      expect(await reasonOf(t.projects(token).getProject({ project: name }))).toBe("NOT_FOUND");
      expect(await reasonOf(t.projects(token).deleteProject({ project: name }))).toBe("NOT_FOUND");
    }
    expect((await t.projects(token).listProjects({})).projects).toEqual([]);
    expect(await rowsOf(project.id)).toEqual({});
    expect(await t.app.db.selectFrom("projects").selectAll().execute()).toEqual([]);
    expect(await t.deliverMail()).toMatchObject({ sent: 0 });
  });

  test("other projects keep theirs, and a token of the deleted one opens nothing there", async () => {
    const other = await t.addProject("Other");
    const eve = await t.addUser(other.project, "eve@example.com", PASSWORD);
    const ada = await t.addUser(project, "ada@example.com", PASSWORD);
    const before = await rowsOf(other.project.id);
    await t.projects(token).deleteProject({ project: project.id });

    await t.auth(other.project, eve.accessToken).getMe({});
    expect(await rowsOf(other.project.id)).toEqual(before);
    expect(await reasonOf(t.auth(other.project, ada.accessToken).getMe({}))).toBe("WRONG_PROJECT");
  });

  test("the audit log of the instance says who deleted what", async () => {
    await t.projects(token).deleteProject({ project: "demo" });
    const [event, ...rest] = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "admin.project%")
      .orderBy("id", "desc")
      .execute();
    expect(rest.map(({ kind, projectId }) => [kind, projectId])).toEqual([["admin.project_created", null]]);
    expect(event).toMatchObject({
      kind: "admin.project_deleted",
      projectId: null,
      actor: "admin:root@example.com",
    });
    expect(JSON.parse(event?.data ?? "")).toEqual({ project_id: project.id, slug: "demo", name: "Demo" });
  });

  test("the slug is free at once, and the new project has nothing of the old one", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    await t.projects(token).deleteProject({ project: "demo" });
    const again = await t.addProject("Demo");
    expect(again.project.slug).toBe("demo");
    await t.addUser(again.project, "ada@example.com", "another good password");
  });

  test("of two who delete at the same time one succeeds", async () => {
    const results = await Promise.allSettled(
      [1, 2, 3].map(() => t.projects(token).deleteProject({ project: "demo" })),
    );
    expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const events = await t.app.db
      .selectFrom("events")
      .select("kind")
      .where("projectId", "is", null)
      .execute();
    expect(events.filter(({ kind }) => kind === "admin.project_deleted")).toHaveLength(1);
  });

  test("a project with more rows than a call deletes is gone at once; the clean-up takes the rest", async () => {
    await t.addUser(project, "ada@example.com", PASSWORD);
    const event = {
      projectId: project.id,
      kind: "user.signed_in",
      at: 1,
      userId: null,
      actor: "system",
      ip: null,
    };
    for (let start = 0; start < 20_400; start += 400) {
      const rows = Array.from({ length: 400 }, (_, i) => ({ ...event, id: `e${start + i}`, data: "{}" }));
      await t.app.db.insertInto("events").values(rows).execute();
    }
    await t.projects(token).deleteProject({ project: "demo" });
    expect(await reasonOf(t.projects(token).getProject({ project: project.id }))).toBe("NOT_FOUND");
    expect((await t.projects(token).listProjects({})).projects).toEqual([]);
    const left = await rowsOf(project.id);
    expect(left).toMatchObject({ users: 1, events: expect.any(Number) });
    expect(left).not.toHaveProperty("signing_keys");

    await cleanUp(t.app);
    expect(await rowsOf(project.id)).toEqual({});
    expect(await t.app.db.selectFrom("projects").selectAll().execute()).toEqual([]);
  });

  test("one-time purchases go in batches, too", async () => {
    for (const subjectKey of ["1", "2", "3"])
      await applyPurchase(t.app, project, paidOnce(t.app.clock(), { subjectKey }));
    await t.app.db.deleteFrom("events").execute();
    await hideProject(t.app.db, project.id, t.app.clock());
    expect(await deleteLeftovers(t.app.db, 2, t.app.clock())).toBeGreaterThan(1);
    expect(await t.app.db.selectFrom("projects").selectAll().execute()).toHaveLength(1);
  });
});
