import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "./cli-runner.ts";
import { RemoteBench } from "./remote-cli.ts";

let cli: RemoteBench;
let secretKey = "";
let publishableKey = "";

beforeAll(async () => {
  cli = await RemoteBench.openAtBaseUrl();
  const created = await cli.json("project", "create", "Acme", "--show-secret");
  secretKey = String(created.secretKey);
  publishableKey = String(Object(created.project).publishableKey);
  const spec =
    "slug: acme\nname: Acme\nsettings:\n  allow_anonymous_sign_in: true\n  google: { enabled: true, web_client_id: 1-a.apps.googleusercontent.com }\n  billing: { enabled: true, entitlements: [{ id: pro, name: Pro }] }\n";
  writeFileSync(cli.path("acme.yaml"), spec);
  await cli.text("project", "apply", "-f", "acme.yaml", "--yes");
});
afterAll(() => cli.close());

function filesIn(dir: string): Record<string, string> {
  const paths = readdirSync(cli.path(dir), { recursive: true, withFileTypes: true }).filter((e) =>
    e.isFile(),
  );
  return Object.fromEntries(
    paths
      .map((e) => join(e.parentPath, e.name))
      .toSorted()
      .map((path) => [path.slice(cli.path(dir).length + 1), readFileSync(path, "utf8")]),
  );
}

const names = [
  "references/app.md",
  "references/cli.md",
  "references/custom-claims.md",
  "references/errors.md",
  "references/native-apps.md",
  "references/subscriptions.md",
  "references/verify-backend.md",
];

describe("skill export", () => {
  test("without a project asks no server, and writes placeholders to .claude/skills/svc", async () => {
    const env = { XDG_CONFIG_HOME: cli.path("nobody"), HOME: cli.path("nobody") };
    const { code, stderr } = await cli.run(["skill", "export"], { env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "wrote 8 of 8 files to .claude/skills/svc\n" });
    const files = filesIn(".claude/skills/svc");
    expect(Object.keys(files)).toEqual(["SKILL.md", ...names]);
    expect(files["SKILL.md"]).toContain("`pk_REPLACE_ME`");
  });

  test("the frontmatter follows the rules of agent skills, and the name is that of the folder", async () => {
    await cli.text("skill", "export", "--dir", "My Skills/Acme_Auth");
    for (const [dir, name] of [
      [".claude/skills/svc", "svc"],
      ["My Skills/Acme_Auth", "acme-auth"],
    ] as const) {
      const [, yaml = "", body = ""] = /^---\n(.*?)\n---\n(.*)$/s.exec(filesIn(dir)["SKILL.md"] ?? "") ?? [];
      const front = parse(yaml);
      expect(front).toMatchObject({ name, metadata: { version: "0.1.0" } });
      expect(front.description.length).toBeLessThanOrEqual(1024);
      expect(body.split("\n").length).toBeLessThan(500);
      for (const [, link = ""] of body.matchAll(/\]\(([^)]+)\)/g)) {
        expect(statSync(cli.path(dir, link)).isFile()).toBe(true);
      }
    }
  });

  test("generic is the same without frontmatter, as README.md", async () => {
    await cli.text("skill", "export", "--format", "generic", "--dir", "plain");
    const files = filesIn("plain");
    expect(Object.keys(files)).toEqual(["README.md", ...names]);
    expect(files["README.md"]).toMatch(/^# svc: /);
  });

  test("with a project has its public values and no secret", async () => {
    await cli.text("skill", "export", "--project", "acme", "--dir", "acme");
    const all = Object.values(filesIn("acme")).join("\n");
    const values = [cli.url, publishableKey, `${cli.url}/p/acme`, `${cli.url}/p/acme/.well-known/jwks.json`];
    for (const value of values) expect(all).toContain(value);
    expect(all).toContain("Google (client ids 1-a.apps.googleusercontent.com); guests");
    expect(all).not.toContain("{{");
    expect(all).not.toContain("auth.example.com/p/");
    expect(all).not.toContain(secretKey);
    expect(all).not.toContain(cli.token);
    expect(all).not.toMatch(/\b(sk|svc_pat)_\w/);
  });

  test("a second run is byte-identical and says unchanged; other files are left alone", async () => {
    writeFileSync(cli.path("acme/notes.md"), "mine");
    const before = filesIn("acme");
    const args = ["skill", "export", "--project", "acme", "--dir", "acme"];
    const { stdout, stderr } = await cli.run(args);
    expect(stderr).toBe("unchanged\n");
    expect(stdout).toContain("unchanged\tacme/SKILL.md\n");
    expect(filesIn("acme")).toEqual(before);

    writeFileSync(cli.path("acme/references/app.md"), "edited");
    const answer = await cli.json(...args);
    expect(answer).toMatchObject({ directory: "acme", format: "claude" });
    const files = answer.files as { path: string; status: string }[];
    expect(files.filter(({ status }) => status === "written")).toEqual([
      { path: "references/app.md", status: "written" },
    ]);
    expect(filesIn("acme")).toEqual(before);
  });

  test("refuses a file as --dir, an unknown format and a project without a context", async () => {
    writeFileSync(cli.path("file"), "");
    expect(await cli.failure(["skill", "export", "--dir", "file"])).toMatchObject({
      code: 2,
      message: "file is a file",
    });
    expect((await cli.failure(["skill", "export", "--format", "pdf"])).code).toBe(2);
    const env = { XDG_CONFIG_HOME: cli.path("nobody"), HOME: cli.path("nobody") };
    expect((await cli.failure(["skill", "export", "--project", "acme", "--dir", "none"], env)).code).toBe(4);
    expect(() => statSync(cli.path("none"))).toThrow("ENOENT");
  });

  test("the errors are those of docs/errors.md", () => {
    const rowsOf = (text: string) => text.split("\n").filter((line) => line.startsWith("| `"));
    const skill = rowsOf(readFileSync(join(root, "server/skill/references/errors.md"), "utf8"));
    const docs = rowsOf(readFileSync(join(root, "docs/errors.md"), "utf8"));
    expect(skill).toEqual(docs.filter((row) => /^\| `[A-Z]/.test(row)));
  });
});
