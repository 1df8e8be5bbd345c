import { readFileSync, statSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { newPostgresDatabase } from "../../server/src/testing/engines.ts";
import { Cli } from "./cli-runner.ts";

const ada = ["--email", "ada@example.com"];
const password = "correct horse battery";

let cli: Cli;
beforeEach(() => {
  cli = new Cli();
});
afterEach(() => cli.close());

function query(sql: string): Record<string, unknown>[] {
  const db = new DatabaseSync(cli.path("data/svc.db"), { readOnly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

describe("admin create", () => {
  test("makes a fresh data directory, and prints a generated password, once, as the only data", async () => {
    const { code, stdout, stderr } = await cli.run(["admin", "create", ...ada]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^([2-9a-z]{5}-){4}[2-9a-z]{5}\n$/);
    expect(stderr).toBe(
      "created administrator ada@example.com\nsave this password now; it is not shown again\n",
    );
    expect(statSync(cli.path("data")).mode & 0o777).toBe(0o700);
    expect(readFileSync(cli.path("data/svc.db")).includes(stdout.trim())).toBe(false);
  });

  test("prints nothing when the password was given", async () => {
    const { code, stdout, stderr } = await cli.run(["admin", "create", ...ada, "--password", password]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: "created administrator ada@example.com\n",
    });
  });

  test("stores the password as argon2id with 19 MiB and two passes", async () => {
    await cli.run(["admin", "create", ...ada, "--password", password]);
    expect(query("select password_hash from admins")).toEqual([
      { password_hash: expect.stringMatching(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/) },
    ]);
  });

  test("takes the email address in any case", async () => {
    await cli.run(["admin", "create", "--email", " Ada@Example.COM ", "--password", password]);
    expect(query("select email from admins")).toEqual([{ email: "ada@example.com" }]);
  });

  test("reads the password from standard input for -, without its line end", async () => {
    for (const input of [`${password}\n`, `${password}\r\n`, password]) {
      const { code } = await cli.run(["admin", "create", ...ada, "--password", "-"], { input });
      expect(code).toBe(0);
    }
    const { code, stderr } = await cli.run(["admin", "create", ...ada, "--password", "-"], { input: "\n" });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: "svc: the password is empty\nhint: leave --password out to get a generated one\n",
    });
  });

  test("sets a new password if the address has an administrator, says so, and ends their sessions", async () => {
    const first = await cli.json("admin", "create", ...ada);
    const db = new DatabaseSync(cli.path("data/svc.db"));
    db.prepare(
      `insert into admin_sessions (hash, admin_id, created_at, last_used_at, ends_at, ip, user_agent)
       values ('hash', ?, 1, 1, 9e15, '', '')`,
    ).run(String(first.id));
    db.close();

    const { stderr } = await cli.run(["admin", "create", ...ada, "--password", password]);
    expect(stderr).toBe("set a new password for administrator ada@example.com\n");
    const second = await cli.json("admin", "create", ...ada);
    expect(first).toEqual({
      id: first.id,
      email: "ada@example.com",
      created: true,
      password: expect.any(String),
    });
    expect(second).toEqual({
      id: first.id,
      email: "ada@example.com",
      created: false,
      password: expect.any(String),
    });
    expect(second.password).not.toBe(first.password);
    expect(query("select * from admin_sessions")).toEqual([]);
    expect(query("select kind, actor from events order by at, id")).toEqual([
      { kind: "admin.created", actor: "system" },
      { kind: "admin.password_reset", actor: "system" },
      { kind: "admin.password_reset", actor: "system" },
    ]);
  });

  test("--revoke-tokens ends every token of the administrator, and without it they stay", async () => {
    await cli.run(["admin", "create", ...ada, "--password", password]);
    await cli.run(["admin", "token", "create", ...ada]);
    await cli.run(["admin", "create", ...ada, "--password", password]);
    expect(query("select revoked_at from personal_access_tokens")).toEqual([{ revoked_at: null }]);
    const { stderr } = await cli.run(["admin", "create", ...ada, "--password", password, "--revoke-tokens"]);
    expect(stderr).toBe(
      "set a new password for administrator ada@example.com\nrevoked personal access tokens: 1\n",
    );
    expect(query("select revoked_at from personal_access_tokens")).toEqual([
      { revoked_at: expect.any(Number) },
    ]);
    const again = await cli.json("admin", "create", ...ada, "--revoke-tokens");
    expect(again).toMatchObject({ created: false, revokedTokens: 0 });
  });

  test("warns about a short and about a common password, and accepts both", async () => {
    const short = await cli.run(["admin", "create", ...ada, "--password", "zq8rk2vx"]);
    expect(short).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("warning: this password is short"),
    });
    const common = await cli.run(["admin", "create", ...ada, "--password", "password123"]);
    expect(common).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("warning: this password is very common"),
    });
    const asJson = await cli.run(["admin", "create", ...ada, "--password", "password123", "--json"]);
    expect(JSON.parse(asJson.stderr)).toEqual({ warning: { message: expect.any(String) } });
  });

  test("refuses less than 8 characters and what is no address, before it makes a data directory", async () => {
    const weak = await cli.failure(["admin", "create", ...ada, "--password", "short77"]);
    expect(weak).toMatchObject({ code: 2, message: "the password is shorter than 8 characters" });
    const nobody = await cli.failure(["admin", "create", "--email", "nobody"]);
    expect(nobody).toMatchObject({ code: 2, message: "email is not an email address" });
    expect(() => statSync(cli.path("data"))).toThrow("ENOENT");
  });
});

