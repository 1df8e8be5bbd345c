import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memoryStorage } from "../src/sdk.ts";
import { times } from "./full.ts";
import { TestProject } from "./test-project.ts";

test("processes that share a storage without a lock refresh at the same time and stay signed in", async () => {
  const project = await TestProject.create();
  const storage = memoryStorage();
  const client = project.client({ storage });
  await client.signInAnonymously();
  const folder = mkdtempSync(join(tmpdir(), "svc-processes-"));
  const file = join(folder, "session.json");
  writeFileSync(file, String(storage.getItem(project.storageKey)));
  const script = join(import.meta.dirname, "refresh-process.ts");
  const children = Array.from({ length: 4 }, () => fork(script, [project.url, project.publishableKey, file]));
  try {
    await Promise.all(children.map((child) => once(child, "message")));
    for (let round = 0; round < times(5, 200); round++) {
      const answers = await Promise.all(children.map(refresh));
      for (const { token, state } of answers) {
        expect(token, `round ${round}`).toMatch(/^ey/);
        expect(state).toMatchObject({ status: "signedIn", user: { id: client.user?.id } });
      }
    }
  } finally {
    for (const child of children) child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
});

async function refresh(child: ChildProcess): Promise<{ token: string; state: object }> {
  const answer = once(child, "message");
  child.send("refresh");
  const [told] = await answer;
  return told;
}
