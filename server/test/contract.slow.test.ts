import { spawnSync } from "node:child_process";
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

const root = join(import.meta.dirname, "../..");

test("every package of ours has its major version in its name and in its folder", () => {
  const files = globSync("svc/**/*.proto", { cwd: join(root, "proto") });
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const [, name = ""] =
      /^package (svc\.[a-z]+\.v1);$/m.exec(readFileSync(join(root, "proto", file), "utf8")) ?? [];
    expect(file).toMatch(new RegExp(`^${name.replaceAll(".", "/")}/[a-z_]+\\.proto$`));
  }
});

describe("the check for what would break callers", () => {
  let copy = "";
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), "svc-contract-"));
    cpSync(join(root, "proto"), join(copy, "proto"), {
      recursive: true,
      filter: (path) => !/\/(gen|node_modules)$/.test(path),
    });
    cpSync(join(root, "buf.yaml"), join(copy, "buf.yaml"));
  });
  afterAll(() => rmSync(copy, { recursive: true }));

  /** As tools/check runs it. */
  function check(): { status: number | null; said: string } {
    const buf = join(root, "node_modules/.bin/buf");
    const args = ["breaking", "--against", "proto/baseline.binpb"];
    const { status, stdout, stderr } = spawnSync(buf, args, { cwd: copy, encoding: "utf8" });
    return { status, said: stdout + stderr };
  }

  function changed(file: string, from: string, to: string): { status: number | null; said: string } {
    const path = join(copy, "proto", file);
    const before = readFileSync(path, "utf8");
    expect(before).toContain(from);
    writeFileSync(path, before.replace(from, to));
    try {
      return check();
    } finally {
      writeFileSync(path, before);
    }
  }

  test("is a part of `npm run check` and passes", () => {
    const script = readFileSync(join(root, "tools/check"), "utf8");
    expect(script).toContain("buf breaking --against proto/baseline.binpb");
    expect(check()).toEqual({ status: 0, said: "" });
  });

  test.each([
    ["another number of a field", "string access_token = 1;", "string access_token = 9;"],
    ["another type of a field", "int32 expires_in = 3;", "string expires_in = 3;"],
    ["a field that is gone", "  string refresh_token = 2;\n", ""],
  ])("fails for %s", (_, from, to) => {
    const { status, said } = changed("svc/auth/v1/tokens.proto", from, to);
    expect({ status, said }).toEqual({
      status: 100,
      said: expect.stringContaining("svc/auth/v1/tokens.proto"),
    });
  });

  test("fails for a method that is gone", () => {
    const method = /^ {2}rpc SignOut\(.*\n/m.exec(
      readFileSync(join(copy, "proto/svc/auth/v1/auth.proto"), "utf8"),
    );
    expect(changed("svc/auth/v1/auth.proto", method?.[0] ?? "none", "").said).toContain("SignOut");
  });
});
