import type { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { PushService } from "@svc/proto/svc/admin/v1/push_pb";
import type { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { UpdateUserRequest, UserService } from "@svc/proto/svc/admin/v1/users_pb";
import type { WordingService } from "@svc/proto/svc/admin/v1/wording_pb";
import type { Needs } from "../../domain/admins/rights.ts";
import { needsOfUserJob } from "../../domain/user-jobs/needs-of-user-job.ts";
import { decodeJobAction } from "../admin/encode-user-job.ts";
import { byAdmin } from "../guards/hashing.ts";
import { calls, ownAdmin } from "../guards/rate-limit-rules.ts";
import { type Handlers, KIB, type Methods, MIB } from "./method.ts";

/** A file of 1 MiB, as base64 in JSON. */
const FILE_BYTES = 1.5 * MIB;

/** All own texts of a project, or a spec with them. */
const WORDING_BYTES = 256 * KIB;

export const adminProjectMethods = {
  createProject: { access: "admin", needs: "owner:write" },
  getProject: { access: "admin", needs: "viewer:read" },
  listProjects: { access: "admin", needs: "anybody:read" },
  updateProject: { access: "recent-admin-for-some-changes", needs: "administrator:write" }, // redirect targets and provider secrets
  deleteProject: { access: "recent-admin", needs: "owner:write" },
  regenerateSecretKey: { access: "recent-admin", needs: "administrator:write" },
  endOldSecretKey: { access: "admin", needs: "administrator:write" },
  getSigningKey: { access: "admin", needs: "viewer:read" },
  rotateSigningKey: { access: "recent-admin", needs: "administrator:write" },
  resetSigningKey: { access: "recent-admin", needs: "administrator:write" },
  getProjectSpec: { access: "admin", needs: "viewer:read" },
  // As updateProject; a project that it creates has nothing to protect yet.
  applyProjectSpec: {
    access: "recent-admin-for-some-changes",
    needs: "checked-by-use-case",
    maxRequestBytes: WORDING_BYTES,
  },
  checkSignInProvider: { access: "admin", needs: "administrator:write" },
  checkPasskeys: { access: "admin", needs: "administrator:write" },
  exportUsers: { access: "recent-admin", needs: "administrator:write" },
  importUsers: { access: "recent-admin", needs: "administrator:write", maxRequestBytes: 4 * MIB },
} as const satisfies Methods<typeof ProjectService>;

export type AdminProjectHandlers = Handlers<typeof ProjectService, typeof adminProjectMethods>;

/** Support may correct how a user is shown, and nothing that decides who gets in or what they may do. */
const SHOWN: ReadonlySet<string> = new Set(["displayName", "avatarUrl", "locale"]);

function needsOfUpdate(request: UpdateUserRequest): Needs {
  const { $typeName: _, project: _project, userId: _user, etag: _etag, ...changes } = request;
  const changed = Object.entries(changes).filter(([, value]) => value !== undefined);
  return changed.every(([name]) => SHOWN.has(name)) ? "support:write" : "administrator:write";
}

export const adminUserMethods = {
  listUsers: {
    access: "recent-admin-for-some-changes", // an export
    needs: ({ forExport }) => (forExport ? "administrator:write" : "viewer:read"),
  },
  getUser: { access: "admin", needs: "viewer:read" },
  createUser: { access: "admin", needs: "administrator:write", hashing: byAdmin },
  updateUser: { access: "admin", needs: needsOfUpdate, hashing: byAdmin },
  disableUser: { access: "admin", needs: "support:write" },
  enableUser: { access: "admin", needs: "support:write" },
  markEmailBounced: { access: "admin", needs: "support:write" },
  clearEmailBounce: { access: "admin", needs: "support:write" },
  deleteUser: { access: "admin", needs: "administrator:write" },
  cancelUserDeletion: { access: "admin", needs: "support:write" },
  revokeUserSessions: { access: "admin", needs: "support:write" },
  revokeUserSession: { access: "admin", needs: "support:write" },
  sendPasswordReset: { access: "admin", needs: "support:write" },
  sendVerificationEmail: { access: "admin", needs: "support:write" },
  unlinkIdentity: { access: "admin", needs: "administrator:write" },
  listUserPasskeys: { access: "admin", needs: "viewer:read" },
  removeUserPasskey: { access: "admin", needs: "administrator:write" },
  countUsers: { access: "admin", needs: "viewer:read" },
  startUserJob: { access: "admin", needs: ({ action }) => needsOfUserJob(decodeJobAction(action)) },
  getUserJob: { access: "admin", needs: "viewer:read" },
  getUserFactors: { access: "admin", needs: "viewer:read" },
  resetUserFactors: { access: "recent-admin", needs: "administrator:write" },
  listUserJobs: { access: "admin", needs: "viewer:read" },
  cancelUserJob: { access: "admin", needs: "support:write" },
  addUserNote: { access: "admin", needs: "support:write" },
  listUserNotes: { access: "admin", needs: "viewer:read" },
  deleteUserNote: { access: "admin", needs: "administrator:write" },
  // It has no secrets, so a token that can only read may do it, too.
  exportUser: { access: "admin", needs: "administrator:read" },
} as const satisfies Methods<typeof UserService>;

export type AdminUserHandlers = Handlers<typeof UserService, typeof adminUserMethods>;

export const adminPushMethods = {
  listPushDevices: { access: "admin", needs: "viewer:read" },
  revokePushDevice: { access: "admin", needs: "support:write" },
} as const satisfies Methods<typeof PushService>;

export type AdminPushHandlers = Handlers<typeof PushService, typeof adminPushMethods>;

export const adminAnalyticsMethods = {
  getStats: { access: "admin", needs: "viewer:read" },
  listRecentEvents: {
    access: "admin",
    // Without a project, the events of the instance.
    needs: ({ project }) => (project === "" ? "owner:read" : "viewer:read"),
  },
  runRollup: {
    access: "admin",
    // Without a project, in all of them.
    needs: ({ project }) => (project === "" ? "owner:write" : "administrator:write"),
  },
} as const satisfies Methods<typeof AnalyticsService>;

export type AdminAnalyticsHandlers = Handlers<typeof AnalyticsService, typeof adminAnalyticsMethods>;

export const adminThemeMethods = {
  getTheme: { access: "admin", needs: "viewer:read" },
  updateTheme: { access: "admin", needs: "administrator:write" },
  resetTheme: { access: "admin", needs: "administrator:write" },
  listThemeRevisions: { access: "admin", needs: "viewer:read" },
  restoreThemeRevision: { access: "admin", needs: "administrator:write" },
  uploadLogo: { access: "admin", needs: "administrator:write", maxRequestBytes: FILE_BYTES },
  uploadFont: { access: "admin", needs: "administrator:write", maxRequestBytes: FILE_BYTES },
  previewTheme: { access: "admin", needs: "viewer:read" },
} as const satisfies Methods<typeof ThemeService>;

export type AdminThemeHandlers = Handlers<typeof ThemeService, typeof adminThemeMethods>;

export const adminWordingMethods = {
  getWording: { access: "admin", needs: "viewer:read" },
  updateWording: { access: "admin", needs: "administrator:write", maxRequestBytes: WORDING_BYTES },
  previewWording: { access: "admin", needs: "viewer:read", maxRequestBytes: WORDING_BYTES },
  // It goes to the caller only, and still it costs the relay something.
  sendPreviewEmail: {
    access: "admin",
    needs: "administrator:write",
    maxRequestBytes: WORDING_BYTES,
    limits: [calls("admin_preview_mail", ownAdmin)],
  },
} as const satisfies Methods<typeof WordingService>;

export type AdminWordingHandlers = Handlers<typeof WordingService, typeof adminWordingMethods>;
