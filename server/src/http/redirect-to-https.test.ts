import { request } from "node:http";
import { connect } from "node:http2";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { putAcmeChallenge } from "../storage/acme.ts";
import { engines } from "../testing/engines.ts";
import { TestApp } from "../testing/test-app.ts";
import { createListener, type Listener } from "./listener.ts";
import { redirectToHttps } from "./redirect-to-https.ts";

const CHALLENGE = "/.well-known/acme-challenge";

describe.each(engines)("the port beside HTTPS on $kind", (engine) => {
  let t: TestApp;
  let listener: Listener;
  let port: number;
  beforeEach(async () => {
    t = await TestApp.open(engine, { baseUrl: "https://auth.example.com" });
    listener = createListener();
    listener.serve(redirectToHttps(t.app));
    port = await listener.listen({ host: "127.0.0.1", port: 0 });
  });
  afterEach(async () => {
    await listener.drain();
    await t.close();
  });

  /** As it is: `fetch` would tidy the path up. */
  function ask(path: string, method = "GET", headers: Record<string, string> = {}) {
    return new Promise<{ status: number; location: string | undefined; body: string }>((resolve, reject) => {
      request({ port, host: "127.0.0.1", path, method, headers, agent: false }, async (response) => {
        let body = "";
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, location: response.headers.location, body });
      })
        .once("error", reject)
        .end(method === "POST" ? "{}" : undefined);
    });
  }

  test.each(["/", "/console/?a=b&c=%2F", "//evil.example/x", "/\\evil.example", "/.well-known/jwks.json"])(
    "sends %s on to the base URL, whatever the host",
    async (path) => {
      for (const method of ["GET", "HEAD"]) {
        expect(await ask(path, method, { host: "evil.example" })).toEqual({
          status: 301,
          location: `https://auth.example.com${path}`,
          body: "",
        });
      }
    },
  );

  test.each(["http://evil.example/", "*"])("does not send %s anywhere", async (target) => {
    expect(await ask(target)).toMatchObject({ status: 400, location: undefined });
  });

  test.each(["POST", "PUT", "DELETE", "OPTIONS"])("refuses %s and says where to go", async (method) => {
    const { status, location, body } = await ask("/svc.auth.v1.AuthService/SignIn", method);
    expect({ status, location }).toEqual({ status: 400, location: undefined });
    expect(JSON.parse(body)).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { problem: "use https://auth.example.com: nothing but GET is answered in clear text" },
    });
  });

  test("refuses gRPC without encryption", async () => {
    const session = connect(`http://127.0.0.1:${port}`);
    const stream = session.request({
      ":method": "POST",
      ":path": "/grpc.health.v1.Health/Check",
      "content-type": "application/grpc",
    });
    stream.end();
    const status = await new Promise((resolve) =>
      stream.once("response", (head) => resolve(head[":status"])),
    );
    expect(status).toBe(400);
    session.destroy();
  });

  test("answers the authority until the challenge is over, and nobody who guesses", async () => {
    await putAcmeChallenge(t.app.db, "to-ken_1", "to-ken_1.thumb", t.app.clock() + 1000);
    expect(await ask(`${CHALLENGE}/to-ken_1`)).toMatchObject({ status: 200, body: "to-ken_1.thumb" });
    for (const token of ["other", "to-ken_", "to-ken_1'--"]) {
      expect((await ask(`${CHALLENGE}/${token}`)).body).not.toContain("thumb");
    }
    expect(await ask(`${CHALLENGE}/other`)).toMatchObject({ status: 404 });
    t.advance(1000);
    expect(await ask(`${CHALLENGE}/to-ken_1`)).toMatchObject({ status: 404 });
  });
});