describe("admin reset-factors", () => {
  function addPasskey(adminId: string): void {
    const db = new DatabaseSync(cli.path("data/svc.db"));
    db.prepare(
      `insert into admin_passkeys (id, admin_id, credential_id, public_key, algorithm, rp_id, user_handle, sign_count,
         transports, aaguid, backup_eligible, backed_up, name, created_at)
       values (?, ?, ?, '', -7, 'localhost', '', 0, '', '', 0, 0, 'Passkey', 1)`,
    ).run(`of ${adminId}`, adminId, `credential of ${adminId}`);
    db.prepare(
      "insert into admin_totp (admin_id, secret_sealed, last_step, created_at) values (?, 'sealed', 1, 1)",
    ).run(adminId);
    db.prepare(
      `insert into admin_sessions (hash, admin_id, created_at, last_used_at, ends_at, ip, user_agent)
       values (?, ?, 1, 1, 9e15, '', '')`,
    ).run(`session of ${adminId}`, adminId);
    db.close();
  }

  test("removes the passkeys of one administrator, ends their sessions, and leaves the password", async () => {
    const { id } = await cli.json("admin", "create", ...ada, "--password", password);
    const { id: other } = await cli.json("admin", "create", "--email", "eve@example.com");
    for (const adminId of [id, other]) addPasskey(String(adminId));
    const before = query("select password_hash from admins order by id");
    const { code, stdout, stderr } = await cli.run(["admin", "reset-factors", " Ada@Example.com "]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr:
        "removed passkeys of administrator ada@example.com: 1\nremoved the authenticator app and the recovery codes\ntheir sessions have ended; for a new password: svc admin create\n",
    });
    expect(query("select admin_id from admin_passkeys")).toEqual([{ admin_id: other }]);
    expect(query("select admin_id from admin_totp")).toEqual([{ admin_id: other }]);
    expect(query("select admin_id from admin_sessions")).toEqual([{ admin_id: other }]);
    expect(query("select password_hash from admins order by id")).toEqual(before);
    expect(query("select actor, data from events where kind = 'admin.factors_reset'")).toEqual([
      {
        actor: "system",
        data: JSON.stringify({ adminId: id, email: "ada@example.com", passkeys: 1, totp: true }),
      },
    ]);
    const again = await cli.json("admin", "reset-factors", "ada@example.com");
    expect(again).toEqual({ id, email: "ada@example.com", removedPasskeys: 0, removedTotp: false });
  });

  test("says that there is no such administrator, and makes no data directory", async () => {
    await cli.run(["admin", "create", ...ada, "--password", password]);
    expect(await cli.failure(["admin", "reset-factors", "eve@example.com"])).toMatchObject({
      code: 3,
      message: "there is no administrator eve@example.com",
      hint: "svc admin create --email eve@example.com",
    });
    const typo = cli.path("typo");
    await cli.failure(["admin", "reset-factors", "ada@example.com", "--data-dir", typo]);
    expect(statSync(typo, { throwIfNoEntry: false })).toBeUndefined();
  });
});

