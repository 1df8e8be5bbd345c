import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { deleteProject } from "../../domain/projects/delete-project.ts";
import { signIn } from "../../domain/sessions/sign-in.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";

describe.each(engines)("a project that is deleted meanwhile on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  test("is told to whoever was signing in to it, and not as a bug", async () => {
    const { project } = await t.addProject();
    await deleteProject(t.app, systemActor, project.slug); // after the guard has found it
    const device = { ip: "127.0.0.1", userAgent: "" };
    const signingIn = signIn(
      t.app,
      project,
      { email: "ada@example.com", password: "not the right one", attemptId: "" },
      device,
    );
    await expect(signingIn).rejects.toMatchObject({ reason: "NOT_FOUND" });
  });
});
