import { timestampFromMs } from "@bufbuild/protobuf/wkt";
import type { App } from "../../app.ts";
import { inspectEmailCode } from "../../domain/codes/inspect-email-code.ts";
import { requestEmailCode } from "../../domain/codes/request-email-code.ts";
import { signInWithEmailCode } from "../../domain/codes/sign-in-with-email-code.ts";
import { deviceOf } from "../context.ts";
import type { AuthHandlers } from "../methods/auth.ts";
import { withDevice } from "./with-device.ts";

/** Signing in with a code that is emailed. */
export function emailCodeHandlers(
  app: App,
): Pick<AuthHandlers, "requestEmailCode" | "signInWithEmailCode" | "inspectEmailCode"> {
  return {
    async requestEmailCode(request, context) {
      return { flowId: await requestEmailCode(app, context.project, request, deviceOf(context)) };
    },

    async signInWithEmailCode(request, context) {
      const pair = await signInWithEmailCode(app, context.project, request, deviceOf(context));
      return withDevice(app, context, pair);
    },

    async inspectEmailCode({ flowId }, { project }) {
      const { userAgent, createdAt } = await inspectEmailCode(app, project, flowId);
      return { userAgent, requestTime: timestampFromMs(createdAt) };
    },
  };
}
