import { TokenService } from "@svc/proto/svc/server/v1/token_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { rateLimitDefaults } from "../../config/rate-limits.ts";
import { systemActor } from "../../domain/analytics/record-event.ts";
import { deleteProject } from "../../domain/projects/delete-project.ts";
import type { Project } from "../../domain/projects/project.ts";
import { regenerateSecretKey } from "../../domain/projects/regenerate-secret-key.ts";
import { updateProject } from "../../domain/projects/update-project.ts";
import { engines } from "../../testing/engines.ts";
import {
  type PasskeyDevice,
  passkeyClient,
  passkeyDevice,
  signedUp,
  withPasskeys,
} from "../../testing/passkeys.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { authMethods, passkeyMethods } from "../methods/auth.ts";
import { serverTokenMethods } from "../methods/server.ts";

const email = "ada@example.com";
const password = "correct horse battery";

type Row = { access: string; comparesProject?: boolean };

const comparing = Object.entries({
  ...authMethods,
  ...passkeyMethods,
  ...serverTokenMethods,
} as Record<string, Row>)
  .filter(([, row]) => row.comparesProject)
  .map(([name]) => name);

describe.each(engines)("a project that an earlier call has read, on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  let secretKey: string;
  let tokens: { accessToken: string; refreshToken: string };
  let device: PasskeyDevice;
  let answer: string;

  beforeEach(async () => {
    t = await TestApp.open(engine);
    ({ project, secretKey } = await t.addProject("Demo", withPasskeys));
    tokens = await t.addUser(project, email, password);
    device = passkeyDevice(t, project);
    await signedUp(device);
    answer = device.asserted(await passkeyClient(t, project).startPasskeySignIn({}));
  });
  afterEach(() => t.close());

  const introspect = (token: string) =>
    t.client(TokenService, { "x-svc-key": secretKey }).introspectToken({ token });

  /** Each with a credential that is good, and with ones that are refused before the database is asked. */
  const calls: Record<string, Record<string, () => Promise<unknown>>> = {
    getMe: {
      good: () => t.auth(project, tokens.accessToken).getMe({}),
      malformed: () => t.auth(project, "x").getMe({}),
      foreign: () => t.auth({ ...project }, `${tokens.accessToken.slice(0, -3)}AAA`).getMe({}),
    },
    signIn: {
      good: () => t.auth(project).signIn({ email, password }),
      "known device": () => t.auth(project).signIn({ email, password, deviceToken: deviceToken() }),
      "no address": () => t.auth(project).signIn({ email: "ada", password }),
    },
    signInWithPasskey: {
      good: () => passkeyClient(t, project).signInWithPasskey({ credentialJson: answer }),
      malformed: () => passkeyClient(t, project).signInWithPasskey({ credentialJson: "x" }),
      empty: () => passkeyClient(t, project).signInWithPasskey({}),
    },
    refreshToken: {
      good: () => t.auth(project).refreshToken(tokens),
      malformed: () => t.auth(project).refreshToken({ refreshToken: "x" }),
    },
    introspectToken: {
      good: () => introspect(tokens.accessToken),
      malformed: () => introspect("x"),
    },
  };
  let known = "";
  const deviceToken = () => known;

  test("these calls compare it: every one is tested here", () => {
    expect(Object.keys(calls).sort()).toEqual([...comparing, "getMe"].sort());
  });

  const cases = Object.entries(calls).flatMap(([method, kinds]) =>
    Object.keys(kinds).map((kind) => [method, kind] as const),
  );

  test.each(cases)("%s (%s): a deleted project's key is refused at once", async (method, kind) => {
    const call = calls[method]?.[kind];
    if (!call) throw new Error("no such call");
    known = (await t.auth(project).signIn({ email, password })).deviceToken;
    await introspect("x"); // the process knows both keys by now
    await deleteProject(t.app, systemActor, project.slug);
    expect(await reasonOf(call())).toBe("API_KEY_INVALID");
    expect(await reasonOf(call())).toBe("API_KEY_INVALID");
  });

  test("a secret key that was replaced is refused at once", async () => {
    expect(await introspect(tokens.accessToken)).toMatchObject({ active: true });
    await regenerateSecretKey(t.app, systemActor, project.slug);
    expect(await reasonOf(introspect(tokens.accessToken))).toBe("API_KEY_INVALID");
    expect(await reasonOf(introspect("x"))).toBe("API_KEY_INVALID");
  });

  test("a setting that was changed holds for the next call", async () => {
    await t.auth(project).signIn({ email, password });
    await updateProject(t.app, systemActor, project.id, { settings: { requireEmailVerification: true } });
    expect(await reasonOf(t.auth(project).signIn({ email, password }))).toBe("EMAIL_NOT_VERIFIED");
    await updateProject(t.app, systemActor, project.id, {
      settings: { requireEmailVerification: false, refreshTokenDays: 1 },
    });
    const { refreshToken } = await t.auth(project).refreshToken(tokens);
    t.advance(25 * 3_600_000);
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken }))).toBe("REFRESH_TOKEN_INVALID");
  });

  test("passkeys that were switched off and on again work so from the next call on", async () => {
    const { passkeys } = withPasskeys;
    const signIn = () => passkeyClient(t, project).signInWithPasskey({ credentialJson: answer });
    await device.signIn();
    await updateProject(t.app, systemActor, project.id, {
      settings: { passkeys: { ...passkeys, enabled: false } },
    });
    expect(await reasonOf(signIn())).toBe("PASSKEY_DISABLED");
    await updateProject(t.app, systemActor, project.id, { settings: { passkeys } });
    expect((await signIn()).accessToken).not.toBe("");
  });

  test("a key that nobody has any more counts against the address", async () => {
    await t.close();
    const limits = { ...rateLimitDefaults, unknown_key_address: { limit: 3, windowMs: 60_000 } };
    t = await TestApp.open(engine, { rateLimits: limits });
    ({ project } = await t.addProject());
    await reasonOf(t.auth(project).refreshToken({ refreshToken: "x" }));
    await deleteProject(t.app, systemActor, project.slug);
    const refused: string[] = [];
    for (let i = 0; i < 4; i++) {
      refused.push(await reasonOf(t.auth(project).refreshToken({ refreshToken: "x" })));
    }
    expect(refused).toEqual(["API_KEY_INVALID", "API_KEY_INVALID", "API_KEY_INVALID", "RATE_LIMITED"]);
  });
});
