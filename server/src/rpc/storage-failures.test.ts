import { afterAll, afterEach, beforeEach, expect, test } from "vitest";
import { createListener, type Listener } from "../http/listener.ts";
import { createService } from "../service.ts";
import { openDatabase } from "../storage/open.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";

let t: TestApp;
let listener: Listener;
let url: string;
const nobody = openDatabase({ kind: "postgres", url: "postgres://svc@127.0.0.1:9/svc" });
beforeEach(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail("no engine"));
  listener = createListener();
  url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
  const { handle } = createService({ ...t.app, db: nobody }, { reflection: false, trustedProxies: [] });
  listener.serve(handle);
});
afterEach(async () => {
  await listener.drain();
  await t.close();
});
afterAll(() => nobody.destroy());

const logged = () => t.logLines.map((line) => JSON.parse(line)).at(-1);

test("a database that does not answer is told to the caller, and why stands in the log only", async () => {
  const { project } = await t.addProject();
  const answer = await fetch(`${url}/svc.auth.v1.AuthService/SignIn`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-svc-key": project.publishableKey },
    body: '{"email":"ada@example.com","password":"hunter2 hunter2"}',
  });
  const text = await answer.text();
  expect(text).toContain("STORAGE_UNAVAILABLE");
  expect(text).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
  expect(logged()).toMatchObject({
    message: "rpc",
    status: "STORAGE_UNAVAILABLE",
    cause: "ECONNREFUSED connect ECONNREFUSED 127.0.0.1:9",
  });
  expect(t.logLines.join("")).not.toContain("hunter2");
});

test("so does that of a plain request, which has no line otherwise", async () => {
  const answer = await fetch(`${url}/p/demo/.well-known/jwks.json`);
  expect(answer.status).toBe(503);
  expect(await answer.text()).not.toMatch(/ECONNREFUSED|127\.0\.0\.1/);
  expect(logged()).toMatchObject({
    level: "error",
    message: "http",
    path: "/p/demo/.well-known/jwks.json",
    cause: "ECONNREFUSED connect ECONNREFUSED 127.0.0.1:9",
  });
});
