import type { App } from "../app.ts";
import { eraseDueUsers } from "../domain/accounts/erase-due-users.ts";
import type { Job } from "./scheduler.ts";

export function accountDeletionsJob(app: App): Job {
  return {
    name: "account-deletions",
    everyMs: 600_000,
    onOneReplica: true,
    run: (signal) => eraseDueUsers(app, signal),
  };
}
