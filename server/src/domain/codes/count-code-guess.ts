import type { App } from "../../app.ts";
import type { Project } from "../projects/project.ts";
import { accountSubject } from "../rate-limits/account-subject.ts";

/**
 * Wrong codes are counted for each account and day, whatever flow they are for. Those of a device where the account was
 * used before are counted by themselves, so that strangers cannot keep its owner out. Returns how to end the count.
 */
export function countCodeGuess(
  app: Pick<App, "rateLimits">,
  project: Pick<Project, "id">,
  email: string,
  knownDevice?: string,
): ReturnType<App["rateLimits"]["attempt"]> {
  const attempt =
    knownDevice === undefined
      ? ({ name: "email_code_account", subject: accountSubject(project.id, email) } as const)
      : ({ name: "email_code_device", subject: knownDevice } as const);
  return app.rateLimits.attempt([attempt]);
}
