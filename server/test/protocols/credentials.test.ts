import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { connectFailure } from "./outcome.ts";
import { exchange, http2Request } from "./raw-http.ts";
import { openService, type ServiceServer } from "./service-server.ts";

const LIST = "/svc.admin.v1.ProjectService/ListProjects";
const CONFIG = "/svc.auth.v1.ConfigService/GetProjectConfig";

let server: ServiceServer;
let token: string;
let key: string;
beforeAll(async () => {
  server = await openService();
  token = (await server.t.addAdmin()).token;
  key = (await server.t.projects(token).createProject({ name: "Demo" })).project?.publishableKey ?? "";
});
afterAll(() => server.close());

async function http1(path: string, fields: string): Promise<{ status: number; reason: string | undefined }> {
  const shared = "host: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: 2";
  const answer = await exchange(server.port, `POST ${path} HTTP/1.1\r\n${shared}\r\n${fields}\r\n\r\n{}`);
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
  const body = answer.slice(answer.indexOf("\r\n\r\n") + 4);
  return { status, reason: status === 200 ? undefined : connectFailure(body, () => "").reason };
}

describe("a credential that is sent twice is refused", () => {
  test.each(["authorization", "Authorization", "AUTHORIZATION"])("HTTP/1.1: %s", async (name) => {
    expect(await http1(LIST, `${name}: Bearer ${token}`)).toEqual({ status: 200, reason: undefined });
    expect(await http1(LIST, `${name}: Bearer ${token}\r\nauthorization: Bearer ${token}`)).toEqual({
      status: 400,
      reason: "INVALID_REQUEST",
    });
  });

  test("HTTP/1.1: x-svc-key", async () => {
    expect(await http1(CONFIG, `x-svc-key: ${key}`)).toEqual({ status: 200, reason: undefined });
    expect(await http1(CONFIG, `x-svc-key: ${key}\r\nX-Svc-Key: ${key}`)).toEqual({
      status: 400,
      reason: "INVALID_REQUEST",
    });
  });

  test("HTTP/2: x-svc-key", async () => {
    const headers = { "content-type": "application/json", "x-svc-key": [key, key] };
    const answer = await http2Request(server.url, { path: CONFIG, headers, body: Buffer.from("{}") });
    expect(connectFailure(answer.body.toString(), () => "")).toMatchObject({
      reason: "INVALID_REQUEST",
      metadata: { field: "x-svc-key", problem: "is sent more than once" },
    });
  });
});

describe("Authorization", () => {
  test.each(["Bearer", "bearer", "BEARER", "Bearer  "])("%j is a scheme without case", async (scheme) => {
    expect((await http1(LIST, `authorization: ${scheme} ${token}`)).status).toBe(200);
  });

  test.each([
    "Bearer",
    "Bearer a b",
    "Basic YTpi",
    "Bearer \x80\xff",
    `Bearer ${"x".repeat(8192)}`,
    "%00",
    "",
  ])("%j opens nothing", async (value) => {
    expect(await http1(LIST, `authorization: ${value}`)).toEqual({
      status: 401,
      reason: "ADMIN_UNAUTHENTICATED",
    });
  });

  test("never reaches the log", () => {
    const log = server.t.logLines.join("");
    expect(log).not.toContain(token);
    expect(log).not.toContain(key);
  });
});
