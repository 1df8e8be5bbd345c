import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("many applies on $kind", (engine) => {
  let t: TestApp;
  let token: string;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    token = (await t.addAdmin()).token;
  });
  afterEach(() => t.close());

  const apply = (specYaml: string) => t.projects(token).applyProjectSpec({ specYaml });

  test("of applies at the same time that would create the project one does, the others find nothing to do", async () => {
    const spec = "name: Demo\nslug: demo\nsettings: {timezone: Asia/Tokyo}";
    const answers = await Promise.all(Array.from({ length: 6 }, () => apply(spec)));
    expect(answers.filter(({ created }) => created)).toHaveLength(1);
    expect(answers.filter(({ secretKey }) => secretKey !== "")).toHaveLength(1);
    for (const { created, changes } of answers) expect(changes.length > 0).toBe(created);
    expect((await t.projects(token).listProjects({})).projects).toHaveLength(1);
  });

  test("applies at the same time do not undo each other", async () => {
    await t.addProject("Demo");
    await Promise.all([
      apply("slug: demo\nsettings: {timezone: Asia/Tokyo}"),
      apply("slug: demo\nsettings: {refresh_token_days: 7}"),
      apply("slug: demo\nsettings: {guest_retention_days: 9}"),
      apply("slug: demo\nsettings: {redirect_schemes: [com.example.app]}"),
      apply("slug: demo\nsettings: {apple: {team_id: TEAM}}"),
      apply("slug: demo\nsettings: {google: {ios_client_id: I}}"),
      t.projects(token).updateProject({ project: "demo", settings: { passwordPolicy: { minLength: 20 } } }),
    ]);
    expect((await t.projects(token).getProject({ project: "demo" })).project?.settings).toMatchObject({
      timezone: "Asia/Tokyo",
      refreshTokenDays: 7,
      guestRetentionDays: 9,
      redirectSchemes: ["com.example.app"],
      apple: { teamId: "TEAM" },
      google: { iosClientId: "I" },
      passwordPolicy: { minLength: 20 },
    });
  });

  test("every apply that changes something is in the audit log, without secrets", async () => {
    await apply("name: Demo\nslug: demo\nsettings: {google: {web_client_secret: hush-hush}}");
    await apply("name: Other\nslug: demo");
    await apply("name: Other\nslug: demo");
    await apply("slug: demo\nsettings: {google: {web_client_secret: hush-hush}}");
    const events = await t.app.db
      .selectFrom("events")
      .selectAll()
      .where("kind", "like", "admin.project%")
      .where("projectId", "is not", null)
      .orderBy("id")
      .execute();
    expect(events.map(({ kind, actor, data }) => [kind, actor, JSON.parse(data)])).toMatchObject([
      ["admin.project_created", "admin:root@example.com", { slug: "demo", name: "Demo" }],
      ["admin.project_updated", "admin:root@example.com", { fields: "name", secrets: "" }],
      [
        "admin.project_updated",
        "admin:root@example.com",
        { fields: "", secrets: "google.web_client_secret" },
      ],
    ]);
    expect(JSON.stringify(events)).not.toContain("hush");
  });
});
