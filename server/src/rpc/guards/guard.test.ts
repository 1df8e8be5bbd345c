import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { engines } from "../../testing/engines.ts";
import { TestApp } from "../../testing/test-app.ts";
import type { Access, CallContext, Contexts } from "../context.ts";
import { guard } from "./guard.ts";

type Headers = Record<string, string>;

/** What each access promises its handler, beyond what is known of every call. */
const promised: { readonly [A in Access]: readonly (keyof Contexts[A] & keyof CallContext)[] } = {
  open: [],
  "publishable-key": ["project"],
  user: ["project", "signedIn"],
  "user-if-any": ["project"],
  "secret-key": ["project"],
  admin: ["admin", "adminCredential"],
  "admin-session": ["admin", "adminCredential", "adminSession"],
  "recent-admin": ["admin", "adminCredential"],
  "recent-admin-session": ["admin", "adminCredential", "adminSession"],
  "recent-admin-for-some-changes": ["admin", "adminCredential"],
  "own-site": [], // whoever signs in has no cookie yet
};
const accesses = Object.keys(promised) as Access[];

describe.each(engines)("the guard on $kind", (engine) => {
  let t: TestApp;
  let app: Headers;
  let user: Headers;
  let backend: Headers;
  let session: Headers;
  let token: Headers;
  beforeEach(async () => {
    t = await TestApp.open(engine, { rateLimits: "off" });
    const { project, secretKey } = await t.addProject("Demo", { allowAnonymousSignIn: true });
    const { accessToken } = await t.auth(project).signInAnonymously({});
    app = { "x-svc-key": project.publishableKey };
    user = { ...app, authorization: `Bearer ${accessToken}` };
    backend = { "x-svc-key": secretKey };
    token = { authorization: `Bearer ${(await t.addAdmin()).token}` };
    session = { cookie: await t.login(), "sec-fetch-site": "same-origin" };
  });
  afterEach(() => t.close());

  const newCall = (): CallContext => ({
    requestId: "request",
    clientIp: "192.0.2.1",
    userAgent: "",
    acceptLanguage: "",
    signal: new AbortController().signal,
    responseHeaders: {},
  });
  const outcome = async (access: Access, headers: Headers): Promise<CallContext | string> => {
    try {
      return await guard(t.app, access, headers, newCall());
    } catch (error) {
      if (error instanceof AppError) return error.reason;
      throw error;
    }
  };

  test("lets nobody in without what the access promises, whatever the credential", async () => {
    for (const access of accesses) {
      for (const headers of [{}, app, user, backend, session, token]) {
        const call = await outcome(access, headers);
        if (typeof call === "string") continue;
        const missing = promised[access].filter((name) => call[name as keyof CallContext] === undefined);
        expect(missing, `${access} with ${Object.keys(headers)}`).toEqual([]);
      }
    }
  });

  test("lets in whom the access names", async () => {
    const right: { readonly [A in Access]: Headers } = {
      open: {},
      "publishable-key": app,
      user,
      "user-if-any": app,
      "secret-key": backend,
      admin: token,
      "admin-session": session,
      "recent-admin": session,
      "recent-admin-session": session,
      "recent-admin-for-some-changes": session,
      "own-site": session,
    };
    for (const access of accesses) {
      const call = await outcome(access, right[access]);
      expect(typeof call, `${access}: ${String(call)}`).toBe("object");
      expect(Object.keys(call)).toEqual(expect.arrayContaining([...promised[access]]));
    }
  });

  test("refuses a session whose sign-in is not recent, and asks no personal access token", async () => {
    t.advance(10 * 60_000);
    expect(await outcome("recent-admin", session)).toBe("REAUTHENTICATION_REQUIRED");
    expect(await outcome("recent-admin", token)).toMatchObject({ adminCredential: { kind: "token" } });
    expect(await outcome("recent-admin-for-some-changes", session)).toMatchObject({
      adminCredential: { kind: "session" },
    });
  });

  test("refuses a personal access token where a session is needed, and an access that nobody declared", async () => {
    expect(await outcome("admin-session", token)).toBe("INVALID_REQUEST");
    expect(await outcome("recent-admin-session", token)).toBe("INVALID_REQUEST");
    await expect(outcome("none" as Access, token)).rejects.toThrow(TypeError);
  });
});
