import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { requireEmail } from "../accounts/email.ts";
import { requireDisplayName } from "../accounts/profile.ts";
import type { Project } from "../projects/project.ts";
import { creationOptions } from "./ceremony-options.ts";
import { newChallenge } from "./challenge.ts";
import { requirePasskeys } from "./passkey-domain.ts";
import { userHandleOf } from "./user-handle.ts";

/** The options for `create` for a new user, as JSON. Stores nothing and looks nobody up. */
export function startPasskeySignUp(
  app: Pick<App, "clock" | "newId" | "secretBox">,
  project: Project,
  input: { email: string; displayName: string },
): string {
  const { rpId } = requirePasskeys(project);
  if (project.settings.signUpClosed) throw new AppError("SIGN_UP_CLOSED");
  const email = emailOfSignUp(project, input.email);
  const displayName = requireDisplayName(input.displayName);
  const userId = app.newId();
  return creationOptions({
    rp: { id: rpId, name: project.name },
    challenge: newChallenge(app, project.id, "sign_up", userId, email ?? ""),
    userHandle: userHandleOf(app, { projectId: project.id, userId, rpId }),
    email,
    displayName,
    exclude: [],
  });
}

/** Where no verified address is required, a user may have none. */
export function emailOfSignUp(project: Project, typed: string): string | null {
  const isOptional = !project.settings.requireEmailVerification;
  return isOptional && typed.trim() === "" ? null : requireEmail(typed);
}
