import { generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestDns } from "../../server/src/testing/dns.ts";
import { engines } from "../../server/src/testing/engines.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { RemoteCli } from "./remote-cli.ts";

const pem = generateKeyPairSync("rsa", { modulusLength: 2048 })
  .privateKey.export({ type: "pkcs8", format: "pem" })
  .toString();
const NAME = "s1._domainkey.example.com";

let dns: TestDns;
let t: TestApp;
let cli: RemoteCli;
let env: Record<string, string>;

beforeAll(async () => {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  dns = await TestDns.start();
  const smtp = { host: "127.0.0.1", port: 9, from: "auth@example.com" };
  t = await TestApp.open(sqlite, { smtp, dns: dns.address, rateLimits: "off" });
  cli = new RemoteCli();
  env = { SVC_URL: t.url, SVC_TOKEN: (await t.addAdmin()).token };
});
afterAll(async () => {
  cli.close();
  await t.close();
  await dns.stop();
});

const run = (args: string, input?: string) =>
  cli.run(args.split(" "), { env, ...(input !== undefined && { input }) });
const SET = "instance dkim set --domain example.com --selector s1 --key-file";

test("a key comes from standard input or a file, and the record to publish is printed", async () => {
  const none = await run("instance dkim list");
  expect(none).toMatchObject({ code: 0, stdout: "", stderr: expect.stringContaining("no domain has a key") });
  const piped = await run(`${SET} -`, pem);
  expect(piped).toMatchObject({ code: 0, stderr: expect.stringContaining("svc instance dkim check") });
  expect(piped.stdout).toMatch(new RegExp(`${NAME}[^]*v=DKIM1; k=rsa; p=[\\w+/=]{300}`));
  writeFileSync(cli.path("dkim.pem"), pem);
  const filed = await run(`${SET} dkim.pem --json`);
  expect(JSON.parse(filed.stdout)).toMatchObject({ key: { domain: "example.com", recordName: NAME } });
  expect((await run("instance dkim list")).stdout).toContain(`example.com\ts1`);
  for (const { stdout, stderr } of [piped, filed]) expect(stdout + stderr).not.toContain("PRIVATE");
});

test("a key on the command line is not read, and a missing file is said", async () => {
  expect(await run(`${SET} nowhere.pem`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("there is no file nowhere.pem"),
  });
  expect(await run(`${SET} -`, "")).toMatchObject({ code: 2, stderr: expect.stringContaining("is empty") });
});

test("check and doctor say whether DNS has the record, and how to publish it", async () => {
  const missing = await run("instance dkim check");
  expect(missing.code).not.toBe(0);
  expect(missing.stdout).toContain(`${NAME} has no TXT record of a key`);
  const doctor = async () => JSON.parse((await run("doctor --json")).stdout).checks as { id: string }[];
  expect((await doctor()).find(({ id }) => id === "dkim")).toMatchObject({
    status: "failure",
    remedy: expect.stringContaining(`publish ${NAME} TXT "v=DKIM1; k=rsa; p=`),
  });
  const { keys } = JSON.parse((await run("instance dkim list --json")).stdout);
  dns.records.set(NAME, [keys[0].recordText]);
  expect(await run("instance dkim check --domain example.com")).toMatchObject({ code: 0, stderr: "" });
  expect((await doctor()).find(({ id }) => id === "dkim")).toMatchObject({ status: "ok" });
});

test("remove needs a confirmation", async () => {
  expect(await run("instance dkim remove --domain example.com")).toMatchObject({ code: 2 });
  expect(await run("instance dkim remove --domain example.com --yes --json")).toMatchObject({ code: 0 });
  expect((await run("instance dkim list --json")).stdout).not.toContain("example.com");
  expect((await run("instance dkim check --domain example.com")).code).not.toBe(0);
});

test("senders are allowed with the relay, kept, and cleared; a project's outdated sender is said", async () => {
  const set = "instance smtp set --host 127.0.0.1 --port 9 --from auth@example.com";
  const allowed = await run(`${set} --allow-sender @acme.example --allow-sender a@b.example`);
  expect(allowed.stdout).toContain("@acme.example, a@b.example");
  expect((await run(set)).stdout).toContain("@acme.example, a@b.example");
  const spec = "slug: acme\nname: Acme\nsettings: {sender: {address: no-reply@acme.example}}\n";
  expect(await run("project apply -f - --yes", spec)).toMatchObject({ code: 0 });
  expect((await run("project get acme")).stdout).toContain("no-reply@acme.example");
  expect((await run("project get acme")).stdout).not.toContain("is not allowed any more");
  expect((await run(`${set} --allow-sender none`)).stdout).toContain("only the one above");
  expect((await run("project get acme")).stdout).toContain("no-reply@acme.example is not allowed any more");
  const { checks } = JSON.parse((await run("doctor --project acme --json")).stdout);
  expect(checks.find(({ id }: { id: string }) => id === "sender")).toMatchObject({ status: "warning" });
});
