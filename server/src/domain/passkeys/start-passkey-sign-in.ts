import type { App } from "../../app.ts";
import type { Project } from "../projects/project.ts";
import { requestOptions } from "./ceremony-options.ts";
import { newChallenge } from "./challenge.ts";
import { requirePasskeys } from "./passkey-domain.ts";

/** The options for `get`, as JSON. Stores nothing. */
export function startPasskeySignIn(app: Pick<App, "clock" | "secretBox">, project: Project): string {
  const { rpId } = requirePasskeys(project);
  return requestOptions({ rpId, challenge: newChallenge(app, project.id, "sign_in", "", "") });
}
