import { spawnSync } from "node:child_process";
import { createHash, randomInt } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createLocalJWKSet, jwtVerify } from "jose";
import { afterEach, beforeEach, describe, expect, inject, test } from "vitest";
import { Cli, main, node } from "../../cli/test/cli-runner.ts";
import { openLocal } from "../src/compose.ts";
import { loadConfig } from "../src/config/load-config.ts";
import { readTarGz } from "../src/http/tar.ts";
import { migrations } from "../src/storage/migrate.ts";
import { engines } from "../src/testing/engines.ts";
import { times } from "../src/testing/full.ts";
import { hasStrace, notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";

/** A folder per release, each with a data directory that it has written and what was put into it. */
const FIXTURES = join(import.meta.dirname, "fixtures");
const releases = readdirSync(FIXTURES);

type Facts = {
  madeAt: number;
  slug: string;
  publishableKey: string;
  adminEmail: string;
  adminPassword: string;
  email: string;
  password: string;
  userId: string;
  refreshToken: string;
  accessToken: string;
  guestRefreshToken: string;
  logo: string;
  baseUrl: string;
};

let home: string;
let data: string;
beforeEach(() => {
  home = mkdtempSync(join(inject("scratch"), "upgrade-"));
  data = join(home, "data");
});
afterEach(() => rmSync(home, { recursive: true }));

function unpack(release: string): Facts {
  for (const { name, content } of readTarGz(readFileSync(join(FIXTURES, release, "data.tar.gz"))).entries) {
    mkdirSync(dirname(join(data, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(data, name), content, { mode: 0o600 });
  }
  mkdirSync(join(data, "uploads"), { mode: 0o700 });
  return JSON.parse(readFileSync(join(FIXTURES, release, "facts.json"), "utf8"));
}

async function openAndClose(): Promise<void> {
  const app = await openLocal(loadConfig({ flags: {}, env: { SVC_DATA_DIR: data }, cwd: home }), {
    mayCreate: true,
  });
  await app.close();
}

function copies(): string[] {
  const folder = join(data, "backups-before-upgrade");
  return existsSync(folder) ? readdirSync(folder).sort() : [];
}

test("every release has its data directory here", () => {
  expect(releases).toContain("0.1.0");
});

describe.each(releases)("a data directory of svc %s", (release) => {
  test("is upgraded, and everything in it works: passwords, sessions, tokens, guests, uploads, administrators", async () => {
    const facts = unpack(release);
    await openAndClose();
    const t = await TestApp.open(engines[0] as (typeof engines)[number], {
      database: { kind: "sqlite", file: join(data, "svc.db") },
      masterKey: readFileSync(join(data, "keys/master.key")),
      now: facts.madeAt + 60_000,
      baseUrl: facts.baseUrl,
    });
    try {
      const auth = t.authWith({ "x-svc-key": facts.publishableKey });
      const { email, password } = facts;
      expect((await auth.signIn({ email, password })).user).toMatchObject({
        id: facts.userId,
        email,
        displayName: "Ada",
      });
      const { refreshToken } = facts;
      expect((await auth.refreshToken({ refreshToken })).user?.id).toBe(facts.userId);
      const guest = await auth.refreshToken({ refreshToken: facts.guestRefreshToken });
      expect(guest.user?.isAnonymous).toBe(true);
      const me = await t
        .authWith({ "x-svc-key": facts.publishableKey, authorization: `Bearer ${facts.accessToken}` })
        .getMe({});
      expect(me.user?.id).toBe(facts.userId);

      const jwks = await (await fetch(`${t.url}/p/${facts.slug}/.well-known/jwks.json`)).json();
      const currentDate = new Date(t.app.clock());
      const { payload } = await jwtVerify(facts.accessToken, createLocalJWKSet(jwks), { currentDate });
      expect(payload.sub).toBe(facts.userId);
      expect((await fetch(`${t.url}${facts.logo}`)).status).toBe(200);
      expect(await t.login(facts.adminEmail, facts.adminPassword)).toMatch(/^(__Host-)?svc_admin=/);
    } finally {
      await t.close();
    }
  });

  test("keeps when its users were last active and last signed in", async () => {
    unpack(release);
    const read = (statement: string) => {
      const file = new DatabaseSync(join(data, "svc.db"), { readOnly: true });
      const rows = file.prepare(statement).all();
      file.close();
      return rows;
    };
    const before = read("select id, last_active_at, last_sign_in_at from users order by id");
    expect(before.length).toBeGreaterThan(1);
    await openAndClose();
    const columns = "user_id as id, last_active_at, last_sign_in_at";
    expect(read(`select ${columns} from user_activity order by user_id`)).toEqual(before);
  });

  test("keeps the sessions of its users unlimited, while a new project has a limit of 100", async () => {
    const { slug } = unpack(release);
    await openAndClose();
    const t = await TestApp.open(engines[0] as (typeof engines)[number], {
      database: { kind: "sqlite", file: join(data, "svc.db") },
      masterKey: readFileSync(join(data, "keys/master.key")),
    });
    try {
      const { token } = await t.addAdmin();
      const projects = t.projects(token);
      const limitOf = async (project: string) =>
        (await projects.getProject({ project })).project?.settings?.maxSessionsPerUser;
      expect(await limitOf(slug)).toBe(0);
      await projects.createProject({ name: "New", slug: "new" });
      expect(await limitOf("new")).toBe(100);
    } finally {
      await t.close();
    }
  });

  test("is copied before it is upgraded, once, for its owner only, and the copy is what it was", async () => {
    unpack(release);
    const before = new DatabaseSync(join(data, "svc.db"), { readOnly: true });
    const names = before
      .prepare("select name from migrations order by name")
      .all()
      .map(({ name }) => String(name));
    before.close();
    await openAndClose();
    expect(copies()).toEqual([`svc-${names.at(-1)}.db`]);
    const copy = join(data, "backups-before-upgrade", copies()[0] ?? "");
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(copy)).mode & 0o777).toBe(0o700);
    const old = new DatabaseSync(copy, { readOnly: true });
    expect(
      old
        .prepare("select name from migrations order by name")
        .all()
        .map(({ name }) => name),
    ).toEqual(names);
    expect(old.prepare("pragma integrity_check").get()).toEqual({ integrity_check: "ok" });
    old.close();

    const sum = createHash("sha256").update(readFileSync(copy)).digest("hex");
    await openAndClose();
    expect(createHash("sha256").update(readFileSync(copy)).digest("hex")).toBe(sum);
  });

  test("opened by several at once is upgraded once, and the copy is the old one", async () => {
    unpack(release);
    const cli = new Cli();
    const create = (n: number) =>
      cli.runProcess(["admin", "create", "--email", `a${n}@example.com`, "--data-dir", data]);
    const ended = await Promise.all([1, 2, 3].map(create));
    cli.close();
    expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(
      ended.filter(({ stderr }) => stderr.includes("copied the database before its upgrade")),
    ).toHaveLength(1);
    expect(copies()).toHaveLength(1);
    const old = new DatabaseSync(join(data, "backups-before-upgrade", copies()[0] ?? ""), { readOnly: true });
    const { count } = old.prepare("select count(*) as count from migrations").get() as { count: number };
    old.close();
    expect(count).toBeLessThan(migrations.length);
  });

  test("killed at any moment of its upgrade is upgraded by the next start, and the copy is the old one", {
    timeout: 300_000,
  }, async (context) => {
    if (!hasStrace()) notRun(context, "strace is not installed or not allowed");
    for (let kill = 0; kill < times(2, 60); kill++) {
      rmSync(data, { recursive: true, force: true });
      unpack(release);
      const call = ["pwrite64", "fsync", "fdatasync", "rename"][kill % 4] ?? "";
      const fault = `inject=${call}:signal=SIGKILL:when=${randomInt(1, call === "pwrite64" ? 150 : 4)}`;
      const args = ["-f", "-qq", "-o", "/dev/null", "-e", `trace=${call}`, "-e", fault, node, main];
      const command = ["admin", "create", "--email", "a@example.com", "--data-dir", data];
      spawnSync("strace", [...args, ...command], { cwd: home, env: { PATH: process.env.PATH } });
      await openAndClose();
      const [copy = ""] = copies().filter((name) => name.startsWith("svc-0007"));
      const old = new DatabaseSync(join(data, "backups-before-upgrade", copy), { readOnly: true });
      expect(old.prepare("select max(name) as last from migrations").get()).toEqual({
        last: "0007-provider-secrets",
      });
      old.close();
    }
  });

  test("keeps the last three copies", async () => {
    unpack(release);
    const folder = join(data, "backups-before-upgrade");
    mkdirSync(folder);
    for (const [n, name] of ["svc-0001-a.db", "svc-0002-b.db", "svc-0003-c.db", "mine.db"].entries()) {
      writeFileSync(join(folder, name), "");
      utimesSync(join(folder, name), 1000 + n, 1000 + n);
    }
    await openAndClose();
    expect(copies()).toEqual([
      "mine.db",
      "svc-0002-b.db",
      "svc-0003-c.db",
      expect.stringMatching(/^svc-0007-/),
    ]);
  });
});

test("a new data directory makes no copy", async () => {
  await openAndClose();
  await openAndClose();
  expect(copies()).toEqual([]);
});

test("a database from the future is refused before anything is copied", async () => {
  unpack("0.1.0");
  const newer = new DatabaseSync(join(data, "svc.db"));
  newer.exec("insert into migrations values ('9999-later', 0)");
  newer.close();
  await expect(openAndClose()).rejects.toThrow("newer migration 9999-later");
  expect(copies()).toEqual([]);
});
