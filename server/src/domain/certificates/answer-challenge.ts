import type { App } from "../../app.ts";
import { findAcmeAnswer } from "../../storage/acme.ts";

/** What the authority wants to hear, on whichever replica it asks. */
export async function answerChallenge(
  app: Pick<App, "clock" | "db">,
  token: string,
): Promise<string | undefined> {
  return findAcmeAnswer(app.db, token, app.clock());
}
