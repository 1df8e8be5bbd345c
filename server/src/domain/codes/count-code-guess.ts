import type { App } from "../../app.ts";
import type { Project } from "../projects/project.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";

/** Who typed the code. */
export type Guesser =
  | Readonly<{ kind: "stranger" }>
  /** Somebody on a device where the account was used before. */
  | Readonly<{ kind: "device"; id: string }>
  /** Somebody with a session of the account, or whose sign-in waits for an enrollment. */
  | Readonly<{ kind: "session" | "enrollment" }>;

/**
 * Wrong codes are counted for each account and day, whatever flow they are for. Those of known devices, sessions and
 * enrollments are counted by themselves, so that strangers cannot keep the owner out. Returns how to end the count.
 */
export function countCodeGuess(
  app: Pick<App, "rateLimits">,
  project: Pick<Project, "id">,
  email: string,
  guesser: Guesser,
): ReturnType<App["rateLimits"]["attempt"]> {
  if (guesser.kind === "device") {
    return app.rateLimits.attempt([{ name: "email_code_device", subject: guesser.id }]);
  }
  const account = accountSubject(project.id, email);
  const subject = guesser.kind === "stranger" ? account : `${account}\n${guesser.kind}`;
  return app.rateLimits.attempt([{ name: "email_code_account", subject }]);
}
