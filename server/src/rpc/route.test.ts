import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import type { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { expect, test } from "vitest";
import { adminSessionMethods } from "./methods/admin-accounts.ts";
import { type AuthHandlers, authMethods, type ConfigHandlers, configMethods } from "./methods/auth.ts";
import { healthMethods } from "./methods/health.ts";
import type { AnyMethod, Methods } from "./methods/method.ts";
import { RouteTable } from "./route.ts";

const { list, watch } = healthMethods;

test("a method without a row does not compile, and a server with one does not start", () => {
  const table = new RouteTable();
  // @ts-expect-error: `check` has no row
  const methods: Methods<typeof Health> = { list, watch };
  expect(() => table.add(Health, methods, {})).toThrow("grpc.health.v1.Health.Check declares no access");
});

test("a row that an app may call does not compile without a decision about limits", () => {
  // @ts-expect-error: `limits` is missing
  const methods: Methods<typeof ConfigService> = { getProjectConfig: { access: "publishable-key" } };
  expect(Object.keys(methods)).toEqual(Object.keys(configMethods));
});

test("a limit that counts by user does not compile where there is none", () => {
  const { limits } = authMethods.linkPassword;
  const methods: Methods<typeof ConfigService> = {
    // @ts-expect-error: the limits need a signed-in user, and the access has none
    getProjectConfig: { access: "publishable-key", limits },
  };
  expect(Object.keys(methods)).toEqual(Object.keys(configMethods));
});

test("a handler is given what its method's access promises, and nothing else compiles", () => {
  const ofUser: AuthHandlers["getMe"] = (_request, { project, signedIn }) => ({
    user: { id: `${project.id} ${signedIn.user.id}` },
  });
  // @ts-expect-error: a publishable key names a project and no user
  const ofApp: ConfigHandlers["getProjectConfig"] = (_request, { signedIn }) => ({ slug: signedIn.user.id });
  expect([typeof ofUser, typeof ofApp]).toEqual(["function", "function"]);
});

test("a route carries its row: access, limits and size, and the guards that the row asks for", () => {
  const wrapped: AnyMethod[] = [];
  const table = new RouteTable((row, handle) => {
    wrapped.push(row);
    return handle;
  });
  table.add(SessionService, adminSessionMethods, { login: async () => ({}) });
  const login = table.routes.get("/svc.admin.v1.SessionService/Login");
  expect(login).toMatchObject({ access: "own-site", maxRequestBytes: 64 * 1024 });
  expect(login?.limits).toEqual(adminSessionMethods.login.limits);
  expect(wrapped).toEqual([adminSessionMethods.login]);
  expect(table.routes.get("/svc.admin.v1.SessionService/Logout")?.handle).toBeUndefined();
});
