import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Project } from "../src/domain/projects/project.ts";
import { previewPage } from "../src/pages/preview.ts";
import { inProcess } from "../src/rpc/in-process.ts";
import { routeTable } from "../src/rpc/router.ts";
import { type Engine, engines } from "../src/testing/engines.ts";
import { isFull } from "../src/testing/full.ts";
import { failureOf, reasonOf } from "../src/testing/reason-of.ts";
import { TestApp, type TestAppOptions } from "../src/testing/test-app.ts";

const MINUTE = 60_000;
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";
const threeGuests = { anonymous_address: { limit: 3, windowMs: 10 * MINUTE } };

const opened: TestApp[] = [];
afterEach(async () => {
  for (const t of opened.splice(0)) await t.close();
});

async function open(engine: Engine, options: TestAppOptions = {}): Promise<TestApp> {
  const t = await TestApp.open(engine, options);
  opened.push(t);
  return t;
}

const outcome = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => "OK",
    () => reasonOf(call),
  );

/** The reasons of so many calls, one after another. */
async function answers(times: number, call: () => Promise<unknown>): Promise<string[]> {
  const reasons: string[] = [];
  for (let i = 0; i < times; i++) reasons.push(await outcome(call()));
  return reasons;
}

/** Mails of the same moment are sent in any order: the sign-up's may come last. */
function newestResetToken(t: TestApp): string {
  return t.mails.findLast(({ link }) => link?.includes("/reset?"))?.token ?? "no reset mail was sent";
}

const count = (reasons: readonly string[], wanted: string): number =>
  reasons.filter((reason) => reason === wanted).length;

