import { afterAll, beforeAll, expect, test } from "vitest";
import { memoryStorage } from "../src/sdk.ts";
import { FlakyNetwork } from "./flaky-network.ts";
import { ServerProcess } from "./server-process.ts";
import { TestProject } from "./test-project.ts";

let server: ServerProcess;
let project: TestProject;
beforeAll(async () => {
  server = await ServerProcess.start("limited");
  project = await TestProject.create(server);
});
afterAll(() => server.stop());

const password = "correct horse battery";

/** Wrong guesses by somebody else, until strangers have to wait. */
async function lockOut(email: string): Promise<void> {
  const stranger = project.client();
  for (let guess = 0; guess < 10; guess++) {
    const attempt = stranger.signInWithPassword({ email, password: `wrong ${guess}` });
    await expect(attempt).rejects.toMatchObject({ reason: "INVALID_CREDENTIALS" });
  }
  const next = stranger.signInWithPassword({ email, password });
  await expect(next).rejects.toMatchObject({ reason: "RATE_LIMITED" });
}

test("a device where the user has signed in before signs in again while strangers have to wait", async () => {
  const storage = memoryStorage();
  const client = project.client({ storage });
  await client.signUp({ email: "ada@example.com", password });
  await client.signOut();
  await lockOut("ada@example.com");
  const restarted = project.client({ storage });
  await restarted.signInWithPassword({ email: " ADA@example.com ", password });
  expect(restarted.user?.email).toBe("ada@example.com");
});

test("a new password keeps the device known", async () => {
  const client = project.client();
  await client.signUp({ email: "bob@example.com", password });
  await client.changePassword({ currentPassword: password, newPassword: "another horse battery" });
  await client.signOut();
  await lockOut("bob@example.com");
  await client.signInWithPassword({ email: "bob@example.com", password: "another horse battery" });
});

test("so does turning a guest into an account", async () => {
  const client = project.client();
  await client.signInAnonymously();
  await client.linkPassword({ email: "guest@example.com", password });
  await client.signOut();
  await lockOut("guest@example.com");
  await client.signInWithPassword({ email: "guest@example.com", password });
});

test("the last three accounts are kept, without their addresses", async () => {
  const storage = memoryStorage();
  const client = project.client({ storage });
  for (let n = 0; n < 4; n++) {
    await client.signUp({ email: `person${n}@example.com`, password });
    await client.signOut();
  }
  const text = String(await storage.getItem(project.storageKey));
  expect(JSON.parse(text).devices).toHaveLength(3);
  expect(text).not.toContain("example.com");
});

test("a server that knows no device tokens is used as before", async () => {
  const network = new FlakyNetwork();
  const client = project.client({
    fetch: async (input, init) => {
      const answer = await network.fetch(input, init);
      const text = await answer.text();
      return new Response(text.replace(/,"deviceToken":"[^"]*"/, ""), answer);
    },
  });
  await client.signUp({ email: "old@example.com", password });
  await client.signOut();
  await client.signInWithPassword({ email: "old@example.com", password });
  expect(client.user?.email).toBe("old@example.com");
});
