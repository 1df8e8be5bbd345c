import { randomBytes } from "node:crypto";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { type EmailTokenPurpose, newEmailToken } from "../../src/domain/mail/email-token.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { regenerateSecretKey } from "../../src/domain/projects/regenerate-secret-key.ts";
import type { ProjectSettings } from "../../src/domain/projects/settings.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { previewPage } from "../../src/pages/preview.ts";
import { routeTable } from "../../src/rpc/router.ts";
import { engines } from "../../src/testing/engines.ts";
import { challengeOf, enrollTotp, mfaClient, shownCode } from "../../src/testing/factors.ts";
import { codeOf } from "../../src/testing/mailed-code.ts";
import { OAuthBench } from "../../src/testing/oauth.ts";
import { passkeyDevice, signedUp, withPasskeys } from "../../src/testing/passkeys.ts";
import { failureOf, reasonOf } from "../../src/testing/reason-of.ts";
import { CodeDevice } from "../code-device.ts";
import { ADA, canHoldTokens, GOOGLE_SUBJECT, PASSWORD, type Way, waysIn } from "./ways-in.ts";

const MINUTE = 60_000;
const OPTIONAL = { policy: "optional", claim: "", claimValues: [] as string[] } as const;

/** How a factor comes to be due for Ada. */
const DUE = {
  "an authenticator app where factors are optional": { mfa: OPTIONAL, enrolls: true },
  "an authenticator app where a factor is required": {
    mfa: { ...OPTIONAL, policy: "required" },
    enrolls: true,
  },
  "no factor where one is required": { mfa: { ...OPTIONAL, policy: "required" }, enrolls: false },
  "no factor where her claim requires one": {
    mfa: { policy: "required_by_claim", claim: "role", claimValues: ["admin"] },
    enrolls: false,
  },
} as const satisfies Record<string, { mfa: unknown; enrolls: boolean }>;

const of = (leads: Way["leads"]): [string, Way][] =>
  Object.entries(waysIn).filter(([, way]) => way.leads === leads);

