import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { insertManyUsers } from "../../server/src/testing/many-users.ts";
import { TestApp } from "../../server/src/testing/test-app.ts";
import { AppCli } from "./app-cli.ts";

/** One call searches 6,000. */
const COUNT = 6500;

let t: TestApp;
let cli: AppCli;
beforeAll(async () => {
  const [engine] = engines;
  if (!engine) throw new Error("no engine");
  t = await TestApp.open(engine, { rateLimits: "off" });
  const { project } = await t.addProject("Acme");
  const { token } = await t.addAdmin();
  cli = new AppCli(t, token);
  const userOf = (n: number) => ({ email: `${n % 1000 === 0 ? "zq" : "u"}${n}@example.com`, createdAt: n });
  await insertManyUsers(
    t.app,
    project,
    Array.from({ length: COUNT }, (_, n) => userOf(n)),
  );
});
afterAll(async () => {
  cli.close();
  await t.close();
});

const list = ["user", "list", "--project", "acme", "--query"];
const addressesIn = (text: string): (string | undefined)[] =>
  text
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[1]);

test("user list searches a long list to its end, and fills a page of the size that was asked for", async () => {
  const all = await cli.run([...list, "zq"]);
  expect(addressesIn(all.stdout)).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `zq${n * 1000}@example.com`));
  expect(all.stderr).toBe("");
  const { users, ...rest } = JSON.parse(await cli.text(...list, "zq", "--json"));
  expect(users).toHaveLength(7);
  expect(rest).toEqual({});

  const page = await cli.run([...list, "zq", "--page-size", "2"]);
  expect(addressesIn(page.stdout)).toEqual(["zq6000@example.com", "zq5000@example.com"]);
  expect(page.stderr).toMatch(/^there are more: svc user list .*--page-token /);
  expect(await cli.run([...list, "qx"])).toEqual({ code: 0, stdout: "", stderr: "no users match\n" });
});

test("user list does not search for ever: it says what to type to search on", async () => {
  let calls = 0;
  const endless = createServer((_, response) => {
    calls += 1;
    response.setHeader("content-type", "application/json").end(`{"nextPageToken":"t${calls}"}`);
  });
  await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve));
  const { port } = endless.address() as AddressInfo;
  const { code, stderr } = await cli.run([...list, "qx"], { env: { SVC_URL: `http://127.0.0.1:${port}` } });
  endless.close();
  expect({ code, calls }).toEqual({ code: 0, calls: 200 });
  expect(stderr).toMatch(/^no users match so far\nto search on: svc user list .*--page-token t200\n$/);
});
