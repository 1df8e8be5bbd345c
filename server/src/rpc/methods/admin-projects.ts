import type { AnalyticsService } from "@svc/proto/svc/admin/v1/analytics_pb";
import type { ProjectService } from "@svc/proto/svc/admin/v1/projects_pb";
import type { PushService } from "@svc/proto/svc/admin/v1/push_pb";
import type { ThemeService } from "@svc/proto/svc/admin/v1/themes_pb";
import type { UserService } from "@svc/proto/svc/admin/v1/users_pb";
import { byAdmin } from "../guards/hashing.ts";
import { type Handlers, type Methods, MIB } from "./method.ts";

/** A file of 1 MiB, as base64 in JSON. */
const FILE_BYTES = 1.5 * MIB;

export const adminProjectMethods = {
  createProject: { access: "admin" },
  getProject: { access: "admin" },
  listProjects: { access: "admin" },
  updateProject: { access: "recent-admin-for-some-changes" }, // redirect targets and provider secrets
  deleteProject: { access: "recent-admin" },
  regenerateSecretKey: { access: "recent-admin" },
  getSigningKey: { access: "admin" },
  rotateSigningKey: { access: "recent-admin" },
  resetSigningKey: { access: "recent-admin" },
  getProjectSpec: { access: "admin" },
  // As updateProject; a project that it creates has nothing to protect yet.
  applyProjectSpec: { access: "recent-admin-for-some-changes" },
  checkSignInProvider: { access: "admin" },
  exportUsers: { access: "recent-admin" },
  importUsers: { access: "recent-admin", maxRequestBytes: 4 * MIB },
} as const satisfies Methods<typeof ProjectService>;

export type AdminProjectHandlers = Handlers<typeof ProjectService, typeof adminProjectMethods>;

export const adminUserMethods = {
  listUsers: { access: "admin" },
  getUser: { access: "admin" },
  createUser: { access: "admin", hashing: byAdmin },
  updateUser: { access: "admin", hashing: byAdmin },
  disableUser: { access: "admin" },
  enableUser: { access: "admin" },
  deleteUser: { access: "admin" },
  revokeUserSessions: { access: "admin" },
  revokeUserSession: { access: "admin" },
  sendPasswordReset: { access: "admin" },
  unlinkIdentity: { access: "admin" },
} as const satisfies Methods<typeof UserService>;

export type AdminUserHandlers = Handlers<typeof UserService, typeof adminUserMethods>;

export const adminPushMethods = {
  listPushDevices: { access: "admin" },
  revokePushDevice: { access: "admin" },
} as const satisfies Methods<typeof PushService>;

export type AdminPushHandlers = Handlers<typeof PushService, typeof adminPushMethods>;

export const adminAnalyticsMethods = {
  getStats: { access: "admin" },
  listRecentEvents: { access: "admin" },
  runRollup: { access: "admin" },
} as const satisfies Methods<typeof AnalyticsService>;

export type AdminAnalyticsHandlers = Handlers<typeof AnalyticsService, typeof adminAnalyticsMethods>;

export const adminThemeMethods = {
  getTheme: { access: "admin" },
  updateTheme: { access: "admin" },
  resetTheme: { access: "admin" },
  listThemeRevisions: { access: "admin" },
  restoreThemeRevision: { access: "admin" },
  uploadLogo: { access: "admin", maxRequestBytes: FILE_BYTES },
  uploadFont: { access: "admin", maxRequestBytes: FILE_BYTES },
  previewTheme: { access: "admin" },
} as const satisfies Methods<typeof ThemeService>;

export type AdminThemeHandlers = Handlers<typeof ThemeService, typeof adminThemeMethods>;
