import type { DescMethodUnary } from "@bufbuild/protobuf";
import { Health } from "@svc/proto/grpc/health/v1/health_pb";
import { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import { ConfigService } from "@svc/proto/svc/auth/v1/config_pb";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";
import { type FrontServer, openFront } from "./front-server.ts";
import { type OpenClient, protocolClients } from "./protocol-clients.ts";

type World = { publishableKey: string; secretKey: string; token: string; slug: string };
type Case = {
  name: string;
  method: DescMethodUnary;
  input?: (world: World) => Record<string, unknown>;
  headers?: (world: World) => Record<string, string>;
  expected: (world: World) => object;
};

const withKey = (world: World) => ({ "x-svc-key": world.publishableKey });
const withToken = (world: World) => ({ authorization: `Bearer ${world.token}` });
const { createProject, getProject } = ProjectService.method;
const { getProjectConfig } = ConfigService.method;
const { check } = Health.method;

const cases: readonly Case[] = [
  {
    name: "GetProjectConfig answers the project of the key",
    method: getProjectConfig,
    headers: withKey,
    expected: () => ({ status: "Ok", message: expect.objectContaining({ projectName: "Démo ✓" }) }),
  },
  {
    name: "CreateProject answers the project and its secret key",
    method: createProject,
    input: ({ slug }) => ({ name: "Zoë", slug }),
    headers: withToken,
    expected: ({ slug }) => ({
      status: "Ok",
      message: {
        project: expect.objectContaining({ slug, name: "Zoë", createdAt: "2030-01-01T00:00:00Z" }),
        secretKey: expect.stringMatching(/^sk_\w{46}$/),
      },
    }),
  },
  {
    name: "GetProject takes a binary metadata header along",
    method: getProject,
    input: () => ({ project: "demo" }),
    headers: (world) => ({ ...withToken(world), "x-trace-bin": "AAEC/w" }),
    expected: () => ({
      status: "Ok",
      message: { project: expect.objectContaining({ slug: "demo", name: "Démo ✓" }) },
    }),
  },
  {
    name: "Health.Check says SERVING",
    method: check,
    expected: () => ({ status: "Ok", message: { status: "SERVING" } }),
  },
  {
    name: "no key is API_KEY_MISSING",
    method: getProjectConfig,
    expected: () => ({ status: "Unauthenticated", reason: "API_KEY_MISSING", metadata: {} }),
  },
  {
    name: "a key nobody has is API_KEY_INVALID",
    method: getProjectConfig,
    headers: () => ({ "x-svc-key": "pk_nobody" }),
    expected: () => ({ status: "Unauthenticated", reason: "API_KEY_INVALID", metadata: {} }),
  },
  {
    name: "a secret key on the app's surface is WRONG_SURFACE",
    method: getProjectConfig,
    headers: ({ secretKey }) => ({ "x-svc-key": secretKey }),
    expected: () => ({ status: "PermissionDenied", reason: "WRONG_SURFACE", metadata: {} }),
  },
  {
    name: "no admin credential is ADMIN_UNAUTHENTICATED",
    method: getProject,
    expected: () => ({ status: "Unauthenticated", reason: "ADMIN_UNAUTHENTICATED", metadata: {} }),
  },
  {
    name: "an unknown project is NOT_FOUND",
    method: getProject,
    input: () => ({ project: "nope" }),
    headers: withToken,
    expected: () => ({ status: "NotFound", reason: "NOT_FOUND", metadata: { resource: "project" } }),
  },
  {
    name: "a bad slug is INVALID_REQUEST and names the field",
    method: createProject,
    input: () => ({ name: "N", slug: "Ü" }),
    headers: withToken,
    expected: () => ({
      status: "InvalidArgument",
      reason: "INVALID_REQUEST",
      metadata: expect.objectContaining({ field: "slug" }),
    }),
  },
  {
    name: "a message over 64 KiB is REQUEST_TOO_LARGE",
    method: createProject,
    input: () => ({ name: "x".repeat(70_000) }),
    headers: withToken,
    expected: () => ({
      status: "InvalidArgument",
      reason: "REQUEST_TOO_LARGE",
      metadata: { max_bytes: "65536" },
    }),
  },
  {
    name: "a method that does not exist is UNIMPLEMENTED",
    method: { ...getProject, name: "NoSuchMethod" } as typeof getProject,
    headers: withToken,
    expected: () => ({ status: "Unimplemented", reason: "UNIMPLEMENTED", metadata: {} }),
  },
  {
    name: "a service that does not exist is UNIMPLEMENTED",
    method: { ...check, parent: { ...Health, typeName: "acme.v1.Nothing" } } as typeof check,
    expected: () => ({ status: "Unimplemented", reason: "UNIMPLEMENTED", metadata: {} }),
  },
];

describe.each(engines)("the same call on every protocol, on $kind", (engine) => {
  let t: TestApp;
  let world: Omit<World, "slug">;
  let configForCurl: unknown;
  beforeAll(async () => {
    t = await TestApp.open(engine);
    const { token } = await t.addAdmin();
    const { project, secretKey } = await t.projects(token).createProject({ name: "Démo ✓", slug: "demo" });
    world = { publishableKey: project?.publishableKey ?? "", secretKey, token };
    const answer = await fetch(`${t.url}/svc.auth.v1.ConfigService/GetProjectConfig`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": world.publishableKey },
      body: "{}",
    });
    configForCurl = await answer.json();
  });
  afterAll(() => t.close());

  describe.each(protocolClients.map((client, number) => ({ ...client, number })))(
    "$name",
    ({ open, number }) => {
      let client: OpenClient;
      beforeAll(() => {
        client = open(t.url);
      });
      afterAll(() => client.close());

      test.each(cases)("$name", async ({ method, input, headers, expected }) => {
        const here = { ...world, slug: `made-by-${number}` };
        const outcome = await client.call({
          method,
          input: input?.(here) ?? {},
          headers: headers?.(here) ?? {},
        });

        expect(outcome).toMatchObject({ cacheControl: "no-store", ...expected(here) });
        expect(outcome.requestId).toMatch(/^[\da-f-]{36}$/);
        if (method === getProjectConfig && outcome.status === "Ok")
          expect(outcome.message).toEqual(configForCurl);
      });

      test("failures carry the same text", async () => {
        const outcome = await client.call({ method: getProjectConfig, input: {}, headers: {} });
        expect(outcome.text).toBe("send the project's key as x-svc-key");
      });
    },
  );
});

describe.each(protocolClients)("a handler that fails, by $name", ({ open }) => {
  let front: FrontServer;
  let client: OpenClient;
  beforeAll(async () => {
    front = await openFront({
      bug() {
        throw new Error("hunter2");
      },
    });
    client = open(front.url);
  });
  afterAll(async () => {
    client.close();
    await front.listener.drain();
  });

  test("a method without a handler is UNIMPLEMENTED", async () => {
    expect(await client.call({ method: getProjectConfig, input: {}, headers: {} })).toMatchObject({
      status: "Unimplemented",
      reason: "UNIMPLEMENTED",
      metadata: {},
    });
  });

  test("a bug is INTERNAL and tells its request id only", async () => {
    const outcome = await client.call({ method: check, input: { service: "bug" }, headers: {} });
    expect(outcome).toMatchObject({
      status: "Internal",
      reason: "INTERNAL",
      text: "internal error",
      metadata: { request_id: outcome.requestId },
    });
  });
});
