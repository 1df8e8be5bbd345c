import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { signUp } from "../../domain/accounts/sign-up.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { signInAnonymously } from "../../domain/guests/sign-in-anonymously.ts";
import { cleanUp } from "../../domain/instance/clean-up.ts";
import { deleteProject } from "../../domain/projects/delete-project.ts";
import type { Project } from "../../domain/projects/project.ts";
import { signIn } from "../../domain/sessions/sign-in.ts";
import { engines } from "../../testing/engines.ts";
import { asked } from "../../testing/nothing-asked.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("a project that is deleted meanwhile on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
    await deleteProject(t.app, systemActor, project.slug); // after the guard has found it
  });
  afterEach(() => t.close());

  const device = { ip: "127.0.0.1", userAgent: "", isKnown: false };
  const account = { email: "ada@example.com", password: "not the right one", attemptId: "" };

  test("is told to whoever was signing in to it, and not as a bug", async () => {
    const calls = [
      () => signIn(t.app, project, account, device),
      () => signUp(t.app, project, { ...account, displayName: "", asked }, device),
      () => signInAnonymously(t.app, project, { attemptId: "", asked }, device),
    ];
    for (const call of calls) {
      const reason = expect.stringMatching(/^(NOT_FOUND|API_KEY_INVALID|INVALID_CREDENTIALS)$/);
      await expect(call()).rejects.toMatchObject({ reason });
    }
    await cleanUp(t.app);
    for (const table of ["users", "events", "outbox", "hashCounts"] as const) {
      const left = t.app.db.selectFrom(table).select("projectId").where("projectId", "=", project.id);
      expect(await left.execute()).toEqual([]);
    }
  });
});