describe("admin token", () => {
  beforeEach(() => cli.run(["admin", "create", ...ada, "--password", password]));

  const shown = {
    id: expect.any(String),
    createdAt: expect.any(String),
    parentId: "",
    lastFour: expect.any(String),
    limitedToProjects: false,
    projects: [],
    readOnly: false,
  };
  type Created = { token: string; personalAccessToken: typeof shown & { name: string; expiresAt?: string } };
  const create = async (...more: string[]) =>
    (await cli.json("admin", "token", "create", ...ada, ...more)) as Created;

  test.each(["create", "list", "revoke"])(
    "%s refuses a missing data directory and makes none",
    async (verb) => {
      const id = verb === "revoke" ? ["--id", "x"] : [];
      const typo = cli.path("typo");
      expect(await cli.failure(["admin", "token", verb, ...ada, ...id, "--data-dir", typo])).toMatchObject({
        code: 3,
        message: expect.stringContaining("there is no svc data in"),
      });
      expect(statSync(typo, { throwIfNoEntry: false })).toBeUndefined();
    },
  );

  test("create prints the token exactly once, and stores only its hash", async () => {
    const { code, stdout, stderr } = await cli.run(["admin", "token", "create", ...ada]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^svc_pat_[0-9A-Za-z]{49}\n$/);
    expect(stderr).toMatch(
      /^created token cli \([0-9a-f-]{36}\), valid until revoked\nthe token is not shown again\n$/,
    );
    const listed = await cli.run(["admin", "token", "list", ...ada, "--json"]);
    expect(listed.stdout).not.toContain(stdout.trim());
    for (const file of ["svc.db", "svc.db-wal"]) {
      const bytes = statSync(cli.path("data", file), { throwIfNoEntry: false })
        ? readFileSync(cli.path("data", file))
        : "";
      expect(bytes.includes(stdout.trim())).toBe(false);
    }
    expect(query("select kind from events where kind like 'admin.token%'")).toEqual([
      { kind: "admin.token_created" },
    ]);
  });

  test("create takes a name and an age, 0 days being forever", async () => {
    const { personalAccessToken: forever } = await create("--expires-in-days", "0");
    expect(forever).toEqual({ ...shown, name: "cli" });
    const brief = await create("--name", "ci", "--expires-in-days", "2");
    const { createdAt, expiresAt, ...rest } = brief.personalAccessToken;
    const { createdAt: _, ...others } = shown;
    expect(rest).toEqual({ ...others, name: "ci", lastFour: brief.token.slice(-4) });
    expect(Date.parse(expiresAt ?? "") - Date.parse(createdAt)).toBe(2 * 86_400_000);
  });

  test("create limits the token to reading, and the list says so", async () => {
    const { personalAccessToken } = await create("--name", "dashboard", "--read-only");
    expect(personalAccessToken).toMatchObject({ readOnly: true });
    const { stdout } = await cli.run(["admin", "token", "list", ...ada]);
    expect(stdout).toMatch(/\tdashboard\t.*\treads only\n/);
    expect(await cli.failure(["admin", "token", "create", ...ada, "--project", "nowhere"])).toMatchObject({
      code: 3,
    });
  });

  test("create refuses a name that is none and an age beyond reason", async () => {
    const nameless = await cli.failure(["admin", "token", "create", ...ada, "--name", " "]);
    expect(nameless).toMatchObject({
      code: 2,
      message: expect.stringContaining("name must be 1 to 100 printable characters"),
    });
    const ancient = await cli.failure(["admin", "token", "create", ...ada, "--expires-in-days", "99999"]);
    expect(ancient).toMatchObject({
      code: 2,
      message: expect.stringContaining("expires_in_days must be a whole number"),
    });
  });

  test("list shows the newest first, as lines with tabs or as one object, and never a token", async () => {
    const { personalAccessToken: first } = await create("--name", "first");
    const { personalAccessToken: second } = await create("--name", "second");
    expect(await cli.json("admin", "token", "list", ...ada)).toEqual({
      personalAccessTokens: [second, first],
    });
    const { stdout } = await cli.run(["admin", "token", "list", ...ada]);
    expect(stdout).toBe(
      [second, first]
        .map((t) => `${t.id}\t${t.name}\t${t.lastFour}\t${t.createdAt}\tnever\tnever\t\t\n`)
        .join(""),
    );
  });

  test("list says so when there is none", async () => {
    const { code, stdout, stderr } = await cli.run(["admin", "token", "list", ...ada]);
    expect({ code, stdout, stderr }).toEqual({
      code: 0,
      stdout: "",
      stderr: "no tokens; to create one: svc admin token create\n",
    });
    expect(await cli.json("admin", "token", "list", ...ada)).toEqual({ personalAccessTokens: [] });
  });

  test("revoke ends a token once; an unknown, foreign or revoked one is not found, exit code 3", async () => {
    const { id } = (await create()).personalAccessToken;
    await cli.run(["admin", "create", "--email", "bob@example.com"]);
    const foreign = await cli.failure([
      "admin",
      "token",
      "revoke",
      "--email",
      "bob@example.com",
      "--id",
      String(id),
    ]);
    expect(foreign.code).toBe(3);

    expect(await cli.json("admin", "token", "revoke", ...ada, "--id", String(id))).toEqual({
      ...{ id, revoked: true, tokens: 1 },
    });
    expect(await cli.json("admin", "token", "list", ...ada)).toEqual({ personalAccessTokens: [] });
    for (const gone of [String(id), "nonsense"]) {
      expect(await cli.failure(["admin", "token", "revoke", ...ada, "--id", gone])).toEqual({
        code: 3,
        message: `ada@example.com has no token "${gone}"`,
        hint: "svc admin token list --email ada@example.com shows the ids",
      });
    }
    expect(query("select kind from events where kind = 'admin.token_revoked'")).toHaveLength(1);
  });

  test.each(["create", "list", "revoke"])(
    "%s for somebody who is no administrator is not found, exit code 3",
    async (verb) => {
      const id = verb === "revoke" ? ["--id", "x"] : [];
      expect(await cli.failure(["admin", "token", verb, "--email", "eve@example.com", ...id])).toEqual({
        code: 3,
        message: "there is no administrator eve@example.com",
        hint: "svc admin create --email eve@example.com",
      });
    },
  );
});

