import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { main, node } from "./cli-runner.ts";
import { PASSWORD, TransferServer } from "./transfer-server.ts";

let server: TransferServer;
let fromKey: string;
beforeAll(async () => {
  server = await TransferServer.open();
  fromKey = await server.addProject("From");
  const create = (...args: string[]) => server.json("user", "create", ...args, "--project", "from");
  const ada = ["ada@example.com", "--password", PASSWORD, "--display-name", 'Ada "Löwe"', "--verified"];
  await create(...ada);
  await create("bob@example.com", "--password", PASSWORD);
  await create("carol@example.com");
  await server.json("user", "disable", "bob@example.com", "--project", "from");
  await server.json("user", "claims", "set", "ada@example.com", '{"role":"editor"}', "--project", "from");
});
afterAll(() => server.close());

const path = (name: string) => server.cli.path(name);
const importInto = (slug: string, file: string, ...more: string[]) =>
  server.run(["project", "import", slug, "-f", file, ...more]);

describe("project export", () => {
  test("prints the document and nothing else", async () => {
    const { code, stdout, stderr } = await server.run(["project", "export", "from"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const document = JSON.parse(stdout);
    expect(Object.keys(document)).toEqual(["version", "users"]);
    expect(document.version).toBe(1);
    const [carol, bob, ada] = document.users;
    expect(Object.keys(carol)).toEqual([
      "email",
      "email_verified",
      "display_name",
      "avatar_url",
      "locale",
      "disabled",
      "custom_claims",
      "identities",
      "password_hash",
      "password_algorithm",
      "created_at",
    ]);
    expect(carol).toMatchObject({ email: "carol@example.com", password_hash: "", password_algorithm: "" });
    expect(bob).toMatchObject({ disabled: true, email_verified: false, password_algorithm: "argon2id" });
    expect(ada).toMatchObject({ email_verified: true, custom_claims: { role: "editor" }, identities: [] });
    expect(ada.password_hash).toMatch(/^\$argon2id\$/);
  });

  test("prints the same document under --json, and for -o -", async () => {
    const plain = await server.run(["project", "export", "from"]);
    expect(await server.run(["project", "export", "from", "--json"])).toEqual(plain);
    expect(await server.run(["project", "export", "from", "-o", "-"])).toEqual(plain);
  });

  test("is valid for a project without users", async () => {
    await server.addProject("Empty");
    const { stdout } = await server.run(["project", "export", "empty"]);
    expect(JSON.parse(stdout)).toEqual({ version: 1, users: [] });
  });

  test("writes a file for its owner alone, whole, over what was there, and through a link", async () => {
    writeFileSync(path("old.json"), "old", { mode: 0o644 });
    symlinkSync(path("old.json"), path("link.json"));
    const { code, stdout, stderr } = await server.run(["project", "export", "from", "-o", path("link.json")]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe(`exported 3 users to ${path("link.json")}\n`);
    expect(statSync(path("old.json")).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path("link.json"), "utf8")).users).toHaveLength(3);
    expect(readdirSync(server.cli.cwd).filter((name) => name.endsWith(".new"))).toEqual([]);
    const counts = await server.json("project", "export", "from", "-o", path("b.json"));
    expect(counts).toEqual({
      ...{ project: "from", output: path("b.json") },
      ...{ users: 3, guests: 0, guestsLeftOut: 0 },
    });
  });

  test("counts the guests that it leaves out, and includes them with --guests; an import skips them", async () => {
    const key = await server.addProject("Guests");
    const spec = "slug: guests\nsettings: { allow_anonymous_sign_in: true }\n";
    await server.run(["project", "apply", "-f", "-", "--merge", "--yes"], spec);
    await server.json("user", "create", "ada@example.com", "--project", "guests");
    for (const _ of [1, 2]) await server.signInAsGuest(key);

    const note = "2 guests are left out; --guests includes them";
    const printed = await server.run(["project", "export", "guests"]);
    expect(printed.stderr).toBe(`${note}\n`);
    expect(JSON.parse(printed.stdout).users).toHaveLength(1);
    const quiet = await server.run(["project", "export", "guests", "--json"]);
    expect(quiet.stdout).toBe(printed.stdout);
    expect(JSON.parse(quiet.stderr)).toEqual({ warning: { message: note } });
    const file = path("guests.json");
    const without = await server.run(["project", "export", "guests", "-o", file]);
    expect(without).toEqual({ code: 0, stdout: "", stderr: `exported 1 user to ${file}\n${note}\n` });
    expect(await server.json("project", "export", "guests", "-o", file)).toMatchObject({
      ...{ users: 1, guests: 0, guestsLeftOut: 2 },
    });

    const all = await server.run(["project", "export", "guests", "-o", file, "--guests"]);
    expect(all.stderr).toBe(`exported 3 users, 2 of them guests, to ${file}\n`);
    const { users } = JSON.parse(readFileSync(file, "utf8"));
    expect(users.map(({ is_anonymous: isGuest }: { is_anonymous?: boolean }) => isGuest)).toEqual([
      true,
      true,
      undefined,
    ]);
    await server.addProject("Hosts");
    const { code, stdout, stderr } = await importInto("hosts", file, "--yes");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "created\t1\nskipped\t2\nrefused\t0\n" });
    expect(stderr).toContain("2 guests were skipped: guests cannot sign in again\n");
    const again = await server.json("project", "import", "hosts", "-f", file, "--yes");
    expect(again).toMatchObject({ created: 0, skipped: 3, guestsSkipped: 2, refused: 0 });
  });

  test.skipIf(!existsSync("/dev/fd"))("never replaces the file that it writes to as its output", () => {
    symlinkSync("/dev/stdout", path("out-link"));
    for (const target of ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "out-link"]) {
      writeFileSync(path("kept.txt"), "kept\n");
      const line = `"$0" "$1" project export from -o ${target} >> kept.txt`;
      const { status, stderr } = spawnSync("sh", ["-c", line, node, main], {
        env: { PATH: process.env.PATH, ...server.env },
        cwd: server.cli.cwd,
        encoding: "utf8",
      });
      expect({ status, stderr }).toEqual({
        status: 2,
        stderr: `svc: ${target} is not the name of a file\nhint: leave -o out to write to standard output\n`,
      });
      expect(readFileSync(path("kept.txt"), "utf8")).toBe("kept\n");
    }
  });

  test("does not print to the terminal what was meant for a file without a name", async () => {
    const target = ["project", "export", "from", "-o", ""];
    expect(await server.cli.failure(target, server.env)).toMatchObject({
      code: 2,
      message: "--output is empty",
    });
  });

  test("leaves no file behind, and replaces none, when it fails", async () => {
    const failed = await server.cli.failure(
      ["project", "export", "nobody", "-o", path("none.json")],
      server.env,
    );
    expect(failed).toMatchObject({ code: 3, message: 'there is no project "nobody"' });
    expect(existsSync(path("none.json"))).toBe(false);
    for (const [target, message] of [
      ["/dev/null", "/dev/null is not a file"],
      [server.cli.cwd, ". is not a file"],
      [path("no/such/folder.json"), "cannot write ./no/such/folder.json"],
    ] as const) {
      expect(await server.cli.failure(["project", "export", "from", "-o", target], server.env)).toMatchObject(
        { message },
      );
    }
  });
});

