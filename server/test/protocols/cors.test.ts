import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { http2Request } from "./raw-http.ts";
import { openService, type ServiceServer } from "./service-server.ts";

let server: ServiceServer;
beforeAll(async () => {
  server = await openService();
});
afterAll(() => server.close());

const preflight = (path: string) =>
  fetch(`${server.url}${path}`, {
    method: "OPTIONS",
    headers: {
      origin: "https://app.example",
      "access-control-request-method": "POST",
      "access-control-request-headers": "content-type,x-svc-key,authorization",
    },
  });
const corsOf = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => name.startsWith("access-control-")));

describe.each([
  "/svc.auth.v1.AuthService/SignIn",
  "/svc.auth.v1.ConfigService/GetProjectConfig",
  "/svc.push.v1.PushService/RegisterPushDevice",
  "/svc.billing.v1.BillingService/ToCome",
  "/svc.auth.v1.AuthService/NoSuchMethod",
])("%s", (path) => {
  test("lets any origin ask, without a key and without credentials", async () => {
    const answer = await preflight(path);
    expect(answer.status).toBe(204);
    expect(corsOf(answer.headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-allow-methods": "POST",
      "access-control-allow-headers": expect.stringMatching(
        /accept-language, authorization, content-type,.*x-svc-key.*traceparent, tracestate, baggage/,
      ),
      "access-control-max-age": "7200",
    });
  });

  test.each([
    ["application/json", "{}"],
    ["application/grpc-web+proto", "\0\0\0\0\0"],
    ["text/plain", "x"],
  ])("lets any origin read the failure of a call as %s", async (contentType, body) => {
    const answer = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": contentType, origin: "https://app.example" },
      body,
    });
    expect(corsOf(answer.headers)).toEqual({
      "access-control-allow-origin": "*",
      "access-control-expose-headers": expect.stringMatching(
        /grpc-status, grpc-message, grpc-status-details-bin/,
      ),
    });
    expect(answer.headers.get("vary")).toBeNull();
  });
});

describe.each([
  "/svc.server.v1.UserService/GetUser",
  "/svc.admin.v1.ProjectService/ListProjects",
  "/svc.admin.v1.SessionService/Login",
  "/grpc.health.v1.Health/Check",
  "/grpc.health.v1.Health/Watch",
  "/svc.admin.v1.ProjectService/NoSuchMethod",
  "/xsvc.auth.v1.AuthService/SignIn",
])("%s", (path) => {
  test("permits no origin anything", async () => {
    const call = await fetch(`${server.url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: "https://app.example" },
      body: "{}",
    });
    await call.text();
    expect(corsOf((await preflight(path)).headers)).toEqual({});
    expect(corsOf(call.headers)).toEqual({});
  });
});

test("a success may be read by any origin too, and whoever is in no browser is not told of it", async () => {
  const { token } = await server.t.addAdmin();
  const { project } = await server.t.projects(token).createProject({ name: "Demo" });
  const call = (headers: Record<string, string>): Promise<Response> =>
    fetch(`${server.url}/svc.auth.v1.ConfigService/GetProjectConfig`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-svc-key": project?.publishableKey ?? "",
        ...headers,
      },
      body: "{}",
    });
  expect(corsOf((await call({})).headers)).toEqual({});
  const answer = await call({ origin: "https://app.example" });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("access-control-allow-origin")).toBe("*");
  expect(answer.headers.get("access-control-allow-credentials")).toBeNull();
});

test("OPTIONS that is no preflight is 405", async () => {
  const answer = await http2Request(server.url, {
    method: "OPTIONS",
    path: "/svc.auth.v1.AuthService/SignIn",
  });
  expect(answer.status).toBe(405);
});
