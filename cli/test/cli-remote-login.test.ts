import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { RemoteBench, RemoteCli } from "./remote-cli.ts";

let bench: RemoteBench;
let cli: RemoteCli;
beforeAll(async () => {
  bench = await RemoteBench.open("[rate_limits]\nunknown_key_address = { limit = 8, window = '5m' }\n");
});
afterAll(() => bench.close());
beforeEach(() => {
  cli = new RemoteCli();
  return () => cli.close();
});

function login(args: readonly string[], input: string) {
  return cli.run(["login", ...args], { input });
}

describe("login", () => {
  test("validates, saves for the owner alone, makes it current, and never prints the token", async () => {
    const { code, stdout, stderr } = await login([bench.url], `  ${bench.token}\r\n\n`);
    const { host } = new URL(bench.url);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toBe(
      `logged in to ${bench.url} as ada@example.com; saved as context ${host} in ${cli.contexts}\n`,
    );
    expect(JSON.parse(readFileSync(cli.contexts, "utf8"))).toEqual({
      current: host,
      contexts: [{ name: host, url: bench.url, token: bench.token }],
    });
    expect(statSync(cli.contexts).mode & 0o777).toBe(0o600);
    expect(statSync(dirname(cli.contexts)).mode & 0o777).toBe(0o700);
    expect(readdirSync(dirname(cli.contexts))).toEqual(["contexts.json"]);
    for (const args of [
      ["context", "list"],
      ["context", "list", "--json"],
      ["instance", "get", "--json"],
    ]) {
      const shown = await cli.run(args);
      expect(shown.stdout + shown.stderr).not.toContain(bench.token);
    }
  });

  test("takes a bare host and a slash at the end, and a second login replaces the first", async () => {
    await login([`${new URL(bench.url).host}/`, "--name", "x"], bench.token);
    const { code } = await login([bench.url, "--name", "x"], bench.token);
    expect(code).toBe(0);
    expect(await cli.text("context", "list")).toBe(`x\t${bench.url}\tyes`);
  });

  test.each([
    ["no token", "\n", 2, /^the token is empty$/],
    ["a secret key", "sk_0123456789", 2, /^the token is not a personal access token/],
    ["two words", "svc_pat_a svc_pat_b", 2, /^the token is not a personal access token/],
    ["a token nobody has", `svc_pat_${"x".repeat(49)}`, 4, /does not accept the token/],
  ])("%s saves nothing", async (_, input, code, message) => {
    const { stderr, ...finished } = await login([bench.url], input);
    expect(finished).toEqual({ code, stdout: "" });
    expect(stderr).toMatch(/^svc: .*\nhint: .*\n$/);
    expect(stderr.slice(5).split("\n")[0]).toMatch(message);
    expect(stderr).not.toContain(input.trim() || "nothing");
    expect(existsSync(cli.contexts)).toBe(false);
  });

  test.each([
    ["ftp://example.com", "<url> is not an http or https address"],
    ["http://", "<url> is not an http or https address"],
    ["https://ada:pw@example.com", "<url> is more than a server URL"],
    ["https://example.com/?a=b", "<url> is more than a server URL"],
  ])("refuses the address %s", async (url, message) => {
    expect(await cli.failure(["login", url])).toMatchObject({ code: 2, message });
  });

  test("refuses a name that is no word, before the token is read", async () => {
    for (const name of ["", "two words", "-x"]) {
      expect((await cli.failure(["login", bench.url, `--name=${name}`])).message).toContain("--name is not");
    }
  });

  test("a failed login keeps what was saved", async () => {
    await login([bench.url, "--name", "good"], bench.token);
    const before = readFileSync(cli.contexts, "utf8");
    await login([bench.url, "--name", "good"], "sk_wrong");
    await login(["http://127.0.0.1:1", "--name", "good"], bench.token);
    expect(readFileSync(cli.contexts, "utf8")).toBe(before);
  });

  test("a damaged file is not overwritten", async () => {
    mkdirSync(dirname(cli.contexts), { recursive: true });
    for (const damaged of ["{", "[]", '{"contexts":[{"name":"x"}]}']) {
      writeFileSync(cli.contexts, damaged);
      const failed = await login([bench.url], bench.token);
      expect(failed).toMatchObject({ code: 6, stderr: expect.stringContaining("contexts.json is damaged") });
      expect(readFileSync(cli.contexts, "utf8")).toBe(damaged);
    }
  });

  test("http to another machine warns", async () => {
    const { stderr, code } = await login(["http://svc.invalid"], bench.token);
    expect(stderr).toMatch(/^warning: svc\.invalid is reached without encryption/);
    expect(stderr).toContain("svc: host svc.invalid not found");
    expect(code).toBe(7);
  });
});

