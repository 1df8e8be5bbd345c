import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { createAdmin } from "../src/domain/admins/create-admin.ts";
import { createPersonalAccessToken } from "../src/domain/admins/personal-access-tokens.ts";
import { newPostgresDatabase } from "../src/testing/engines.ts";
import { type Answer, bearer, ServedInstance } from "./served-instance.ts";
import { lineToEach, WorkerLine } from "./worker-line.ts";

const WORKERS = 2;
const PASSWORD = "correct horse battery";
const AUTH = "auth.v1.AuthService";
const PROJECTS = "admin.v1.ProjectService";

type Call = readonly [method: string, message: unknown, headers?: Record<string, string>];
type Tokens = { accessToken: string; refreshToken: string };

describe("two workers on PostgreSQL", { timeout: 300_000 }, () => {
  let server: ServedInstance;
  let root: Record<string, string>;
  let lines: WorkerLine[] = [];
  let next = 0;
  beforeAll(async () => {
    server = await ServedInstance.create({
      SVC_DATABASE_URL: await newPostgresDatabase(),
      SVC_WORKERS: String(WORKERS),
      SVC_LOG_FORMAT: "json",
      SVC_TRUSTED_PROXIES: "127.0.0.1",
    });
    root = bearer(await accessToken("root@example.com"));
    await server.start();
  }, 300_000);
  afterEach(() => {
    for (const line of lines.splice(0)) line.close();
  });
  afterAll(async () => {
    await server.stop();
    await server.close();
  }, 300_000);

  const accessToken = (email: string) =>
    server.instance.use(async (app) => {
      const { admin } = await createAdmin(app, { email, password: PASSWORD });
      return (await createPersonalAccessToken(app, admin, { name: "test", expiresInDays: 0 })).token;
    });

  async function signUp(): Promise<Tokens & { id: string; email: string }> {
    next += 1;
    const email = `user${next}@example.com`;
    const { body } = await server.call(`${AUTH}/SignUp`, { email, password: PASSWORD });
    return { ...body.tokens, id: partOf(body.tokens.accessToken, 1).sub, email };
  }

  const getMe = ({ accessToken }: Tokens): Call => [`${AUTH}/GetMe`, {}, bearer(accessToken)];

  /** The same call to each worker, one right after the other. */
  async function askEach(call: Call): Promise<Answer[]> {
    const answers: Answer[] = [];
    for (const line of lines) answers.push(await line.call(...call));
    return answers;
  }

  const reasons = (answers: readonly Answer[]) => answers.map(({ reason }) => reason);
  const everywhere = (reason: string) => Array<string>(WORKERS).fill(reason);

  test.each(["1.1", "2"] as const)("both answer on the one port over HTTP/%s", async (version) => {
    const ada = await signUp();
    lines = await lineToEach(server, WORKERS, version);
    expect(reasons(await askEach(getMe(ada)))).toEqual(everywhere(""));
    expect(await Promise.all(lines.map((line) => line.worker()))).toEqual([1, 2]);
  });

  test("are processes of their own", async () => {
    const pids = await Promise.all([1, 2].map((worker) => pidOf(server, worker)));
    expect(new Set([...pids, server.running.child.pid]).size).toBe(3);
  });

  describe("hold on the next call, whoever was told of it:", () => {
    /** Both are asked before, so that whatever one may remember is remembered. */
    async function expectRefused(reason: string, make: () => Promise<{ call: Call; undo: Call }>) {
      lines = await lineToEach(server, WORKERS);
      for (const told of lines) {
        const { call, undo } = await make();
        expect(reasons(await askEach(call)), "before").toEqual(everywhere(""));
        expect((await told.call(...undo)).reason).toBe("");
        expect(reasons(await askEach(call)), "after").toEqual(everywhere(reason));
      }
    }

    test("a session that was signed out", () =>
      expectRefused("SESSION_REVOKED", async () => {
        const ada = await signUp();
        return { call: getMe(ada), undo: [`${AUTH}/SignOut`, { refreshToken: ada.refreshToken }] };
      }));

    test("a user who was disabled", () =>
      expectRefused("SESSION_REVOKED", async () => {
        const ada = await signUp();
        const key = { "x-svc-key": server.secretKey };
        return { call: getMe(ada), undo: ["server.v1.UserService/DisableUser", { userId: ada.id }, key] };
      }));

    test("a personal access token that was revoked", () =>
      expectRefused("ADMIN_UNAUTHENTICATED", async () => {
        next += 1;
        const own = bearer(await accessToken(`admin${next}@example.com`));
        const list: Call = ["admin.v1.AdminAccountService/ListPersonalAccessTokens", {}, own];
        const { body } = await server.call(...list);
        const revoke = "admin.v1.AdminAccountService/RevokePersonalAccessToken";
        return { call: list, undo: [revoke, { id: body.personalAccessTokens[0].id }, own] };
      }));

    test("a secret key that was replaced", () =>
      expectRefused("API_KEY_INVALID", async () => {
        next += 1;
        const { body } = await server.call(`${PROJECTS}/CreateProject`, { name: `Other ${next}` }, root);
        return {
          call: ["server.v1.UserService/ListUsers", {}, { "x-svc-key": body.secretKey }],
          undo: [`${PROJECTS}/RegenerateSecretKey`, { project: body.project.id }, root],
        };
      }));

    test("a project that was deleted", () =>
      expectRefused("API_KEY_INVALID", async () => {
        const { body } = await server.call(`${PROJECTS}/CreateProject`, { name: "Gone" }, root);
        const { id, publishableKey } = body.project;
        return {
          call: ["auth.v1.ConfigService/GetProjectConfig", {}, { "x-svc-key": publishableKey }],
          undo: [`${PROJECTS}/DeleteProject`, { project: id }, root],
        };
      }));
  });

  test("a signing key that was rotated signs and verifies on both at once; one that was reset on neither", async () => {
    lines = await lineToEach(server, WORKERS);
    const [first, second] = lines;
    const ada = await signUp();
    expect(reasons(await askEach(getMe(ada)))).toEqual(everywhere(""));

    const project = server.project.slug;
    const rotated = await first?.call(`${PROJECTS}/RotateSigningKey`, { project }, root);
    const refreshed = await second?.call(`${AUTH}/RefreshToken`, { refreshToken: ada.refreshToken });
    const fresh: Tokens = refreshed?.body;
    expect(partOf(fresh.accessToken, 0).kid).toBe(rotated?.body.keys.active.kid);
    expect(reasons(await askEach(getMe(fresh)))).toEqual(everywhere(""));
    expect(reasons(await askEach(getMe(ada))), "in its grace").toEqual(everywhere(""));

    await second?.call(`${PROJECTS}/ResetSigningKey`, { project }, root);
    expect(reasons(await askEach(getMe(fresh)))).toEqual(everywhere("ACCESS_TOKEN_INVALID"));
  });

  test("count together: failures of an account and calls from an address", async () => {
    lines = await lineToEach(server, WORKERS);
    const { email } = await signUp();
    const wrong: Call = [`${AUTH}/SignIn`, { email, password: "not the password" }];
    const failures: string[] = [];
    for (let round = 0; round < 7; round++) failures.push(...reasons(await askEach(wrong)));
    expect(failures).toEqual([
      ...Array<string>(10).fill("INVALID_CREDENTIALS"),
      ...Array<string>(4).fill("RATE_LIMITED"),
    ]);

    const stranger = { "x-svc-key": "pk_nonsense", "x-forwarded-for": "203.0.113.7" };
    const unknown: Call = [`${AUTH}/GetMe`, {}, stranger];
    const statuses: Record<number, number> = {};
    for (let round = 0; round < 151; round++) {
      for (const { status } of await askEach(unknown)) statuses[status] = (statuses[status] ?? 0) + 1;
    }
    expect(statuses).toEqual({ 401: 300, 429: 2 });
  });

  test("of 64 who present one refresh token at once one succeeds, and the family is closed", async () => {
    const { accessToken, refreshToken } = await signUp();
    lines = Array.from({ length: 64 }, () => new WorkerLine(server));
    await Promise.all(lines.map((line) => line.call("auth.v1.ConfigService/GetProjectConfig", {})));
    const workers = await Promise.all(lines.map((line) => line.worker()));
    expect(new Set(workers).size).toBe(WORKERS);

    const answers = await Promise.all(
      lines.map((line) => line.call(`${AUTH}/RefreshToken`, { refreshToken })),
    );
    const won = answers.filter(({ status }) => status === 200);
    expect(won).toHaveLength(1);
    expect(new Set(reasons(answers))).not.toContain("INTERNAL");
    for (const token of [accessToken, won[0]?.body.accessToken]) {
      expect((await server.call(`${AUTH}/GetMe`, {}, bearer(token))).reason).toBe("SESSION_REVOKED");
    }
  });
});

async function pidOf(server: ServedInstance, worker: number): Promise<number> {
  const line = new RegExp(`"worker serves","worker":${worker},"pid":(\\d+)`);
  return Number((await server.running.says(line))[1]);
}

const partOf = (token: string, part: number) =>
  JSON.parse(Buffer.from(token.split(".")[part] ?? "", "base64url").toString());
