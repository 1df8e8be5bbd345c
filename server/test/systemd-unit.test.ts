import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { notRun } from "../src/testing/not-run.ts";

test("systemd finds nothing to say about deploy/svc.service", (context) => {
  if (spawnSync("systemd-analyze", ["--version"]).error) notRun(context, "there is no systemd-analyze");
  const unit = readFileSync(join(root, "deploy/svc.service"), "utf8");
  const folder = mkdtempSync(join(tmpdir(), "svc-unit-"));
  const verified = (text: string) => {
    const file = join(folder, "svc.service");
    // It looks whether the program is there.
    writeFileSync(file, text.replaceAll("/usr/local/bin/svc", process.execPath));
    const { status, stdout, stderr } = spawnSync("systemd-analyze", ["verify", file], { encoding: "utf8" });
    return { status, said: stdout + stderr };
  };
  try {
    expect(verified(unit)).toEqual({ status: 0, said: "" });
    expect(verified(unit.replace("ProtectHome", "ProtectHomes")).said).toContain("ProtectHomes");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
