import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { inspectEmailCode } from "../../domain/codes/inspect-email-code.ts";
import { requestEmailCode } from "../../domain/codes/request-email-code.ts";
import { signInWithEmailCode } from "../../domain/codes/sign-in-with-email-code.ts";
import { deviceOf, languagesOf } from "../context.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { withDevice } from "./with-device.ts";

/** Signing in with a code that is emailed. */
export function emailCodeHandlers(
  app: App,
): Pick<AuthHandlers, "requestEmailCode" | "signInWithEmailCode" | "inspectEmailCode"> {
  return {
    async requestEmailCode(request, context) {
      const input = { ...request, asked: languagesOf(context, request.locale) };
      return { flowId: await requestEmailCode(app, context.project, input, deviceOf(context)) };
    },

    async signInWithEmailCode(request, context) {
      const input = { ...request, asked: languagesOf(context, request.locale) };
      const pair = await signInWithEmailCode(app, context.project, input, deviceOf(context));
      return withDevice(app, context, pair);
    },

    async inspectEmailCode({ flowId }, { project }) {
      const { userAgent, createdAt } = await inspectEmailCode(app, project, flowId);
      return { userAgent, requestTime: timestampFromMs(createdAt) };
    },
  };
}
