import type { App } from "../../app.ts";
import { AppError } from "../../errors.ts";
import { findSessionOfAttempt } from "../../storage/opening-attempts.ts";
import type { Project } from "../projects/project.ts";
import type { OpeningAttempt } from "./opening-attempt.ts";
import { repeatOpening } from "./repeat-opening.ts";
import type { TokenPair } from "./token-pair.ts";

/**
 * Opens a session, or repeats the answer if this attempt has opened one. `open` fails when a copy of the request, which
 * runs at the same time, was faster: its session then decides.
 */
export async function oncePerAttempt(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer" | "upgrade">,
  project: Project,
  attempt: OpeningAttempt | undefined,
  open: () => Promise<TokenPair>,
): Promise<TokenPair> {
  if (!attempt) return open();
  const isKnown = (await findSessionOfAttempt(app.db, project.id, attempt.hash)) !== undefined;
  const repeated = isKnown && (await repeatOpening(app, project, attempt));
  return repeated || openOrRepeat(app, project, attempt, open);
}

/** The same where `open` fails without a trace if the attempt has opened a session: it is not looked up before. */
export async function openOrRepeat(
  app: Pick<App, "baseUrl" | "clock" | "db" | "signer" | "upgrade">,
  project: Project,
  attempt: OpeningAttempt | undefined,
  open: () => Promise<TokenPair>,
): Promise<TokenPair> {
  try {
    return await open();
  } catch (error) {
    const faster = attempt && error instanceof AppError && (await repeatOpening(app, project, attempt));
    if (!faster) throw error;
    return faster;
  }
}
