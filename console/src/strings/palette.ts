/** What else people call a screen or a setting, for the command palette. */
export const synonyms = {
  overview: "dashboard statistics stats charts active users",
  users: "people accounts members customers search find disable",
  events: "log audit history activity failed sign-ins",
  billing:
    "subscriptions purchases payments stripe app store google play catalog entitlements revenue webhooks",
  push: "notifications apns fcm devices tokens",
  signInMethods:
    "google apple oauth social password passkeys webauthn fido face id biometrics mfa 2fa totp two-step second factor guests anonymous providers login password length policy",
  urls: "redirects links deep links hosted pages domains origins",
  branding: "theme logo colors fonts emails templates",
  wording: "texts translations languages emails templates sentences i18n copy",
  keys: "api keys publishable secret signing rotate jwks jwt tokens",
  settings:
    "sessions timeout token lifetime time zone timezone languages locale retention sender yaml spec delete project notices",
  connect: "sdk code install quick start snippets",
  projects: "apps all projects",
  instance: "server version health backups",
} as const;

/** Parts of screens that have an address of their own. */
export const places = {
  mail: ["Email server (SMTP)", "smtp mail relay sender outgoing test email"],
  admins: ["Administrators", "team admins roles invites owners support"],
  audit: ["Audit log", "history who changed administrators"],
  account: ["Your account", "password passkeys webauthn security key sessions profile devices"],
  tokens: ["Personal access tokens", "pat api tokens cli credentials"],
} as const;

export const actions = {
  createProject: ["Create project", "new project add app"],
  createUser: ["Create user", "new user add invite user"],
  importUsers: ["Import users", "upload migrate"],
  exportUsers: ["Export users", "download backup json"],
  rotateSigningKey: ["Rotate signing key", "jwks jwt key rotation tokens"],
  regenerateSecretKey: ["Regenerate secret key", "rotate sk api key backend"],
  inviteAdmin: ["Invite administrator", "add admin team member role"],
  createToken: ["Create personal access token", "new pat api token cli"],
  signOut: ["Sign out", "log out logout leave"],
} as const;