describe.each(engines)("rate limits of a server on $kind", (engine) => {
  let t: TestApp;
  let project: Project;
  beforeEach(async () => {
    t = await open(engine, { hashesAsServed: isFull });
    ({ project } = await t.addProject("Demo", { allowAnonymousSignIn: true }));
  });

  const signIn = (password: string, email = EMAIL) => t.auth(project).signIn({ email, password });
  const guest = (of: TestApp, forwardedFor = "") =>
    of
      .authWith({ "x-svc-key": project.publishableKey, "x-forwarded-for": forwardedFor })
      .signInAnonymously({});

  test("the eleventh wrong password is refused until the minute is over, then the right one is welcome", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    expect(await answers(12, () => signIn("wrong"))).toEqual([
      ...Array<string>(10).fill("INVALID_CREDENTIALS"),
      "RATE_LIMITED",
      "RATE_LIMITED",
    ]);
    expect(await failureOf(signIn(PASSWORD))).toEqual({
      code: "ResourceExhausted",
      reason: "RATE_LIMITED",
      metadata: { retry_after_seconds: "60" },
    });
    t.advance(MINUTE);
    await signIn(PASSWORD);
    expect(count(await answers(11, () => signIn("wrong")), "INVALID_CREDENTIALS")).toBe(10);
  });

  test("the refusal is the same, byte for byte, whether or not the email has an account", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const refusal = async (email: string) => {
      await answers(10, () => signIn("wrong", email));
      const answer = await fetch(`${t.url}/svc.auth.v1.AuthService/SignIn`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-svc-key": project.publishableKey },
        body: JSON.stringify({ email, password: "wrong" }),
      });
      const headers = Object.fromEntries(answer.headers);
      return {
        status: answer.status,
        body: await answer.text(),
        headers: { ...headers, date: "", "x-request-id": "" },
      };
    };
    const known = await refusal(EMAIL);
    expect(known).toMatchObject({ status: 429, headers: { "retry-after": "60" } });
    expect(await refusal("nobody@example.com")).toEqual(known);
  });

  test("of 200 wrong passwords at once ten are looked at", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    const reasons = await Promise.all(Array.from({ length: 200 }, () => outcome(signIn("wrong"))));
    expect(count(reasons, "INVALID_CREDENTIALS")).toBe(10);
    expect(count(reasons, "RATE_LIMITED")).toBe(190);
    const failed = t.app.db.selectFrom("events").selectAll().where("kind", "=", "user.sign_in_failed");
    const recorded = (await failed.execute()).map(({ data }) => JSON.parse(data).reason);
    expect(recorded.filter((reason) => reason === undefined)).toHaveLength(10);
    expect(recorded.filter((reason) => reason === "throttled")).toHaveLength(1);
  });

  test("30 right passwords at once all sign in", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    await answers(9, () => signIn("wrong"));
    const reasons = await Promise.all(Array.from({ length: 30 }, () => outcome(signIn(PASSWORD))));
    expect(count(reasons, "OK")).toBe(30);
  });

  test("whoever is locked out by others' failures gets in at once by a password reset", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    await answers(10, () => signIn("wrong"));
    await t.auth(project).requestPasswordReset({ email: EMAIL });
    await t.deliverMail();
    const token = newestResetToken(t);
    await t.auth(project).confirmPasswordReset({ token, newPassword: "another good password" });
    await signIn("another good password");
  });

  test("whoever fails on and on locks nobody out for longer than 15 minutes", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    for (let round = 0; round < (isFull ? 15 : 5); round++) {
      await answers(11, () => signIn("wrong"));
      t.advance(15 * MINUTE);
    }
    await signIn(PASSWORD);
  });

  test("a fourth mail at once is answered alike but not sent, then one goes every 7.5 minutes", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    t.advance(10 * MINUTE);
    const mailsTo = async (email: string) => {
      expect(new Set(await answers(5, () => t.auth(project).requestPasswordReset({ email })))).toEqual(
        new Set(["OK"]),
      );
      const mails = t.app.db.selectFrom("outbox").selectAll().where("recipient", "=", email);
      return (await mails.where("kind", "=", "reset_password").execute()).length;
    };
    expect(await mailsTo(EMAIL)).toBe(3);
    expect(await mailsTo("nobody@example.com")).toBe(3);
    t.advance(7.5 * MINUTE - 1);
    expect(await mailsTo(EMAIL)).toBe(3);
    t.advance(1);
    expect(await mailsTo(EMAIL)).toBe(4);
    for (let sent = 5; sent <= 10; sent++) {
      t.advance(7.5 * MINUTE);
      expect(await mailsTo(EMAIL)).toBe(sent);
    }
    t.advance(22.5 * MINUTE);
    expect(await mailsTo(EMAIL)).toBe(13);
  });

  test("a mail that is not sent leaves the link of the one before it good", async () => {
    await t.addUser(project, EMAIL, PASSWORD);
    t.advance(10 * MINUTE);
    const ask = () => t.auth(project).requestPasswordReset({ email: EMAIL });
    await answers(3, ask);
    await t.deliverMail();
    const token = newestResetToken(t);
    await answers(3, ask);
    await t.deliverMail();
    await t.auth(project).confirmPasswordReset({ token, newPassword: "another good password" });
    await signIn("another good password");
  });

  test("old tokens of a session that is closed are refused after 30 failures, whichever they are", async () => {
    const first = await t.addUser(project, EMAIL, PASSWORD);
    const second = await t.auth(project).refreshToken({ refreshToken: first.refreshToken });
    const tokens = [first, second].map(({ refreshToken }) => refreshToken);
    let turn = 0;
    const reasons = await answers(32, () =>
      t.auth(project).refreshToken({ refreshToken: tokens[turn++ % 2] ?? "" }),
    );
    expect(reasons[0]).toBe("REFRESH_TOKEN_REUSED");
    expect(new Set(reasons.slice(1, 30))).toEqual(new Set(["REFRESH_TOKEN_INVALID"]));
    expect(reasons.slice(30)).toEqual(["RATE_LIMITED", "RATE_LIMITED"]);
  });

  test("300 unknown keys a minute, then a known key is still welcome", async () => {
    const unknown = t.authWith({ "x-svc-key": "pk_nonsense" });
    expect(count(await answers(150, () => unknown.getMe({})), "API_KEY_INVALID")).toBe(150);
    const admin = t.projects("svc_pat_nonsense");
    expect(count(await answers(150, () => admin.listProjects({})), "ADMIN_UNAUTHENTICATED")).toBe(150);
    expect(await outcome(unknown.getMe({}))).toBe("RATE_LIMITED");
    expect(await outcome(admin.listProjects({}))).toBe("RATE_LIMITED");
    expect(await outcome(t.authWith({}).getMe({}))).toBe("API_KEY_MISSING");
    expect(await outcome(guest(t))).toBe("OK");
    t.advance(MINUTE);
    expect(await outcome(unknown.getMe({}))).toBe("API_KEY_INVALID");
  });

  test("a forged X-Forwarded-For from a peer that is not trusted changes nothing", async () => {
    const other = await open(engine, {
      database: t.database,
      rateLimits: threeGuests,
    });
    let i = 0;
    expect(await answers(5, () => guest(other, `198.51.100.${++i}`))).toEqual([
      "OK",
      "OK",
      "OK",
      "RATE_LIMITED",
      "RATE_LIMITED",
    ]);
  });

  test("behind a trusted proxy each client counts alone, and an IPv6 network as one client", async () => {
    const other = await open(engine, {
      database: t.database,
      rateLimits: threeGuests,
      trustedProxies: ["127.0.0.1"],
    });
    let i = 0;
    expect(count(await answers(10, () => guest(other, `198.51.100.${++i}`)), "OK")).toBe(10);
    expect(count(await answers(10, () => guest(other, `203.0.113.${++i}, 192.0.2.1`)), "OK")).toBe(3);
    expect(count(await answers(10, () => guest(other, `2001:db8::${++i}`)), "OK")).toBe(3);
    expect(count(await answers(2, () => guest(other, "2001:db8:0:1::1")), "OK")).toBe(2);
  });

  test("a page that calls in the process is limited like its visitor", async () => {
    const other = await open(engine, {
      database: t.database,
      rateLimits: threeGuests,
    });
    const call = inProcess(other.app, routeTable(other.app, () => true, previewPage).routes);
    const visitor = { publishableKey: project.publishableKey, clientIp: "127.0.0.1", userAgent: "" };
    await guest(other);
    const guests = Array.from({ length: 3 }, () => call(AuthService.method.signInAnonymously, {}, visitor));
    const settled = await Promise.allSettled(guests);
    expect(settled.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "fulfilled", "rejected"]);
    expect(await outcome(guest(other))).toBe("RATE_LIMITED");
  });

  test("what an account has failed survives a restart", async () => {
    await answers(10, () => signIn("wrong"));
    await opened.pop()?.close();
    const again = await open(engine, { database: t.database });
    expect(await outcome(again.auth(project).signIn({ email: EMAIL, password: "wrong" }))).toBe(
      "RATE_LIMITED",
    );
  });

  test("switched off, nothing is refused", async () => {
    const other = await open(engine, {
      database: t.database,
      rateLimits: "off",
    });
    const wrong = () => other.auth(project).signIn({ email: EMAIL, password: "wrong" });
    expect(count(await answers(30, wrong), "INVALID_CREDENTIALS")).toBe(30);
    const ask = () => other.auth(project).requestPasswordReset({ email: EMAIL });
    expect(count(await answers(30, ask), "OK")).toBe(30);
    expect(await other.app.db.selectFrom("outbox").selectAll().execute()).toHaveLength(30);
  });
});

describe.each(engines.filter(({ kind }) => kind === "postgres"))("two replicas on $kind", (engine) => {
  test("count addresses, accounts and mails together", async () => {
    const one = await open(engine, { rateLimits: threeGuests });
    const two = await open(engine, { rateLimits: threeGuests, database: one.database });
    const { project } = await one.addProject("Demo", { allowAnonymousSignIn: true });
    let i = 0;
    const auth = () => (i++ % 2 ? two : one).auth(project);

    expect(count(await answers(6, () => auth().signInAnonymously({})), "OK")).toBe(3);
    const wrong = () => auth().signIn({ email: EMAIL, password: "wrong" });
    const reasons = await Promise.all(Array.from({ length: 100 }, () => outcome(wrong())));
    expect(count(reasons, "INVALID_CREDENTIALS")).toBe(10);
    await answers(8, () => auth().requestPasswordReset({ email: EMAIL }));
    expect(await one.app.db.selectFrom("outbox").selectAll().execute()).toHaveLength(3);
  });
});