describe.each(engines)("ways around the second factor on $kind", (engine) => {
  let oauth: OAuthBench;
  let project: Project;
  let ada: TokenResponse;
  let userId: string;

  beforeEach(async () => {
    oauth = await OAuthBench.open(engine, { rateLimits: "off" });
    project = await oauth.addProject({ allowEmailCodes: true, ...withPasskeys, mfa: OPTIONAL });
    ada = await oauth.t.addUser(project, ADA, PASSWORD);
    userId = ada.user?.id ?? "";
    await oauth.link(project, ada.accessToken, "google", GOOGLE_SUBJECT, { email: ADA });
    const changes = { emailVerifiedAt: 1, unprovenSignUpAt: null, customClaims: '{"role":"admin"}' };
    await oauth.t.app.db.updateTable("users").set(changes).where("id", "=", userId).execute();
    ada = await oauth.t.auth(project).signIn({ email: ADA, password: PASSWORD });
  });
  afterEach(() => oauth.close());

  const settings = async (changes: Partial<ProjectSettings>) => {
    project = await updateProject(oauth.t.app, systemActor, project.id, { settings: changes });
  };
  const sessions = async () => {
    const rows = oauth.t.app.db.selectFrom("sessions").select(["id", "userId", "revokedAt"]).orderBy("id");
    return (await rows.execute()).filter((session) => session.userId === userId);
  };
  const place = () => ({ oauth, project, before: ada });

  /** Makes a factor due. Returns the secret of the app, if she has one. */
  async function makeDue(name: keyof typeof DUE): Promise<Buffer | undefined> {
    const { mfa, enrolls } = DUE[name];
    const factor = enrolls ? await enrollTotp(oauth.t, project, ada.accessToken) : undefined;
    await settings({ mfa: { ...mfa, claimValues: [...mfa.claimValues] } });
    oauth.t.advance(2 * MINUTE);
    return factor?.secret;
  }

  test("every method whose answer can hold tokens is in the table of ways in", () => {
    const routes = [...routeTable(oauth.t.app, () => true, previewPage).routes.values()];
    const holders = routes.filter(({ method }) => canHoldTokens(method)).map(({ path }) => path.slice(1));
    expect(holders.toSorted()).toEqual(Object.keys(waysIn).toSorted());
  });

  describe.each(Object.keys(DUE) as (keyof typeof DUE)[])("Ada has %s", (due) => {
    test.each(of("challenge"))("%s answers a challenge and opens nothing", async (_method, way) => {
      await makeDue(due);
      const known = await sessions();
      const failure = await failureOf(way.go(place()));
      expect(failure.reason).toBe(DUE[due].enrolls ? "MFA_REQUIRED" : "MFA_ENROLLMENT_REQUIRED");
      const challenge = await challengeOf(way.go(place()));
      expect(challenge.factors).toEqual(DUE[due].enrolls ? [1, 3] : []);
      expect(await sessions()).toEqual(known);
    });

    test.each([...of("new"), ...of("passkey"), ...of("factor")])(
      "%s without her factor opens no session of hers",
      async (_method, way) => {
        await makeDue(due);
        const known = await sessions();
        await way.go(place()).catch(() => {});
        expect(await sessions()).toEqual(known);
      },
    );

    test.each(of("continue"))("%s opens no second session", async (_method, way) => {
      await makeDue(due);
      const known = await sessions();
      await way.go(place()).catch(() => {});
      expect(await sessions()).toEqual(known);
    });

    test("links to reset the password, of an invitation and to verify the address open nothing", async () => {
      await makeDue(due);
      const { t } = oauth;
      const link = (purpose: EmailTokenPurpose) =>
        newEmailToken(t.app, { id: userId, projectId: project.id }, purpose, ADA);
      const newPassword = "an entirely new phrase";
      const ids = (await sessions()).map(({ id }) => id);
      expect(
        await reasonOf(t.auth(project).confirmEmailVerification({ token: await link("verify_email") })),
      ).toBe(
        "EMAIL_TOKEN_INVALID", // the address is verified
      );
      await t.auth(project).confirmPasswordReset({ token: await link("invite_user"), newPassword: PASSWORD });
      await t.auth(project).confirmPasswordReset({ token: await link("reset_password"), newPassword });
      expect((await sessions()).map(({ id }) => id)).toEqual(ids);
      expect((await sessions()).filter(({ revokedAt }) => revokedAt === null)).toEqual([]);
      const signIn = t.auth(project).signIn({ email: ADA, password: newPassword });
      expect(await reasonOf(signIn)).toBe(
        DUE[due].enrolls ? "MFA_REQUIRED" : "MFA_ENROLLMENT_REQUIRED", // neither removed nor satisfied
      );
    });
  });

  test("who is new where a factor is required gets a challenge by every way", async () => {
    await settings({ mfa: { ...OPTIONAL, policy: "required", claimValues: [] } });
    const { t } = oauth;
    const device = new CodeDevice(t, project);
    await device.ask("new-code@example.com");
    const code = await codeOf(t);
    const known = (await t.app.db.selectFrom("sessions").select("id").execute()).length;
    const email = "new-password@example.com";
    for (const call of [
      () => t.auth(project).signUp({ email, password: PASSWORD }),
      () => oauth.signIn(project, "apple", "a-new"),
      () => device.signIn(code),
    ]) {
      const { factors } = await challengeOf(call());
      expect(factors).toEqual([]);
    }
    expect(await t.app.db.selectFrom("sessions").select("id").execute()).toHaveLength(known);
    const attemptId = randomBytes(16).toString("base64url");
    const again = () => t.auth(project).signUp({ email: "lost@example.com", password: PASSWORD, attemptId });
    await challengeOf(again());
    expect(await reasonOf(again())).toBe("EMAIL_ALREADY_EXISTS");
  });

  test("a claim asks only those who have it", async () => {
    await makeDue("no factor where her claim requires one");
    const backend = oauth.t.client(UserService, {
      "x-svc-key": (await regenerateSecretKey(oauth.t.app, systemActor, project.id)).secretKey,
    });
    await oauth.t.addUser(project, "bob@example.com", PASSWORD);
    const signIn = () => oauth.t.auth(project).signIn({ email: ADA, password: PASSWORD });
    await challengeOf(signIn());
    for (const [role, isDue] of [
      [["user", "admin"], true],
      [["user"], false],
      ["administrator", false],
      [null, false],
    ] as const) {
      const customClaims = role === null ? {} : { role: role as string };
      await backend.updateUser({ userId, customClaims });
      if (isDue) await challengeOf(signIn());
      else await signIn();
    }
  });

  test("a passkey with user verification passes, also where a factor is required", async () => {
    const device = passkeyDevice(oauth.t, project);
    await makeDue("an authenticator app where a factor is required");
    await device.link(ada.accessToken);
    const { user } = await device.signIn();
    expect(user?.id).toBe(userId);
    expect(await reasonOf(device.signIn({ flags: 0x19 }))).toBe("PASSKEY_INVALID");
    const fresh = passkeyDevice(oauth.t, project);
    await signedUp(fresh, { email: "grace@example.com" });
    await fresh.signIn();
  });

  test("an attempt from before the enrollment is repeated by nobody", async () => {
    const { t } = oauth;
    const attemptId = randomBytes(16).toString("base64url");
    const signIn = () => t.auth(project).signIn({ email: ADA, password: PASSWORD, attemptId });
    const old = await signIn();
    const secret = await makeDue("an authenticator app where factors are optional");
    const known = await sessions();
    expect(await reasonOf(signIn())).toBe("MFA_REQUIRED");
    expect(await reasonOf(t.auth(project).refreshToken({ refreshToken: old.refreshToken }))).toMatch(
      /^(SESSION_REVOKED|REFRESH_TOKEN_INVALID)$/,
    );
    expect(await reasonOf(t.auth(project, old.accessToken).getMe({}))).toBe("SESSION_REVOKED");
    expect(await sessions()).toEqual(known);
    const { token: mfaToken } = await challengeOf(t.auth(project).signIn({ email: ADA, password: PASSWORD }));
    const proof = { case: "totpCode", value: shownCode(t, secret ?? Buffer.alloc(0)) } as const;
    await mfaClient(t, project).completeSignIn({ mfaToken, proof });
  });

  test("a session from before the policy goes on, and its refreshes prove nothing more", async () => {
    const claims = ({ accessToken }: Pick<TokenResponse, "accessToken">) =>
      JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
    const { sid, auth_time } = claims(ada);
    await settings({ mfa: { ...OPTIONAL, policy: "required", claimValues: [] } });
    oauth.t.advance(20 * MINUTE);
    const later = await oauth.t.auth(project).refreshToken({ refreshToken: ada.refreshToken });
    expect(claims(later)).toMatchObject({ sid, auth_time, amr: ["pwd"] });
  });
});