describe("which server a command talks to", () => {
  const list = ["project", "list"];

  test("none: not logged in", async () => {
    expect(await cli.failure(list)).toEqual({
      code: 4,
      message: "you are not logged in to any server",
      hint: "svc login <url>",
    });
    expect(await cli.failure([...list, "--context", "x"])).toMatchObject({
      code: 3,
      hint: "svc login <url>",
    });
  });

  test("--context wins over SVC_CONTEXT, over SVC_URL with SVC_TOKEN, over the current one", async () => {
    await login([bench.url, "--name", "good"], bench.token);
    const stored = JSON.parse(readFileSync(cli.contexts, "utf8"));
    stored.contexts.push({ name: "down", url: "http://127.0.0.1:1", token: bench.token });
    writeFileSync(cli.contexts, JSON.stringify(stored), { mode: 0o600 });
    const variables = { SVC_URL: bench.url, SVC_TOKEN: bench.token };
    const elsewhere = { ...variables, SVC_URL: "http://127.0.0.1:1" };

    expect((await cli.run(list)).code).toBe(0);
    expect((await cli.failure(list, { SVC_CONTEXT: "down" })).code).toBe(7);
    expect((await cli.failure(list, { SVC_CONTEXT: "down", ...variables })).code).toBe(7);
    expect((await cli.run(list, { env: { SVC_CONTEXT: "good", ...elsewhere } })).code).toBe(0);
    expect((await cli.failure(list, elsewhere)).code).toBe(7);
    expect((await cli.failure([...list, "--context", "down"], variables)).code).toBe(7);
    expect((await cli.run([...list, "--context", "good"], { env: { SVC_CONTEXT: "down" } })).code).toBe(0);
    expect(await cli.failure([...list, "--context", "god"])).toMatchObject({
      code: 3,
      message: 'there is no context "god"',
      hint: "did you mean good?",
    });
  });

  test("SVC_URL without SVC_TOKEN is refused: another server would be meant", async () => {
    await login([bench.url], bench.token);
    expect(await cli.failure(list, { SVC_URL: bench.url })).toMatchObject({
      code: 2,
      message: "SVC_URL is set without SVC_TOKEN",
    });
    expect((await cli.failure(list, { SVC_TOKEN: bench.token, SVC_URL: "" })).code).toBe(2);
    expect(await cli.failure(list, { SVC_URL: bench.url, SVC_TOKEN: "sk_x" })).toMatchObject({
      code: 2,
      message: expect.stringContaining("SVC_TOKEN is not a personal access token"),
    });
  });

  test("a file that others can read warns, and the next login closes it", async () => {
    await login([bench.url], bench.token);
    chmodSync(cli.contexts, 0o644);
    expect((await cli.run(list)).stderr).toContain(
      "warning: other users of this machine can read your tokens",
    );
    await login([bench.url], bench.token);
    expect(statSync(cli.contexts).mode & 0o777).toBe(0o600);
  });
});

test("a revoked token is one line, exit code 4, and the login to type again", async () => {
  const token = await bench.newToken();
  await login([bench.url, "--name", "mine"], token);
  const { personalAccessTokens } = await cli.json("token", "list");
  const [newest] = personalAccessTokens as { id: string }[];
  expect((await cli.run(["token", "revoke", String(newest?.id), "--yes"])).code).toBe(0);
  expect(await cli.failure(["token", "list"])).toEqual({
    code: 4,
    message: `${bench.url} does not accept the token: it is wrong, expired or revoked`,
    hint: `svc login ${bench.url} --name mine`,
  });
});

test("an expired token is refused like a revoked one", async () => {
  const token = await bench.newToken();
  await login([bench.url], token);
  const db = new DatabaseSync(bench.path("data/svc.db"));
  db.exec(
    "update personal_access_tokens set expires_at = 1 where id = (select max(id) from personal_access_tokens)",
  );
  db.close();
  expect(await cli.failure(["token", "list"])).toMatchObject({ code: 4, hint: `svc login ${bench.url}` });
});

test("a rate limit is one line, exit code 7, and how long to wait", async () => {
  const wrong = `svc_pat_${"y".repeat(49)}`;
  const tries = [];
  for (let i = 0; i < 9; i++) tries.push(await login([bench.url], wrong));
  expect(tries.at(-1)).toEqual({
    code: 7,
    stdout: "",
    stderr: expect.stringMatching(/^svc: .*too many.*\nhint: try again in \d+ seconds\n$/),
  });
  expect(existsSync(cli.contexts)).toBe(false);
});
