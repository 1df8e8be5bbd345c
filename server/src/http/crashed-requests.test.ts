import { connect } from "node:http2";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createService, type Service } from "../service.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";
import { openPorts, type Ports } from "./ports.ts";

let t: TestApp;
let ports: Ports;
let service: Service;
beforeEach(async () => {
  t = await TestApp.open(engines[0] ?? expect.fail("no engine"));
  service = createService(t.app, { reflection: false, trustedProxies: [] });
  ports = await openPorts(
    [{ kind: "plain", address: { host: "127.0.0.1", port: 0 }, setting: "addr" }],
    { maxConnections: 100, isProxy: () => false },
    (error) => error,
  );
});
afterEach(async () => {
  await ports.drain();
  await t.close();
});

const boom = (): never => {
  throw new Error("boom", { cause: Object.assign(new Error("the pipe is gone"), { code: "EPIPE" }) });
};
const lines = () => t.logLines.map((line) => JSON.parse(line));
const line = {
  level: "error",
  message: "request crashed",
  detail: expect.stringMatching(/^Error: boom\n.*crashed-requests\.test/s),
  cause: "EPIPE the pipe is gone",
};
const headers = { authorization: "Bearer svc_pat_secret", "content-type": "text/plain" };

test("a bug behind HTTP/1.1 costs one request and leaves a line in the log, without what was sent", async () => {
  ports.serve({ ...service, handle: boom });
  const call = fetch(`http://127.0.0.1:${ports.port}/secret-path`, {
    method: "POST",
    headers,
    body: "hunter2",
  });
  await expect(call).rejects.toThrow();
  expect(lines()).toMatchObject([line]);
  expect(t.logLines.join("")).not.toMatch(/hunter2|svc_pat_secret|secret-path/);
  expect(await t.app.metrics.registry.render()).toContain("svc_requests_crashed_total 1\n");
});

test("a bug behind HTTP/2 resets one stream and leaves the same line; the connection goes on", async () => {
  let isBroken = true;
  ports.serve({
    ...service,
    handleStream: (...request) => (isBroken ? boom() : service.handleStream(...request)),
  });
  const session = connect(`http://127.0.0.1:${ports.port}`);
  const ask = (): Promise<unknown> => {
    const { promise, resolve } = Promise.withResolvers<unknown>();
    const stream = session.request({ ":path": "/healthz", ...headers });
    stream.on("response", (answer) => resolve(answer[":status"]));
    stream.on("error", (error) => resolve((error as NodeJS.ErrnoException).code));
    stream.resume();
    return promise;
  };
  expect(await ask()).toBe("ERR_HTTP2_STREAM_ERROR");
  expect(lines()).toMatchObject([line]);
  isBroken = false;
  expect(await ask()).toBe(200);
  session.destroy();
});
