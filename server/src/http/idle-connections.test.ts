import { IncomingMessage } from "node:http";
import { connect, type Socket } from "node:net";
import { queryObjects } from "node:v8";
import { expect, test } from "vitest";
import { createService } from "../service.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";
import { ClosingResponse } from "../wire/closing-response.ts";
import { openPorts } from "./ports.ts";

const PHONES = 50;
const CALL = [
  "POST /svc.auth.v1.AuthService/GetMe HTTP/1.1",
  "host: 127.0.0.1",
  "content-type: application/json",
  "content-length: 2",
  "",
  "{}",
].join("\r\n");

test("a connection that waits for its next call holds neither the last request nor the response", async () => {
  const t = await TestApp.open(engines[0] ?? expect.fail("no engine"));
  const ports = await openPorts(
    [{ kind: "plain", address: { host: "127.0.0.1", port: 0 }, setting: "addr" }],
    { maxConnections: 100, isProxy: () => false },
    (error) => error,
  );
  ports.serve(createService(t.app, { reflection: false, trustedProxies: [] }));
  const before = [ClosingResponse, IncomingMessage].map(count); // of other tests in this process
  const phones = Array.from({ length: PHONES }, () => connect(ports.port, "127.0.0.1"));
  try {
    for (let call = 0; call < 2; call++) {
      const answers = await Promise.all(phones.map(answerOf));
      expect(answers).toEqual(Array(PHONES).fill("HTTP/1.1 401 Unauthorized"));
    }
    const held = () => [ClosingResponse, IncomingMessage].map((each, n) => count(each) - (before[n] ?? 0));
    await expect.poll(() => Math.max(...held())).toBeLessThan(PHONES / 10);
  } finally {
    for (const phone of phones) phone.destroy();
    await ports.drain();
    await t.close();
  }
});

/** Of the objects that are alive after a full collection. */
function count(type: typeof ClosingResponse | typeof IncomingMessage): number {
  return queryObjects(type, { format: "count" });
}

async function answerOf(phone: Socket): Promise<string | undefined> {
  phone.write(CALL);
  const answer = await new Promise<Buffer>((resolve) => phone.once("data", resolve));
  return answer.toString().split("\r\n")[0];
}
