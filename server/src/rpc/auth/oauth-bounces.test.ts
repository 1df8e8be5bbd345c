import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../../domain/projects/project.ts";
import { updateUser } from "../../storage/users.ts";
import { engines } from "../../testing/engines.ts";
import { OAuthBench } from "../../testing/oauth.ts";

const GMAIL = { email: "ada@gmail.com", email_verified: true };
/** Google has verified the address, but does not answer for the mailbox. */
const ELSEWHERE = { email: "ada@example.com", email_verified: true };

describe.each(engines)("An address that bounces, and a provider, on $kind", (engine) => {
  let b: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    b = await OAuthBench.open(engine);
    project = await b.addProject();
  });
  afterEach(() => b.close());

  const flag = (id: string) =>
    updateUser(b.t.app.db, project.id, id, { emailBouncedAt: 1, emailBounceReason: "550 no" });

  test("a sign-in with a provider that answers for the mailbox clears it", async () => {
    const { user } = await b.signIn(project, "google", "g-1", GMAIL);
    await flag(user?.id ?? "");
    const again = await b.signIn(project, "google", "g-1", GMAIL);
    expect(again.user).toMatchObject({ id: user?.id, emailBounces: false });
    const events = await b.t.app.db
      .selectFrom("events")
      .select("kind")
      .where("kind", "=", "user.email_bounce_cleared")
      .execute();
    expect(events).toHaveLength(1);
  });

  test("a sign-in that proves no mailbox, or another one, leaves it", async () => {
    const elsewhere = await b.signIn(project, "google", "g-1", ELSEWHERE);
    await flag(elsewhere.user?.id ?? "");
    expect((await b.signIn(project, "google", "g-1", ELSEWHERE)).user?.emailBounces).toBe(true);
    expect((await b.signIn(project, "google", "g-1", GMAIL)).user?.emailBounces).toBe(true);
  });
});
