import type { App } from "../app.ts";
import { deleteAllStaleGuests } from "../domain/guests/delete-stale-guests.ts";
import type { Job } from "./scheduler.ts";

export function guestRetentionJob(app: App): Job {
  return {
    name: "guest-retention",
    everyMs: 3_600_000,
    onOneReplica: true,
    run: (signal) => deleteAllStaleGuests(app, signal),
  };
}