describe("project import of our own export", () => {
  test("makes users that sign in with the old password, whole, and skips all of them the second time", async () => {
    const key = await server.addProject("To");
    await server.run(["project", "export", "from", "-o", path("users.json")]);
    const { code, stdout, stderr } = await importInto("to", path("users.json"), "--yes");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "created\t3\nskipped\t0\nrefused\t0\n" });
    expect(stderr).toBe("3 users in an export of svc\n");

    const before = await server.signIn(fromKey, "ada@example.com");
    const after = await server.signIn(key, "ada@example.com");
    const { displayName, emailVerified, createdAt } = Object(before);
    expect(after).toMatchObject({ displayName, emailVerified, createdAt });
    expect(await server.signIn(key, "bob@example.com")).toBe("USER_DISABLED");

    const again = await server.json("project", "import", "to", "-f", path("users.json"), "--yes");
    expect(again).toEqual({
      project: "to",
      format: "svc",
      created: 0,
      skipped: 3,
      refused: 0,
      guestsSkipped: 0,
      complete: true,
      refusedUsers: [],
      leftOut: {},
    });
  });

  test("goes from one command to the other through a pipe", async () => {
    await server.addProject("Piped");
    const { stdout } = await server.run(["project", "export", "from"]);
    const { code } = await server.run(["project", "import", "piped", "-f", "-", "--yes"], stdout);
    expect(code).toBe(0);
    const second = await server.run(["project", "export", "piped"]);
    const sorted = (text: string) => JSON.parse(text).users.toSorted(byEmail);
    expect(sorted(second.stdout)).toEqual(sorted(stdout));
  });

  test("needs --yes where nobody can be asked, and touches nothing without it", async () => {
    const key = await server.addProject("Asked");
    for (const more of [[], ["--json"]]) {
      const { code, stdout, stderr } = await importInto("asked", path("users.json"), ...more);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toContain("pass --yes to skip the confirmation");
    }
    expect(await server.signIn(key, "ada@example.com")).toBe("INVALID_CREDENTIALS");
  });

  test("tells each refused user with place, address and reason, creates the others, and exits with 1", async () => {
    await server.addProject("Refusing");
    const users = [
      { email: "fine@example.com" },
      { email: "not an address" },
      "text",
      { email: 5 },
      { email: "late@example.com", created_at: "yesterday" },
      { email: "plain@example.com", password_hash: "secret", password_algorithm: "plain" },
      { email: "deep@example.com", custom_claims: JSON.parse(`${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`) },
      { email: "esc\u001b[2J@example.com", disabled: "no" },
      { email: "last@example.com", identities: [{ provider: "google", subject: "g-1" }] },
    ];
    writeFileSync(path("bad.json"), JSON.stringify({ version: 1, users }));
    const { code, stdout, stderr } = await importInto("refusing", path("bad.json"), "--yes");
    expect(stdout).toBe("created\t2\nskipped\t0\nrefused\t7\n");
    expect(code).toBe(1);
    const lines = stderr.split("\n").filter((line) => line.startsWith("refused"));
    expect(lines).toEqual([
      expect.stringMatching(/^refused user 1 \(not an address\): .*email/),
      "refused user 2: is not an object",
      "refused user 3: email is not text",
      "refused user 4 (late@example.com): created_at is not a time",
      expect.stringMatching(/^refused user 5 \(plain@example.com\): .*password_algorithm/),
      expect.stringMatching(/^refused user 6 \(deep@example.com\): /),
      expect.stringMatching(/^refused user 7 \(esc \[2J@example.com\): disabled is neither/),
    ]);
    expect(stderr).toContain("svc: 7 users were refused\n");

    const json = await server.run([
      "project",
      "import",
      "refusing",
      "-f",
      path("bad.json"),
      "--yes",
      "--json",
    ]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout)).toMatchObject({ skipped: 2, refused: 7, complete: true });
    expect(JSON.parse(json.stdout).refusedUsers.map(({ index }: { index: number }) => index)).toEqual([
      1, 2, 3, 4, 5, 6, 7,
    ]);
    expect(JSON.parse(json.stderr).error.reason).toBe("USERS_REFUSED");
  });

  test("lists the first 20 refused, and up to 1000 under --json", async () => {
    await server.addProject("Many");
    writeFileSync(path("many.json"), JSON.stringify({ version: 1, users: new Array(1200).fill({}) }));
    const plain = await importInto("many", path("many.json"), "--yes");
    expect(plain.stderr.match(/^refused user/gm)).toHaveLength(20);
    expect(plain.stderr).toContain("and 1180 more");
    const json = await importInto("many", path("many.json"), "--yes", "--json");
    expect(JSON.parse(json.stdout)).toMatchObject({ refused: 1200 });
    expect(JSON.parse(json.stdout).refusedUsers).toHaveLength(1000);
  });
});

