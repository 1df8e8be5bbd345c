import type { DescField, DescMessage, DescMethod } from "@bufbuild/protobuf";
import { hashToken, newToken } from "../../src/crypto/random-token.ts";
import { handoffPlace } from "../../src/domain/oauth/redeem-handoff.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { mfaClient } from "../../src/testing/factors.ts";
import { codeOf } from "../../src/testing/mailed-code.ts";
import type { OAuthBench } from "../../src/testing/oauth.ts";
import { passkeyDevice } from "../../src/testing/passkeys.ts";
import { CodeDevice } from "../code-device.ts";
import { challengeOf } from "../explorer/world.ts";

export const ADA = "ada@example.com";
export const PASSWORD = "a long enough password";
export const GOOGLE_SUBJECT = "g-ada";

/** Where the ways in lead: Ada has a password, a Google account and a mailbox, and a session from before. */
export type Place = Readonly<{
  oauth: OAuthBench;
  project: Project;
  /** Of a session that was opened before a factor was due. */
  before: Readonly<{ accessToken: string; refreshToken: string }>;
}>;

export type Way = Readonly<{
  /** `challenge`: of Ada, who is due. `continue`: no new session. `new`: a user who is not due. `factor`: needs a proof. */
  leads: "challenge" | "continue" | "new" | "passkey" | "factor";
  go: (place: Place) => Promise<unknown>;
}>;

const auth = ({ oauth, project }: Place) => oauth.t.auth(project);
const asAda = ({ oauth, project, before }: Place) => oauth.t.auth(project, before.accessToken);

/** Every method whose answer can hold tokens, and how somebody who is not let through tries to get in by it. */
export const waysIn: Readonly<Record<string, Way>> = {
  "svc.auth.v1.AuthService/SignUp": {
    leads: "new",
    go: (at) => auth(at).signUp({ email: ADA, password: PASSWORD }),
  },
  "svc.auth.v1.AuthService/SignIn": {
    leads: "challenge",
    go: (at) => auth(at).signIn({ email: ADA, password: PASSWORD }),
  },
  "svc.auth.v1.AuthService/SignInWithEmailCode": { leads: "challenge", go: byEmailCode },
  "svc.auth.v1.AuthService/RefreshToken": {
    leads: "continue",
    go: (at) => auth(at).refreshToken({ refreshToken: at.before.refreshToken }),
  },
  "svc.auth.v1.AuthService/SignInAnonymously": { leads: "new", go: (at) => auth(at).signInAnonymously({}) },
  "svc.auth.v1.AuthService/LinkPassword": {
    leads: "continue",
    go: (at) => asAda(at).linkPassword({ email: ADA, password: "another long password" }),
  },
  "svc.auth.v1.AuthService/SignInWithOAuth": {
    leads: "challenge",
    go: ({ oauth, project }) => oauth.signIn(project, "google", GOOGLE_SUBJECT),
  },
  "svc.auth.v1.AuthService/ExchangeOAuthCode": { leads: "challenge", go: byHandoff },
  "svc.auth.v1.AuthService/LinkOAuth": {
    leads: "continue",
    go: ({ oauth, project, before }) => oauth.link(project, before.accessToken, "apple", "a-ada"),
  },
  "svc.auth.v1.PasskeyService/SignInWithPasskey": {
    leads: "passkey",
    go: ({ oauth: { t }, project }) => passkeyDevice(t, project).signIn(),
  },
  "svc.auth.v1.PasskeyService/SignUpWithPasskey": {
    leads: "new",
    go: ({ oauth: { t }, project }) => passkeyDevice(t, project).signUp({ email: ADA }),
  },
  "svc.auth.v1.PasskeyService/LinkPasskey": {
    leads: "continue",
    go: ({ oauth: { t }, project, before }) => passkeyDevice(t, project).link(before.accessToken),
  },
  "svc.auth.v1.MfaService/CompleteSignIn": {
    leads: "factor",
    go: ({ oauth: { t }, project }) =>
      mfaClient(t, project).completeSignIn({
        mfaToken: newToken(),
        proof: { case: "totpCode", value: "123456" },
      }),
  },
  "svc.auth.v1.MfaService/Reauthenticate": {
    leads: "continue",
    go: ({ oauth: { t }, project, before }) =>
      mfaClient(t, project, before.accessToken).reauthenticate({
        proof: { case: "password", value: PASSWORD },
      }),
  },
};

async function byEmailCode({ oauth: { t }, project }: Place): Promise<unknown> {
  const device = new CodeDevice(t, project);
  await device.ask(ADA);
  return device.signIn(await codeOf(t));
}

/** What the callback of the redirect stores. `redirect.test.ts` goes the whole way through a browser. */
async function byHandoff({ oauth: { t }, project }: Place): Promise<unknown> {
  const [code, codeVerifier] = [newToken(), newToken()];
  const codeHash = hashToken(code);
  const now = t.app.clock();
  const flags = { emailVerified: true, emailAuthoritative: false, isPrivateEmail: false };
  const identity = {
    provider: "google",
    subject: GOOGLE_SUBJECT,
    email: null,
    ...flags,
    name: "",
    picture: "",
  };
  const place = handoffPlace(project.id, codeHash);
  const row = {
    ...{ codeHash, projectId: project.id, appChallenge: challengeOf(codeVerifier) },
    identitySealed: t.app.secretBox.seal(JSON.stringify(identity), place),
    ...{ createdAt: now, expiresAt: now + 60_000, usedAt: null, sessionId: null },
  };
  await t.app.db.insertInto("oauthHandoffs").values(row).execute();
  return t.auth(project).exchangeOAuthCode({ code, codeVerifier });
}

/** Whether its answer has a place for tokens of a user. */
export function canHoldTokens({ output }: DescMethod): boolean {
  return holdsTokens(output, new Set());
}

function holdsTokens(message: DescMessage, seen: Set<string>): boolean {
  if (seen.has(message.typeName)) return false;
  seen.add(message.typeName);
  return message.fields.some(
    (field) => isToken(field) || messagesOf(field).some((one) => holdsTokens(one, seen)),
  );
}

function isToken({ name }: DescField): boolean {
  return name === "access_token" || name === "refresh_token";
}

function messagesOf(field: DescField): DescMessage[] {
  return field.message ? [field.message] : [];
}
