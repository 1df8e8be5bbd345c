import type { App } from "../../app.ts";
import { cancelUserJob, getUserJob, listJobsOfProject } from "../../domain/user-jobs/end-user-job.ts";
import { startUserJob } from "../../domain/user-jobs/start-user-job.ts";
import { addUserNote, listNotes, removeUserNote } from "../../domain/user-notes/user-notes.ts";
import { countUsers } from "../../domain/users/count-users.ts";
import type { UserScope } from "../../domain/users/scope.ts";
import type { AdminCall } from "../context.ts";
import type { AdminUserHandlers } from "../methods/admin-projects.ts";
import { decodeFilters } from "../server/encode.ts";
import { decodeJobAction, encodeUserJob, encodeUserNote } from "./encode-user-job.ts";

type Handled =
  | "countUsers"
  | `${"start" | "get" | "cancel"}UserJob`
  | "listUserJobs"
  | `${"add" | "delete"}UserNote`
  | "listUserNotes";

/** What only administrators have: counts, jobs that change many users, and notes. */
export function userJobHandlers(
  app: App,
  scopeOf: (request: { project: string }, context: AdminCall) => Promise<UserScope>,
): Pick<AdminUserHandlers, Handled> {
  return {
    async countUsers(request, context) {
      const { project } = await scopeOf(request, context);
      const { query, pageToken } = request;
      const filter = decodeFilters(request.filters);
      const { users, isMore, nextPageToken } = await countUsers(app, project, { query, pageToken, filter });
      return { users, more: isMore, nextPageToken };
    },

    async startUserJob(request, context) {
      const action = decodeJobAction(request.action);
      const filter = decodeFilters(request.filters);
      const scope = await scopeOf(request, context);
      return { job: encodeUserJob(await startUserJob(app, scope, { action, query: request.query, filter })) };
    },

    async getUserJob(request, context) {
      const { project } = await scopeOf(request, context);
      return { job: encodeUserJob(await getUserJob(app, project, request.jobId)) };
    },

    async listUserJobs(request, context) {
      const { project } = await scopeOf(request, context);
      return { jobs: (await listJobsOfProject(app, project)).map(encodeUserJob) };
    },

    async cancelUserJob(request, context) {
      return { job: encodeUserJob(await cancelUserJob(app, await scopeOf(request, context), request.jobId)) };
    },

    async addUserNote(request, context) {
      return { note: encodeUserNote(await addUserNote(app, await scopeOf(request, context), request)) };
    },

    async listUserNotes(request, context) {
      const { items, nextPageToken } = await listNotes(app, await scopeOf(request, context), request);
      return { notes: items.map(encodeUserNote), nextPageToken };
    },

    async deleteUserNote(request, context) {
      await removeUserNote(app, await scopeOf(request, context), request);
      return {};
    },
  };
}
