import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { revokePersonalAccessToken } from "../../domain/admins/personal-access-tokens.ts";
import { engines } from "../../testing/engines.ts";
import { failureOf, reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("ProjectService on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  test("CreateProject derives the slug, returns the secret key once and publishes a signing key", async () => {
    const { project, secretKey } = await t.projects(token).createProject({ name: "Café München!" });

    expect(project).toMatchObject({
      slug: "cafe-munchen",
      name: "Café München!",
      issuer: `${t.url}/p/cafe-munchen`,
      jwksUrl: `${t.url}/p/cafe-munchen/.well-known/jwks.json`,
    });
    expect(secretKey).toMatch(/^sk_[0-9A-Za-z]{46}$/);
    expect(project?.publishableKey).toMatch(/^pk_[0-9A-Za-z]{46}$/);
    const jwks = await (await fetch(project?.jwksUrl ?? "")).json();
    const jwk = expect.objectContaining({
      kty: "EC",
      crv: "P-256",
      alg: "ES256",
      use: "sig",
      kid: expect.any(String),
    });
    expect(jwks).toEqual({ keys: [jwk, jwk] }); // the active key and the stand-by key
    expect(JSON.stringify(jwks)).not.toContain('"d"');
    expect(JSON.stringify(await t.app.db.selectFrom("projects").selectAll().execute())).not.toContain(
      secretKey,
    );
    expect(t.logLines.join("")).not.toContain(secretKey);
    expect(t.logLines.join("")).not.toContain(token);
  });

  test("a taken slug is ALREADY_EXISTS and leaves the first project as it was", async () => {
    const first = await t.projects(token).createProject({ name: "One", slug: "one" });

    expect(await failureOf(t.projects(token).createProject({ name: "Other", slug: "one" }))).toEqual({
      code: "AlreadyExists",
      reason: "ALREADY_EXISTS",
      metadata: { resource: "project", field: "slug" },
    });
    expect((await t.projects(token).getProject({ project: "one" })).project).toEqual(first.project);
  });

  test.each(["UPPER", "-dash", "dash-", "under_score", "a".repeat(64), "01234567-89ab-7", "ü"])(
    "the slug %j is refused",
    async (slug) => {
      expect(await failureOf(t.projects(token).createProject({ name: "N", slug }))).toMatchObject({
        reason: "INVALID_REQUEST",
        metadata: { field: "slug" },
      });
    },
  );

  test("GetProject takes a slug or an id; ListProjects pages newest first", async () => {
    const projects = t.projects(token);
    const ids: string[] = [];
    for (const name of ["a", "b", "c"]) {
      ids.push((await projects.createProject({ name })).project?.id ?? "");
      t.advance(1000);
    }
    expect((await projects.getProject({ project: ids[1] ?? "" })).project?.slug).toBe("b");

    const page1 = await projects.listProjects({ pageSize: 2 });
    const page2 = await projects.listProjects({ pageSize: 2, pageToken: page1.nextPageToken });
    expect([...page1.projects, ...page2.projects].map(({ slug }) => slug)).toEqual(["c", "b", "a"]);
    expect(page2.nextPageToken).toBe("");
  });

  test("a page token that was altered and a negative page size are refused", async () => {
    const projects = t.projects(token);
    expect(await failureOf(projects.listProjects({ pageToken: "abc" }))).toMatchObject({
      metadata: { field: "page_token" },
    });
    expect(await failureOf(projects.listProjects({ pageSize: -1 }))).toMatchObject({
      metadata: { field: "page_size" },
    });
  });

  test("an unknown project is NOT_FOUND", async () => {
    expect(await reasonOf(t.projects(token).getProject({ project: "nope" }))).toBe("NOT_FOUND");
  });

  test("only a living personal access token opens the admin surface", async () => {
    const { project, secretKey } = await t.addProject();
    const call = (headers: Record<string, string>) =>
      reasonOf(t.client(ProjectService, headers).listProjects({}));

    expect(await call({})).toBe("ADMIN_UNAUTHENTICATED");
    expect(await call({ "x-svc-key": project.publishableKey })).toBe("WRONG_SURFACE");
    expect(await call({ "x-svc-key": secretKey })).toBe("WRONG_SURFACE");
    expect(await call({ authorization: `Bearer ${secretKey}` })).toBe("WRONG_SURFACE");
    expect(await call({ authorization: "Bearer" })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await call({ authorization: `Basic ${token}` })).toBe("ADMIN_UNAUTHENTICATED");
    expect(await call({ authorization: `Bearer ${token.slice(0, -1)}` })).toBe("ADMIN_UNAUTHENTICATED");
  });

  test("a revoked token fails on its next use, an expired one from that moment", async () => {
    const { adminId } = await t.addAdmin("second@example.com");
    const { createPersonalAccessToken } = await import("../../domain/admins/personal-access-tokens.ts");
    const short = await createPersonalAccessToken(
      t.app,
      { id: adminId },
      { name: "short", expiresInDays: 1 },
    );
    const gone = await createPersonalAccessToken(t.app, { id: adminId }, { name: "gone", expiresInDays: 0 });

    await t.projects(gone.token).listProjects({});
    await revokePersonalAccessToken(t.app, { id: adminId }, gone.row.id);
    expect(await reasonOf(t.projects(gone.token).listProjects({}))).toBe("ADMIN_UNAUTHENTICATED");

    t.advance(86_400_000 - 1);
    await t.projects(short.token).listProjects({});
    t.advance(1);
    expect(await reasonOf(t.projects(short.token).listProjects({}))).toBe("ADMIN_UNAUTHENTICATED");
  });
});
