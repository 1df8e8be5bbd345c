import type { AdminAccountService } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { AdminFactorService } from "@svc/proto/svc/admin/v1/admin_factors_pb";
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

const PROOF_FAILURES = ["INVALID_CREDENTIALS", "PASSKEY_INVALID", "MFA_CODE_INVALID"] as const;

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
  startPasskeyLogin: { access: "own-site", limits: [] },
  // A signature cannot be guessed: only the address is counted.
  loginWithPasskey: {
    access: "own-site",
    limits: [failures("admin_login_address", address, "PASSKEY_INVALID")],
  },
  logout: { access: "own-site", limits: [] },
  getCurrentAdmin: { access: "admin", needs: "anybody:read" },
  reauthenticate: {
    access: "admin-session",
    needs: "account:write",
    limits: [
      failures("admin_login_address", address, ...PROOF_FAILURES),
      failuresInARow("admin_login_account", ownAdmin, ...PROOF_FAILURES),
    ],
    hashing: byAdmin,
  },
  listMySessions: { access: "admin", needs: "account:read" },
  revokeMySession: { access: "admin", needs: "account:write" },
  listMyPasskeys: { access: "admin", needs: "account:read" },
  startPasskeyAddition: { access: "recent-admin-session", needs: "account:write" },
  addMyPasskey: { access: "recent-admin-session", needs: "account:write" },
  renameMyPasskey: { access: "admin-session", needs: "account:write" },
  removeMyPasskey: { access: "recent-admin-session", needs: "account:write" },
} as const satisfies Methods<typeof SessionService>;

export type AdminSessionHandlers = Handlers<typeof SessionService, typeof adminSessionMethods>;

export const adminFactorMethods = {
  // Wrong codes are counted for the administrator, by the use case.
  completeLogin: {
    access: "own-site",
    limits: [failures("admin_login_address", address, "MFA_CODE_INVALID", "PASSKEY_INVALID")],
  },
  startTotpEnrollment: { access: "recent-admin-session", needs: "account:write" },
  startRequiredEnrollment: { access: "own-site", limits: [] },
  confirmTotpEnrollment: {
    access: "own-site",
    limits: [failures("admin_login_address", address, "MFA_CODE_INVALID")],
  },
  getMyFactors: { access: "admin", needs: "account:read" },
  removeTotp: { access: "recent-admin-session", needs: "account:write" },
  regenerateRecoveryCodes: { access: "recent-admin-session", needs: "account:write" },
  setAdminFactorPolicy: { access: "recent-admin-session", needs: "owner:write" },
} as const satisfies Methods<typeof AdminFactorService>;

export type AdminFactorHandlers = Handlers<typeof AdminFactorService, typeof adminFactorMethods>;

export const adminAccountMethods = {
  listAdmins: { access: "admin", needs: "owner:read" },
  inviteAdmin: { access: "recent-admin", needs: "owner:write" },
  inspectInvite: { access: "open", limits: inviteRules },
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
  cancelOutgoingMails: { access: "admin", needs: "owner:write" },
  listBackups: { access: "admin", needs: "owner:read" },
  startBackup: { access: "admin", needs: "owner:write" },
} as const satisfies Methods<typeof InstanceSettingsService>;

export type AdminInstanceHandlers = Handlers<typeof InstanceSettingsService, typeof adminInstanceMethods>;
