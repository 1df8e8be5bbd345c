import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { engines } from "../../src/testing/engines.ts";
import { codeOf } from "../../src/testing/mailed-code.ts";
import { OAuthBench } from "../../src/testing/oauth.ts";
import { passkeyDevice, withPasskeys } from "../../src/testing/passkeys.ts";
import { leaveUpgradeUnfinished } from "../../src/testing/unfinished-upgrade.ts";
import { CodeDevice } from "../code-device.ts";

const PASSWORD = "a long enough password";
const MINUTE = 60_000;

type Tokens = Pick<TokenResponse, "accessToken" | "refreshToken" | "user">;

describe.each(engines)("claims about the authentication on $kind", (engine) => {
  let oauth: OAuthBench;
  let project: Project;
  beforeEach(async () => {
    oauth = await OAuthBench.open(engine, { rateLimits: "off" });
    project = await oauth.addProject({ allowEmailCodes: true, ...withPasskeys });
  });
  afterEach(() => oauth.close());

  const policy = async (value: "off" | "optional") => {
    const mfa = { policy: value, claim: "", claimValues: [] };
    project = await updateProject(oauth.t.app, systemActor, project.id, { settings: { mfa } });
  };
  const parts = ({ accessToken }: Tokens) =>
    accessToken.split(".").map((part) => Buffer.from(part, "base64url").toString());
  const claims = (tokens: Tokens) => JSON.parse(parts(tokens)[1] ?? "");
  const refresh = ({ refreshToken }: Tokens) => oauth.t.auth(project).refreshToken({ refreshToken });

  /** Each way to get tokens, once. */
  async function everyWay(): Promise<Record<string, Tokens>> {
    const { t } = oauth;
    const auth = t.auth(project);
    const signUp = await t.addUser(project, "ada@example.com", PASSWORD);
    const signIn = await auth.signIn({ email: "ada@example.com", password: PASSWORD });
    const guest = await auth.signInAnonymously({});
    const device = new CodeDevice(t, project);
    await device.ask("code@example.com");
    const code = await codeOf(t);
    const key = passkeyDevice(t, project);
    const passkeySignUp = (await key.signUp({ email: "key@example.com" })) ?? expect.fail("no tokens");
    const converted = await auth.signInAnonymously({});
    const linked = { email: "linked@example.com", password: PASSWORD };
    return {
      signUp,
      signIn,
      guest,
      passkeySignUp,
      emailCode: await device.signIn(code),
      google: await oauth.signIn(project, "google", "g-1"),
      apple: await oauth.signIn(project, "apple", "a-1"),
      passkey: await key.signIn(),
      linkPassword: await t.auth(project, converted.accessToken).linkPassword(linked),
      refreshed: await refresh(await auth.signIn({ email: "ada@example.com", password: PASSWORD })),
    };
  }

  /** The text of the payload as version 0.1 wrote it. */
  function payloadOf({ user }: Tokens, sid: string): string {
    const iat = Math.floor(oauth.t.app.clock() / 1000);
    const email = user?.email === undefined || user.email === "" ? "" : `"email":"${user.email}",`;
    const anonymous = user?.isAnonymous ? '"anonymous":true,' : "";
    return (
      `{"iss":"${oauth.t.url}/p/${project.slug}","sub":"${user?.id}","aud":"${project.slug}",` +
      `"iat":${iat},"exp":${iat + 900},"sid":"${sid}",${email}` +
      `"email_verified":${user?.emailVerified},${anonymous}"claims":{}}`
    );
  }

  test("are in no token of a project without the policy: it is byte for byte that of 0.1", async () => {
    for (const [way, tokens] of Object.entries(await everyWay())) {
      const [header = "", payload = ""] = parts(tokens);
      expect(header, way).toMatch(/^\{"alg":"ES256","typ":"JWT","kid":"[\w-]+"\}$/);
      expect(payload, way).toBe(payloadOf(tokens, JSON.parse(payload).sid));
    }
  });

  test.runIf(engine.kind === "postgres")("are in no token while version 0.1 serves, too", async () => {
    await leaveUpgradeUnfinished(oauth.t.app.db);
    const before = await oauth.t.addUser(project, "ada@example.com", PASSWORD);
    for (const tokens of [before, await refresh(before)]) {
      expect(parts(tokens)[1]).toBe(payloadOf(tokens, claims(tokens).sid));
    }
  });

  test("name what was proven where the policy is on", async () => {
    await policy("optional");
    const now = Math.floor(oauth.t.app.clock() / 1000);
    const amr = Object.entries(await everyWay()).map(([way, tokens]) => {
      expect(claims(tokens).auth_time, way).toBe(now);
      return [way, claims(tokens).amr];
    });
    expect(Object.fromEntries(amr)).toEqual({
      signUp: ["pwd"],
      signIn: ["pwd"],
      guest: undefined,
      emailCode: ["email_code"],
      google: ["google"],
      apple: ["apple"],
      passkeySignUp: ["pop", "user", "mfa"],
      passkey: ["pop", "user", "mfa"],
      linkPassword: undefined,
      refreshed: ["pwd"],
    });
  });

  test("stand before the custom claims and change no other", async () => {
    await policy("optional");
    const tokens = await oauth.t.addUser(project, "ada@example.com", PASSWORD);
    expect(Object.keys(claims(tokens))).toEqual([
      ...["iss", "sub", "aud", "iat", "exp", "sid", "email", "email_verified"],
      ...["auth_time", "amr", "claims"],
    ]);
  });

  test("of a session from before they were stored are its opening and its method", async () => {
    const tokens = await oauth.t.addUser(project, "ada@example.com", PASSWORD);
    const opened = Math.floor(oauth.t.app.clock() / 1000);
    const nothing = { authenticatedAt: null, provenBy: null };
    await oauth.t.app.db.updateTable("sessions").set(nothing).execute();
    oauth.t.advance(20 * MINUTE);
    const off = await refresh(tokens);
    expect(parts(off)[1]).toBe(payloadOf(off, claims(off).sid));
    await policy("optional");
    oauth.t.advance(20 * MINUTE);
    const on = await refresh(off);
    expect(claims(on)).toMatchObject({ auth_time: opened, amr: ["pwd"] });
    await policy("off");
    const offAgain = await refresh(on);
    expect(parts(offAgain)[1]).toBe(payloadOf(offAgain, claims(offAgain).sid));
  });
});
