import type { MessageInitShape } from "@bufbuild/protobuf";
import { ConnectError } from "@connectrpc/connect";
import { type MfaChallenge, MfaChallengeSchema } from "@svc/proto/svc/auth/v1/factors_pb";
import {
  type CompleteSignInRequestSchema,
  MfaService,
  type ReauthenticateRequestSchema,
} from "@svc/proto/svc/auth/v1/mfa_pb";
import { stepAt, totpCode } from "../crypto/factors/totp.ts";
import type { Project } from "../domain/projects/project.ts";
import { codeOf } from "./mailed-code.ts";
import type { TestApp } from "./test-app.ts";

/** What proves a user again, and what completes a sign-in. */
export type SessionProof = NonNullable<MessageInitShape<typeof ReauthenticateRequestSchema>["proof"]>;
export type SignInProof = NonNullable<MessageInitShape<typeof CompleteSignInRequestSchema>["proof"]>;

/** The settings of a project with this policy. */
export function mfaPolicy(policy: Project["settings"]["mfa"]["policy"]): Pick<Project["settings"], "mfa"> {
  return { mfa: { policy, claim: "", claimValues: [] } };
}

/** The client of the service, of a signed-in user if a token is given. */
export function mfaClient(t: TestApp, project: Project, accessToken?: string) {
  const headers = { "x-svc-key": project.publishableKey };
  return t.client(
    MfaService,
    accessToken === undefined ? headers : { ...headers, authorization: `Bearer ${accessToken}` },
  );
}

/** The challenge that a failed sign-in brings. */
export async function challengeOf(call: Promise<unknown>): Promise<MfaChallenge> {
  try {
    await call;
  } catch (error) {
    const [challenge] = ConnectError.from(error).findDetails(MfaChallengeSchema);
    if (challenge) return challenge;
    throw error;
  }
  throw new Error("the sign-in succeeded");
}

/** What an authenticator app with this secret shows. `later`: so many steps from now. */
export function shownCode(t: TestApp, secret: Buffer, later = 0): string {
  return totpCode(secret, stepAt(t.app.clock()) + later);
}

/** Of `otpauth://…` and of what people type. */
export function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  ).join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}

/** Enrolls an authenticator app for a signed-in user. */
export async function enrollTotp(
  t: TestApp,
  project: Project,
  accessToken: string,
): Promise<{ secret: Buffer; recoveryCodes: string[] }> {
  const mfa = mfaClient(t, project, accessToken);
  const { enrollment } = await mfa.startTotpEnrollment({});
  if (!enrollment) throw new Error("no enrollment");
  const secret = fromBase32(enrollment.secret);
  const emailCode = enrollment.needsEmailCode ? await codeOf(t) : "";
  const { enrollmentToken } = enrollment;
  const { recoveryCodes } = await mfa.confirmTotpEnrollment({
    enrollmentToken,
    totpCode: shownCode(t, secret),
    emailCode,
  });
  return { secret, recoveryCodes };
}
