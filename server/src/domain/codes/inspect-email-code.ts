import type { App } from "../../app.ts";
import type { OneTimeCodeRow } from "../../storage/db.ts";
import { findOneTimeCode } from "../../storage/one-time-codes.ts";
import type { Project } from "../projects/project.ts";
import { wrongCode } from "./one-time-code.ts";

/** The device that asked for a code, so that who reads the email on another one knows whose it is. */
export async function inspectEmailCode(
  app: Pick<App, "clock" | "db">,
  project: Project,
  flowId: string,
): Promise<Pick<OneTimeCodeRow, "userAgent" | "createdAt">> {
  const flow = { projectId: project.id, id: flowId, purpose: "sign_in" };
  const now = app.clock();
  const asked = await findOneTimeCode(app.db, flow, now);
  if (!asked || (asked.codeExpiresAt !== null && asked.codeExpiresAt <= now))
    throw wrongCode({ attemptsLeft: 0 });
  return asked;
}
