import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("SIGTERM to npm start stops the server", async () => {
  const home = mkdtempSync(join(tmpdir(), "svc-npm-start-"));
  const env = { ...process.env, SVC_DATA_DIR: join(home, "data"), SVC_ADDR: "127.0.0.1:0" };
  const npm = spawn("npm", ["start"], { cwd: root, env, stdio: ["ignore", "pipe", "pipe"], detached: true });
  try {
    const ended = once(npm, "exit");
    // The log is complete once nobody holds the pipe any more: neither npm nor the server.
    const closed = once(npm, "close");
    let log = "";
    const isListening = new Promise<void>((resolve) => {
      npm.stderr.setEncoding("utf8").on("data", (text: string) => {
        log += text;
        if (/listening/.test(log)) resolve();
      });
    });
    await Promise.race([isListening, ended]);
    npm.kill("SIGTERM");
    await closed;
    expect(log).toContain("stopping");
    expect(log).toMatch(/stopped\s*$/);
  } finally {
    try {
      process.kill(-Number(npm.pid), "SIGKILL"); // whoever is left of the group
    } catch {
      // Nobody is.
    }
    rmSync(home, { recursive: true, force: true });
  }
});
