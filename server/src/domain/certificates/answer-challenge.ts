import type { App } from "../../app.ts";
import { findAcmeAnswer } from "../../storage/acme.ts";

/** The response to an ACME challenge. It is stored, so that every replica can answer. */
export async function answerChallenge(
  app: Pick<App, "clock" | "db">,
  token: string,
): Promise<string | undefined> {
  return findAcmeAnswer(app.db, token, app.clock());
}
