import type { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { InstanceSettingsService } from "@svc/proto/svc/admin/v1/instance_pb";
import type { SessionService } from "@svc/proto/svc/admin/v1/session_pb";
import { byAdmin, byInvite, byTypedEmailOfAdmin } from "../guards/hashing.ts";
import { fromKnownBrowser } from "../guards/known-device.ts";
import {
  address,
  failures,
  failuresInARow,
  inviteRules,
  ownAdmin,
  typedAdmin,
  unlessKnown,
} from "../guards/rate-limit-rules.ts";
import type { Handlers, Methods } from "./method.ts";

export const adminSessionMethods = {
  login: {
    access: "own-site",
    limits: [
      failures("admin_login_address", unlessKnown(address), "INVALID_CREDENTIALS"),
      failuresInARow("admin_login_account", unlessKnown(typedAdmin), "INVALID_CREDENTIALS"),
    ],
    hashing: byTypedEmailOfAdmin,
    around: [fromKnownBrowser],
  },
  logout: { access: "own-site", limits: [] },
  getCurrentAdmin: { access: "admin", needs: "anybody:read" },
  reauthenticate: {
    access: "admin-session",
    needs: "account:write",
    limits: [
      failures("admin_login_address", address, "INVALID_CREDENTIALS"),
      failuresInARow("admin_login_account", ownAdmin, "INVALID_CREDENTIALS"),
    ],
    hashing: byAdmin,
  },
  listMySessions: { access: "admin", needs: "account:read" },
  revokeMySession: { access: "admin", needs: "account:write" },
} as const satisfies Methods<typeof SessionService>;

export type AdminSessionHandlers = Handlers<typeof SessionService, typeof adminSessionMethods>;

export const adminAccountMethods = {
  listAdmins: { access: "admin", needs: "owner:read" },
  inviteAdmin: { access: "recent-admin", needs: "owner:write" },
  acceptInvite: { access: "open", limits: inviteRules, hashing: byInvite },
  removeAdmin: { access: "recent-admin", needs: "owner:write" },
  setAdminRole: { access: "recent-admin", needs: "owner:write" },
  // Asks for the password itself, not for a recent sign-in.
  changePassword: {
    access: "admin",
    needs: "account:write",
    limits: [
      failures("admin_login_address", address, "INVALID_CREDENTIALS"),
      failures("admin_login_account", ownAdmin, "INVALID_CREDENTIALS"),
    ],
    hashing: byAdmin,
  },
  createPersonalAccessToken: { access: "recent-admin", needs: "account:write" },
  listPersonalAccessTokens: { access: "admin", needs: "account:read" },
  revokePersonalAccessToken: { access: "admin", needs: "account:write" },
} as const satisfies Methods<typeof AdminAccountService>;

export type AdminAccountHandlers = Handlers<typeof AdminAccountService, typeof adminAccountMethods>;

export const adminInstanceMethods = {
  getInstance: { access: "admin", needs: "anybody:read" },
  setSmtp: { access: "recent-admin", needs: "owner:write" },
  clearSmtp: { access: "recent-admin", needs: "owner:write" },
  sendTestEmail: { access: "admin", needs: "owner:write" },
  listOutgoingMails: { access: "admin", needs: "owner:read" },
  getMailSummary: { access: "admin", needs: "owner:read" },
  retryOutgoingMails: { access: "admin", needs: "owner:write" },
  listBackups: { access: "admin", needs: "owner:read" },
  startBackup: { access: "admin", needs: "owner:write" },
} as const satisfies Methods<typeof InstanceSettingsService>;

export type AdminInstanceHandlers = Handlers<typeof InstanceSettingsService, typeof adminInstanceMethods>;
