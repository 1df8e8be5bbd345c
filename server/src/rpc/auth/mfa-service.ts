import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type {
  CompleteSignInRequest,
  ReauthenticateRequest,
  TotpEnrollmentSchema,
} from "@svc/proto/svc/auth/v1/mfa_pb";
import type { App } from "../../app.ts";
import { completeSignIn } from "../../domain/factors/complete-sign-in.ts";
import { confirmTotpEnrollment } from "../../domain/factors/confirm-enrollment.ts";
import { reauthenticateSession } from "../../domain/factors/reauthenticate-session.ts";
import { regenerateRecoveryCodes } from "../../domain/factors/regenerate-recovery-codes.ts";
import { removeTotp } from "../../domain/factors/remove-totp.ts";
import { requireMfa } from "../../domain/factors/require-mfa.ts";
import type { SessionProof } from "../../domain/factors/session-proof.ts";
import {
  type Enrollment,
  startRequiredEnrollment,
  startTotpEnrollment,
} from "../../domain/factors/start-enrollment.ts";
import type { FactorProof } from "../../domain/factors/use-factor.ts";
import { userFactors } from "../../domain/factors/user-factors.ts";
import { invalidRequest } from "../../errors.ts";
import { deviceOf, languagesOf } from "../context.ts";
import type { MfaHandlers } from "../methods/auth.ts";
import { encodeTokens } from "./encode.ts";
import { encodeFactors } from "./encode-factors.ts";
import { withDevice } from "./with-device.ts";

export function mfaService(app: App): MfaHandlers {
  return {
    async completeSignIn(request, context) {
      const input = { ...request, proof: decodeProof(request) };
      return withDevice(app, context, await completeSignIn(app, context.project, input, deviceOf(context)));
    },

    async startTotpEnrollment({ locale }, context) {
      const { project, signedIn } = context;
      const asked = languagesOf(context, locale);
      const enrollment = await startTotpEnrollment(app, project, signedIn, asked, deviceOf(context));
      return { enrollment: encodeEnrollment(enrollment) };
    },

    async startRequiredEnrollment({ enrollmentToken: token, locale }, context) {
      const input = { token, asked: languagesOf(context, locale) };
      const enrollment = await startRequiredEnrollment(app, context.project, input, deviceOf(context));
      return { enrollment: encodeEnrollment(enrollment) };
    },

    async confirmTotpEnrollment(request, context) {
      const enrolled = await confirmTotpEnrollment(app, context.project, request, deviceOf(context));
      return { recoveryCodes: [...enrolled.recoveryCodes], mfaToken: enrolled.mfaToken };
    },

    async getMyFactors(_request, { project, signedIn: { user } }) {
      requireMfa(project, user);
      return { factors: encodeFactors(await userFactors(app, project, user)) };
    },

    async removeTotp(_request, { project, signedIn, clientIp: ip, userAgent }) {
      await removeTotp(app, project, signedIn, { ip, userAgent });
      return {};
    },

    async regenerateRecoveryCodes(_request, { project, signedIn, clientIp: ip, userAgent }) {
      const codes = await regenerateRecoveryCodes(app, project, signedIn, { ip, userAgent });
      return { recoveryCodes: [...codes] };
    },

    async reauthenticate(request, context) {
      const { project, signedIn } = context;
      const input = { proof: decodeSessionProof(request), attemptId: request.attemptId };
      return encodeTokens(await reauthenticateSession(app, project, signedIn, input, deviceOf(context)));
    },
  };
}

const KINDS = { totpCode: "totp", recoveryCode: "recovery_code", passkeyJson: "passkey" } as const;

function decodeProof({ proof }: Pick<CompleteSignInRequest, "proof">): FactorProof | undefined {
  return proof.case === undefined ? undefined : { kind: KINDS[proof.case], value: proof.value };
}

const SESSION_KINDS = { password: "password", totpCode: "totp", passkeyJson: "passkey" } as const;

function decodeSessionProof({ proof }: Pick<ReauthenticateRequest, "proof">): SessionProof {
  if (proof.case === undefined) throw invalidRequest("proof", "is required");
  if (proof.case !== "emailCode") return { kind: SESSION_KINDS[proof.case], value: proof.value };
  const { flowId, code, codeVerifier } = proof.value;
  return { kind: "email_code", flowId, code, codeVerifier };
}

function encodeEnrollment(enrollment: Enrollment): MessageInitShape<typeof TotpEnrollmentSchema> {
  return { ...enrollment, expiresAt: timestampFromMs(enrollment.expiresAt) };
}
