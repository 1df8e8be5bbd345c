import type { App } from "../../app.ts";
import type { User } from "../../storage/db.ts";
import type { Project } from "../projects/project.ts";

/** The row of a new user. Fields that are not given are empty. */
export function newUser(
  app: Pick<App, "clock" | "newId">,
  project: Pick<Project, "id">,
  facts: Partial<User>,
): User {
  const now = app.clock();
  return {
    id: app.newId(),
    projectId: project.id,
    email: null,
    emailVerifiedAt: null,
    displayName: "",
    avatarUrl: "",
    passwordHash: null,
    customClaims: "{}",
    guestSince: null,
    unprovenSignUpAt: null,
    credentialEpoch: 0,
    disabledAt: null,
    deletionDueAt: null,
    deletionReason: null,
    locale: null,
    emailBouncedAt: null,
    emailBounceReason: null,
    createdAt: now,
    updatedAt: now,
    ...facts,
  };
}
