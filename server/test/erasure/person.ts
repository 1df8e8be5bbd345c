import { randomBytes } from "node:crypto";
import { UserJobAction } from "@svc/proto/svc/admin/v1/user_jobs_pb";
import { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { PushService } from "@svc/proto/svc/push/v1/push_pb";
import type { Project } from "../../src/domain/projects/project.ts";
import { runUserJobs } from "../../src/domain/user-jobs/run-user-jobs.ts";
import { lockFactorFailures, putTotpFactor, replaceRecoveryCodes } from "../../src/storage/factors.ts";
import { insertMfaChallenge } from "../../src/storage/mfa-challenges.ts";
import { insertPasskey } from "../../src/storage/passkeys.ts";
import { iphone } from "../../src/testing/push.ts";
import type { TestApp } from "../../src/testing/test-app.ts";

export const PASSWORD = "a long enough password";

/** Somebody of whom the server has come to know all it can, and the texts by which they would be found. */
export type Person = Readonly<{
  id: string;
  email: string;
  accessToken: string;
  /** Values that must be nowhere once the person is erased, by what they are. */
  marks: Readonly<Record<string, string>>;
}>;

let devices = 0;

/** Signs up, verifies, changes name and address, fails to sign in, and is noted, searched for and written to. */
export async function addPerson(t: TestApp, project: Project, adminToken: string): Promise<Person> {
  const known = marksOf();
  const { formerEmail, email } = known;
  const headers = headersOf(project, known);
  const app = t.client(AuthService, headers);
  const { tokens } = await app.signUp({ email: formerEmail, password: PASSWORD });
  const id = tokens?.user?.id ?? "";
  await app.confirmEmailVerification({ token: await mailedTo(t, formerEmail) });
  const signedIn = { ...headers, authorization: `Bearer ${tokens?.accessToken}` };
  const self = t.client(AuthService, signedIn);
  await self.requestEmailChange({ newEmail: email, currentPassword: PASSWORD });
  await app.confirmEmailChange({ token: await mailedTo(t, email) });
  await self.updateMe({ displayName: known.name, avatarUrl: known.avatar });
  await t
    .client(PushService, signedIn)
    .registerPushDevice(iphone(++devices, { installationId: known.installation }));
  await app.signIn({ email, password: "not this password" }).catch(() => {});
  const again = await app.signIn({ email, password: PASSWORD });
  await addPasskey(t, project, id, known);
  await addFactors(t, project, id, known);
  await isWrittenAbout(t, { id, known, adminToken });
  await app.requestPasswordReset({ email });
  const row = await t.app.db
    .selectFrom("users")
    .select("passwordHash")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  return { id, email, accessToken: again.accessToken, marks: { ...known, hash: row.passwordHash ?? "" } };
}

/** One that could have been registered. */
async function addPasskey(
  { app }: TestApp,
  project: Project,
  userId: string,
  { credential, passkeyName }: ReturnType<typeof marksOf>,
): Promise<void> {
  await insertPasskey(app.db, {
    ...{
      id: app.newId(),
      projectId: project.id,
      userId,
      credentialId: credential,
      publicKey: "",
      algorithm: -7,
    },
    ...{ rpId: "example.com", userHandle: credential, signCount: 0, transports: "internal", aaguid: "" },
    ...{ backupEligible: 1, backedUp: 1, name: passkeyName, createdAt: app.clock(), lastUsedAt: null },
  });
}

/** An authenticator app with a recovery code, a wrong code, and a sign-in that waits for one. */
async function addFactors(
  { app }: TestApp,
  project: Project,
  userId: string,
  { totpSecret, recoveryMac, challenge }: ReturnType<typeof marksOf>,
): Promise<void> {
  const whose = { projectId: project.id, userId };
  const now = app.clock();
  const times = { createdAt: now, lastUsedAt: null };
  await putTotpFactor(app.db, { ...whose, secretSealed: totpSecret, lastStep: 1, ...times });
  await replaceRecoveryCodes(app.db, whose, [recoveryMac], now);
  await lockFactorFailures(app.db, { ...whose, factor: "totp" });
  await insertMfaChallenge(app.db, {
    ...{ ...whose, tokenHash: challenge, purpose: "sign_in", method: "password", proof: "x" },
    ...{ credentialEpoch: 0, sessionId: null, attempts: 0, secretSealed: null, emailFlow: null },
    ...{ provenFactor: null, createdAt: now, expiresAt: now + 1e12, usedAt: null },
  });
}

/** A guest with a name, a device and an address of the network. */
export async function addGuest(t: TestApp, project: Project): Promise<Person> {
  const { name, userAgent, ip, installation } = marksOf();
  const headers = headersOf(project, { userAgent, ip });
  const tokens = await t.client(AuthService, headers).signInAnonymously({});
  const signedIn = { ...headers, authorization: `Bearer ${tokens.accessToken}` };
  await t.client(AuthService, signedIn).updateMe({ displayName: name });
  await t
    .client(PushService, signedIn)
    .registerPushDevice(iphone(++devices, { installationId: installation }));
  const marks = { name, userAgent, ip, installation };
  return { id: tokens.user?.id ?? "", email: "", accessToken: tokens.accessToken, marks };
}

/** The token of the last link. */
export async function mailedTo(t: TestApp, address: string): Promise<string> {
  await t.deliverMail();
  return t.mails.findLast(({ to }) => to === address)?.token ?? "";
}

async function isWrittenAbout(
  t: TestApp,
  about: { id: string; known: ReturnType<typeof marksOf>; adminToken: string },
): Promise<void> {
  const { id: userId, known, adminToken } = about;
  const admin = t.client(UserService, { authorization: `Bearer ${adminToken}` });
  await admin.updateUser({ project: "demo", userId, customClaims: { plan: known.claim } });
  await admin.addUserNote({ project: "demo", userId, text: known.note });
  const { action, query } = { action: UserJobAction.ENABLE, query: known.email };
  await admin.startUserJob({ project: "demo", action, query });
  await runUserJobs(t.app);
}

function headersOf(project: Project, { userAgent, ip }: { userAgent: string; ip: string }) {
  return { "x-svc-key": project.publishableKey, "user-agent": userAgent, "x-forwarded-for": ip };
}

function marksOf() {
  const mark = (): string => randomBytes(9).toString("hex");
  return {
    email: `now-${mark()}@example.com`,
    formerEmail: `former-${mark()}@example.com`,
    name: `Name ${mark()}`,
    avatar: `https://example.com/${mark()}.png`,
    userAgent: `Phone/${mark()}`,
    ip: `2001:db8:${mark().slice(0, 4)}:${mark().slice(0, 4)}::${mark().slice(0, 4)}`.replaceAll(":0", ":1"),
    claim: `claim-${mark()}`,
    note: `note ${mark()}`,
    installation: `app-${mark()}`,
    credential: `credential-${mark()}`,
    passkeyName: `Key of ${mark()}`,
    totpSecret: `totp-${mark()}`,
    recoveryMac: `recovery-${mark()}`,
    challenge: `challenge-${mark()}`,
  };
}
