import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "./device.ts";
import { recordFailedSignIn } from "./record-failed-sign-in.ts";

const REASONS = { USER_DISABLED: "disabled", EMAIL_NOT_VERIFIED: "email_not_verified" } as const;

/** Somebody has proven who they are and may not sign in. */
export class RefusedSignIn extends AppError {
  readonly userId: string;
  readonly method: "password" | "google" | "apple" | "email_code" | "passkey";

  constructor(reason: keyof typeof REASONS, userId: string, method: RefusedSignIn["method"]) {
    super(reason, userId);
    this.userId = userId;
    this.method = method;
  }
}

/** Records why a sign-in was refused, for the administrator who is asked. Call it after the transaction: it may be undone. */
export async function recordRefusedSignIn(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  refusal: unknown,
  device: Device,
): Promise<void> {
  if (!(refusal instanceof RefusedSignIn)) return;
  const { userId, method, reason } = refusal;
  const data = { method, reason: REASONS[reason as keyof typeof REASONS] };
  await recordFailedSignIn(app, project, userId, data, device);
}
