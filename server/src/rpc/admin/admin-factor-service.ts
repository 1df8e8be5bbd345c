import type { MessageInitShape } from "@bufbuild/protobuf";
import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type {
  AdminTotpEnrollmentSchema,
  CompleteLoginRequest,
} from "@svc/proto/svc/admin/v1/admin_factors_pb";
import type { App } from "../../app.ts";
import { completeLogin, type FactorProof } from "../../domain/admins/factors/complete-login.ts";
import { confirmTotpEnrollment } from "../../domain/admins/factors/confirm-totp-enrollment.ts";
import { ownFactors, regenerateRecoveryCodes, removeTotp } from "../../domain/admins/factors/own-factors.ts";
import { setFactorPolicy } from "../../domain/admins/factors/set-factor-policy.ts";
import {
  startRequiredEnrollment,
  startTotpEnrollment,
  type TotpEnrollment,
} from "../../domain/admins/factors/start-totp-enrollment.ts";
import { type AdminSessionCall, adminActor, deviceOf } from "../context.ts";
import type { AdminFactorHandlers } from "../methods/admin-accounts.ts";
import { admitted } from "./admitted-admin.ts";
import { optionalTime } from "./encode-admin.ts";

export function adminFactorService(app: App): AdminFactorHandlers {
  return {
    async completeLogin({ mfaToken, proof }, context) {
      const [device, cookie] = [deviceOf(context), context.adminCookie];
      return admitted(app, context, await completeLogin(app, mfaToken, decodeProof(proof), device, cookie));
    },

    async startTotpEnrollment(_request, context) {
      const { admin, adminSession } = context;
      const enrollment = await startTotpEnrollment(app, admin, adminSession, adminActor(context));
      return { enrollment: encodeEnrollment(enrollment) };
    },

    async startRequiredEnrollment({ enrollmentToken }) {
      return { enrollment: encodeEnrollment(await startRequiredEnrollment(app, enrollmentToken)) };
    },

    async confirmTotpEnrollment(request, context) {
      const [device, cookie] = [deviceOf(context), context.adminCookie];
      const { recoveryCodes, mfaToken } = await confirmTotpEnrollment(app, request, device, cookie);
      return { recoveryCodes: [...recoveryCodes], mfaToken };
    },

    async getMyFactors(_request, { admin }) {
      const { totp, recoveryCodesLeft, passkeys, isRequired } = await ownFactors(app, admin);
      const times = {
        ...optionalTime("totpEnrolledAt", totp?.createdAt),
        ...optionalTime("totpLastUsedAt", totp?.lastUsedAt),
      };
      return { factors: { recoveryCodesLeft, passkeys, required: isRequired, ...times } };
    },

    async removeTotp(_request, context) {
      await removeTotp(app, callerOf(context));
      return {};
    },

    async regenerateRecoveryCodes(_request, context) {
      return { recoveryCodes: await regenerateRecoveryCodes(app, callerOf(context)) };
    },

    async setAdminFactorPolicy({ requireFactors }, context) {
      await setFactorPolicy(app, context.admin, requireFactors, adminActor(context));
      return { requireFactors };
    },
  };
}

function callerOf(context: AdminSessionCall) {
  return { admin: context.admin, session: context.adminSession, by: adminActor(context) };
}

function decodeProof(proof: CompleteLoginRequest["proof"]): FactorProof | undefined {
  switch (proof.case) {
    case "totpCode":
      return { factor: "totp", value: proof.value };
    case "recoveryCode":
      return { factor: "recovery_code", value: proof.value };
    case "passkeyJson":
      return { factor: "passkey", value: proof.value };
    default:
      return undefined;
  }
}

function encodeEnrollment({
  token,
  expiresAt,
  ...shown
}: TotpEnrollment): MessageInitShape<typeof AdminTotpEnrollmentSchema> {
  return { ...shown, enrollmentToken: token, expiresAt: timestampFromMs(expiresAt) };
}
