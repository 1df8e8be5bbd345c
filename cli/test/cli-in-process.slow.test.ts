import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { AppCli } from "./app-cli.ts";

let t: TestApp;
let cli: AppCli;
beforeAll(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail());
  const { token } = await t.addAdmin();
  await t.addProject("Demo");
  cli = new AppCli(t, token);
  await cli.run(["skill", "export", "--dir", "made/here"]); // from here on it finds its files
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const spec = "name: Piped\nslug: piped\n";

test.each<{ args: string[]; input?: string; env?: Record<string, string> }>([
  { args: [] },
  { args: ["--version"] },
  { args: ["version", "--json"] },
  { args: ["help", "project"] },
  { args: ["project", "list", "--help"] },
  { args: ["projetc", "list"] },
  { args: ["project", "get"] },
  { args: ["completion", "bash"] },
  { args: ["project", "list"] },
  { args: ["project", "get", "demo", "--json"] },
  { args: ["project", "get", "nobody"] },
  { args: ["project", "get", "nobody", "--json"] },
  { args: ["project", "apply", "-f", "-", "--dry-run"], input: spec },
  { args: ["project", "apply", "-f", "-"], input: spec },
  { args: ["project", "apply", "-f", "missing.yaml"] },
  { args: ["project", "export", "demo"] },
  { args: ["project", "export", "demo", "-o", "no/folder.json"] },
  { args: ["project", "import", "demo", "-f", "-", "--yes"], input: '{"version":1,"users":[' },
  { args: ["project", "theme", "logo", "demo", "--file", "."] },
  { args: ["project", "init"] },
  { args: ["user", "delete", "nobody@example.com", "--project", "demo"] },
  { args: ["skill", "export", "--dir", "made/here"] },
  { args: ["context", "list"] },
  { args: ["login", "http://127.0.0.1:9"], input: "svc_pat_wrong\n" },
  { args: ["project", "list"], env: { SVC_URL: "http://127.0.0.1:9" } },
  { args: ["project", "list"], env: { SVC_TOKEN: "" } },
  { args: ["admin", "token", "list", "--email", "ada@example.com"] },
  { args: ["admin", "create", "--email", "nobody", "--password", "-"], input: "correct horse battery\n" },
  { args: ["admin", "create", "--email", "ada@example.com"], env: { SVC_DATABASE_URL: "nonsense" } },
  { args: ["backup", "--to", "b.tar.gz"] },
  { args: ["restore", "missing.tar.gz"] },
  { args: ["restore", "missing.tar.gz", "--json"], env: { SVC_DEBUG: "" } },
])(
  "$args: the same bytes and exit code in this process and in one of its own",
  async ({ args, ...options }) => {
    const here = await cli.run(args, options);
    expect(here.stdout + here.stderr).not.toBe("");
    expect(here).toEqual(await cli.runProcess(args, options));
  },
);
