import { beforeAll, expect, test } from "vitest";
import { TestProject } from "./test-project.ts";

const DAY_MS = 86_400_000;
const account = { email: "ada@example.com", password: "correct horse battery" };

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

test("an account that waits for its deletion says until when, and the next sign-in that it is kept", async () => {
  await project.settings({ deletionGraceDays: 7 });
  const client = project.client();
  await client.signUp(account);
  const { deletionTime } = await client.deleteAccount();
  expect(Date.parse(deletionTime ?? "") - Date.now()).toBeGreaterThan(6 * DAY_MS);
  expect(client.state).toEqual({ status: "signedOut", reason: "deleted" });

  const session = await client.signInWithPassword(account);
  expect(session.canceledDeletionTime).toBe(deletionTime);
  expect((await client.signInWithPassword(account)).canceledDeletionTime).toBeUndefined();
  expect(client.state).toMatchObject({ status: "signedIn", user: { email: account.email } });
});

test("without a grace period there is no time", async () => {
  await project.settings({ deletionGraceDays: 0 });
  const client = project.client();
  await client.signInAnonymously();
  expect((await client.deleteAccount()).deletionTime).toBeUndefined();
});