test("the same commands work on PostgreSQL", async () => {
  const url = await newPostgresDatabase();
  const env = { SVC_DATABASE_URL: url };
  const created = await cli.run(["admin", "create", ...ada, "--password", password], { env });
  expect(created).toEqual({ code: 0, stdout: "", stderr: "created administrator ada@example.com\n" });
  const again = await cli.run(["admin", "create", ...ada, "--password", password], { env });
  expect(again.stderr).toBe("set a new password for administrator ada@example.com\n");
  const { stdout } = await cli.run(["admin", "token", "create", ...ada, "--json"], { env });
  const { id } = JSON.parse(stdout).personalAccessToken;
  expect((await cli.run(["admin", "token", "revoke", ...ada, "--id", id], { env })).code).toBe(0);
  expect(await cli.failure(["admin", "token", "revoke", ...ada, "--id", id], env)).toMatchObject({ code: 3 });
  expect((await cli.run(["admin", "token", "list", ...ada, "--json"], { env })).stdout).toBe(
    '{"personalAccessTokens":[]}\n',
  );
});

test("a PostgreSQL that cannot be reached is one line, and changes nothing on disk", async () => {
  const failed = await cli.failure([
    "admin",
    "create",
    ...ada,
    "--database-url",
    "postgres://me:hunter2@127.0.0.1:1/db",
  ]);
  expect(failed.code).toBeGreaterThan(0);
  expect(failed.message).toContain("PostgreSQL");
  expect(JSON.stringify(failed)).not.toContain("hunter2");
  expect(() => statSync(cli.path("data"))).toThrow("ENOENT");
});
