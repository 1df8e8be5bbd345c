import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { recordEvent } from "../analytics/record-event.ts";
import type { Project } from "../projects/project.ts";
import type { Device } from "./device.ts";

const REASONS = { USER_DISABLED: "disabled", EMAIL_NOT_VERIFIED: "email_not_verified" } as const;

/** Somebody has proven who they are and may not sign in. */
export class RefusedSignIn extends AppError {
  readonly userId: string;
  readonly method: "password" | "google" | "apple";

  constructor(reason: keyof typeof REASONS, userId: string, method: RefusedSignIn["method"]) {
    super(reason, userId);
    this.userId = userId;
    this.method = method;
  }
}

/** Records why a sign-in was refused, for the administrator who is asked. Call it after the transaction, which was undone. */
export async function recordRefusedSignIn(
  app: Pick<App, "clock" | "db" | "newId">,
  project: Project,
  refusal: unknown,
  device: Device,
): Promise<void> {
  if (!(refusal instanceof RefusedSignIn)) return;
  await recordEvent(app, {
    kind: "user.sign_in_failed",
    projectId: project.id,
    userId: refusal.userId,
    by: { actor: "", ip: device.ip, userAgent: device.userAgent }, // nobody is signed in
    data: { method: refusal.method, reason: REASONS[refusal.reason as keyof typeof REASONS] },
  });
}