describe("a file that is no export", () => {
  test.each([
    ["cut.json", '{"version": 1,\n "users": [\n  {"email": "a@exam', "cut.json:3:13: this is not JSON"],
    ["comma.json", '{"users": [],\n}', "comma.json:2:1: this is not JSON"],
    ["empty.json", "", "empty.json:1:1: this is not JSON"],
    ["binary.json", "\u001f", "binary.json:1:1: this is not JSON"],
    [
      "number.json",
      "5",
      "this is not an export of svc, Firebase, Supabase, Auth0 or PocketBase: it has no list of users",
    ],
    [
      "other.json",
      '[{"a": 1}]',
      "this is not an export of svc, Firebase, Supabase, Auth0 or PocketBase: its users do not match any",
    ],
    ["newer.json", '{"version": 2, "users": []}', "the export is of version 2; this svc reads version 1"],
  ])("%s", async (name, content, message) => {
    writeFileSync(path(name), content);
    const failed = await server.cli.failure(
      ["project", "import", "from", "-f", path(name), "--yes"],
      server.env,
    );
    expect(failed.code).toBe(2);
    expect(failed.message).toContain(message);
  });

  test("a file that is not there, a packed one, a wrong format and a wrong project", async () => {
    const failure = (...args: string[]) =>
      server.cli.failure(["project", "import", ...args, "--yes"], server.env);
    expect(await failure("from", "-f", path("gone.json"))).toMatchObject({
      code: 2,
      message: "there is no file ./gone.json",
    });
    writeFileSync(path("packed.gz"), Buffer.from([0x1f, 0x8b, 8, 0, 255]));
    expect((await failure("from", "-f", path("packed.gz"))).message).toBe("./packed.gz is not text in UTF-8");
    writeFileSync(path("one.json"), '{"version": 1, "users": []}');
    expect(await failure("from", "-f", path("one.json"), "--format", "firebse")).toMatchObject({
      code: 2,
      hint: "did you mean firebase?",
    });
    expect(await failure("nobody", "-f", path("one.json"))).toMatchObject({ code: 3 });
  });

  test("UTF-16, as PowerShell's > writes it, is read, and a byte order mark is no mistake", async () => {
    const text = '{"version":1,"users":[]}';
    writeFileSync(
      path("utf16.json"),
      Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]),
    );
    writeFileSync(path("bom.json"), `\ufeff${text}`);
    for (const name of ["utf16.json", "bom.json"]) {
      expect(await importInto("from", path(name), "--yes")).toMatchObject({ code: 0 });
    }
  });
});

function byEmail(a: { email: string }, b: { email: string }): number {
  return a.email.localeCompare(b.email);
}
