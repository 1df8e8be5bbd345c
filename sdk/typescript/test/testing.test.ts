import { beforeAll, describe, expect, test } from "vitest";
import { billing } from "../src/billing.ts";
import { errorInfoOf } from "../src/error-info.ts";
import type { AuthClient } from "../src/sdk.ts";
import { createTestAuth } from "../src/testing.ts";
import { createTestServer } from "../src/testing-kit/test-server.ts";
import { DeviceClock } from "./device-clock.ts";
import { TestProject } from "./test-project.ts";
import { Journal, scenarios, type World } from "./testing-scenarios.ts";

let project: TestProject;
beforeAll(async () => {
  project = await TestProject.create();
});

function realWorld(): World {
  const clock = new DeviceClock();
  const admin = async (method: string, { user }: AuthClient) => {
    await project.admin(`UserService/${method}`, { project: project.slug, userId: user?.id });
  };
  return {
    device: () => project.client({ clock }),
    passTime: (ms) => clock.pass(ms),
    disable: (client) => admin("DisableUser", client),
    endSessions: (client) => admin("RevokeUserSessions", client),
  };
}

async function worldInMemory(): Promise<World> {
  const { anotherDevice, passTime, endSession, failNext } = await createTestAuth({ as: "signedOut" });
  return {
    device: anotherDevice,
    passTime,
    disable: async () => {
      endSession();
      failNext("SignIn", "USER_DISABLED");
    },
    endSessions: async () => endSession(),
  };
}

describe.each(Object.entries(scenarios))("%s", (_name, { run, sees }) => {
  test.each([
    ["the real server", realWorld],
    ["the server in memory", worldInMemory],
  ])("looks as expected on %s", async (_server, open) => {
    const journal = new Journal();
    await run(await open(), journal);
    expect(journal.lines).toEqual(sees);
  });
});

type Ask = (method: string, request?: object, token?: string) => Promise<Record<string, unknown>>;

function asker(fetcher: typeof fetch, url: string, key: string): Ask {
  return async (method, request = {}, token) => {
    const service = method === "GetProjectConfig" ? "ConfigService" : "AuthService";
    const response = await fetcher(`${url}/svc.auth.v1.${service}/${method}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-svc-key": key,
        ...(token && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(request),
    });
    return (await response.json()) as Record<string, unknown>;
  };
}

/** The names and types of everything in an answer. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(shapeOf);
  if (value === null || typeof value !== "object") return typeof value;
  const fields = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(fields.map(([name, part]) => [name, shapeOf(part)]));
}

const claimsOf = (token: unknown): unknown =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());

async function answersOf(ask: Ask): Promise<Record<string, unknown>> {
  const password = "four words and more";
  const account = { email: "shapes@example.com", password };
  const signUp = await ask("SignUp", account);
  const signIn = await ask("SignIn", account);
  const guest = await ask("SignInAnonymously");
  const refreshed = await ask("RefreshToken", { refreshToken: guest.refreshToken });
  const linked = await ask(
    "LinkPassword",
    { email: "linked@example.com", password },
    String(refreshed.accessToken),
  );
  const token = String(signIn.accessToken);
  const answers = {
    signUp,
    signIn,
    guest,
    refreshed,
    linked,
    claims: claimsOf(token),
    guestClaims: claimsOf(guest.accessToken),
    me: await ask("GetMe", {}, token),
    updated: await ask("UpdateMe", { displayName: "Ada" }, token),
    sessions: await ask("ListMySessions", {}, token),
    others: await ask("RevokeMyOtherSessions", {}, token),
    changed: await ask("ChangePassword", { currentPassword: password, newPassword: `${password}!` }, token),
    reset: await ask("RequestPasswordReset", { email: "shapes@example.com" }),
    left: await ask("SignOut", { refreshToken: guest.refreshToken }),
    deleted: await ask("DeleteAccount", {}, token),
    config: await ask("GetProjectConfig"),
  };
  return answers;
}

test("the server in memory answers with the same fields as the real one, and with the same claims", async () => {
  const { url, publishableKey } = await TestProject.create();
  const { fetch: fake } = createTestServer(Date.now);
  const real = await answersOf(asker(fetch, url, publishableKey));
  const ours = await answersOf(asker(fake, "https://auth.test", "pk_test"));
  for (const [name, answer] of Object.entries(real)) {
    expect(answer, name).not.toHaveProperty("code");
    expect(shapeOf(ours[name]), name).toEqual(shapeOf(answer));
  }
});

test("setEntitlements answers with the same fields as the real server", async () => {
  const shop = await TestProject.create();
  await shop.sell();
  const client = shop.client();
  await client.signInAnonymously();
  await shop.grant(client.user?.id);
  const test = await createTestAuth({ as: "signedIn" });
  test.setEntitlements("pro");
  const [real] = await billing(client).entitlements();
  expect(await billing(test.client).entitlements()).toEqual([real]);
});

test.each([
  ["the real server", () => asker(fetch, project.url, project.publishableKey)],
  ["the server in memory", () => asker(createTestServer(Date.now).fetch, "https://auth.test", "pk_test")],
])("on %s a refresh token is good once, and again for the same attempt only", async (_server, open) => {
  const ask = open();
  const { refreshToken } = await ask("SignInAnonymously");
  const [attempt, stranger] = ["a".repeat(32), "b".repeat(32)];
  const first = await ask("RefreshToken", { refreshToken, attemptId: attempt });
  const again = await ask("RefreshToken", { refreshToken, attemptId: attempt });
  expect(again.refreshToken).toBe(first.refreshToken);
  const reasonOf = async (request: object) =>
    errorInfoOf((await ask("RefreshToken", request)).details)?.reason;
  expect(await reasonOf({ refreshToken, attemptId: stranger })).toBe("REFRESH_TOKEN_REUSED");
  expect(await reasonOf({ refreshToken: first.refreshToken })).toBe("REFRESH_TOKEN_INVALID");
  expect(await reasonOf({ refreshToken: "nonsense" })).toBe("REFRESH_TOKEN_INVALID");

  const second = await ask("SignInAnonymously");
  const used = await ask("RefreshToken", { refreshToken: second.refreshToken, attemptId: attempt });
  const newest = await ask("RefreshToken", { refreshToken: used.refreshToken, attemptId: stranger });
  const late = { refreshToken: second.refreshToken, attemptId: attempt };
  expect(await reasonOf(late)).toBe("REFRESH_TOKEN_INVALID");
  expect((await ask("RefreshToken", { refreshToken: newest.refreshToken })).accessToken).toBeDefined();
  expect(await reasonOf({ ...late, attemptId: stranger })).toBe("REFRESH_TOKEN_REUSED");
});
