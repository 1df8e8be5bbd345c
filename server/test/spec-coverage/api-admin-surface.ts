import { asWritten, type Chapter } from "./statement.ts";

const sessions = "server/src/rpc/admin/session-service.test.ts";
const projects = "server/src/rpc/admin/project-service.test.ts";
const keys = "server/src/rpc/admin/project-keys.test.ts";
const themes = "server/src/rpc/admin/theme-service.test.ts";
const accounts = "server/src/rpc/admin/admin-account-service.test.ts";
const instance = "server/src/rpc/admin/instance-service.test.ts";

export const apiAdminSurface: Chapter = {
  title: "Admin surface",
  statements: [
    asWritten("N103", "`SessionService`: an administrator's login, logout, and who that is.", {
      [sessions]: [
        "Login tells who it was and until when; the session is stored as a hash only",
        "Logout ends that session only, is OK without one, and leaves tokens alone",
        "GetCurrentAdmin with a token has no end of session",
      ],
    }),
    asWritten("N104", "`ProjectService` creates, reads, updates and deletes projects.", {
      [projects]: [
        "CreateProject derives the slug, returns the secret key once and publishes a signing key",
        "GetProject takes a slug or an id; ListProjects pages newest first",
      ],
      "server/src/rpc/admin/project-update.test.ts": "changes what is given and leaves the rest",
      "server/src/rpc/admin/project-delete.test.ts":
        "everything of the project fails at the next call, and everything it owned is gone",
    }),
    asWritten("N105", "`RegenerateSecretKey` replaces the secret key.", {
      [keys]: "RegenerateSecretKey: the old key is dead at once, the new one is shown once",
    }),
    asWritten("N106", "`GetSigningKey` and `ResetSigningKey` show and replace the signing key.", {
      [keys]: [
        "GetSigningKey tells the key that signs and what tokens are checked against",
        "ResetSigningKey: one new key, every token of the project dead, online and offline",
      ],
    }),
    asWritten("N107", "`UserService` manages users as the backend surface does, plus `SendPasswordReset`.", {
      "server/src/rpc/server/user-service.test.ts":
        "an administrator manages the users of any project, by slug or id, and every action is in the audit log",
    }),
    asWritten("N108", "`AnalyticsService.GetStats` counts.", {
      "server/src/rpc/admin/analytics-stats.test.ts": [
        "counts what has happened today before any rollup",
        "fills days without events with zeros, in order",
      ],
    }),
    asWritten("N109", "`AnalyticsService.ListRecentEvents` lists events.", {
      "server/src/rpc/admin/analytics-events.test.ts":
        "tells what happened, when, who did it, to whom and from where, newest first",
    }),
    asWritten("N110", "`AnalyticsService.RunRollup` counts days in advance.", {
      "server/src/rpc/admin/analytics-rollup.test.ts": "running it twice changes nothing",
    }),
    asWritten("N111", "`ThemeService` gets and updates the theme.", {
      [themes]: [
        "a project that never had a theme has the default one, as its only revision",
        "a theme equal to the one in use writes nothing",
        "every change is in the audit log",
      ],
      "server/src/rpc/admin/theme-uploads.test.ts":
        "the theme changes only when it names the file, and then tells its address",
    }),
    asWritten("N112", "`ThemeService` keeps revisions.", {
      [themes]: [
        "RestoreThemeRevision puts an earlier one to use again, also the first",
        "the newest 50 revisions are kept, and listed in pages",
      ],
    }),
    asWritten("N113", "`ThemeService` takes a logo.", {
      "server/src/rpc/admin/theme-uploads.test.ts": [
        "a file may have 1 MiB and no byte more, and comes back whole",
        "the theme changes only when it names the file, and then tells its address",
      ],
    }),
    asWritten("N114", "`AdminAccountService` invites administrators.", {
      "server/src/rpc/admin/admin-invites.test.ts":
        "the invited get a link to this server, choose a password and log in",
    }),
    asWritten("N115", "`AdminAccountService` changes the own password.", {
      [accounts]: "ChangePassword ends the other sessions, gives this one a new id and leaves tokens alone",
    }),
    asWritten("N116", "`AdminAccountService` creates, lists and revokes personal access tokens.", {
      [accounts]: "a personal access token from creation over use to revocation",
    }),
    asWritten("N117", "`InstanceSettingsService` sets SMTP and sends a test email.", {
      [instance]: [
        "SetSmtp goes before the configuration, and ClearSmtp goes back to it",
        "SendTestEmail returns what the mail server really said",
      ],
    }),
    asWritten("N118", "Rotating the signing key, apply, dump, export and import are on the admin surface.", {
      [keys]: "RotateSigningKey: the new key signs at once, old tokens and sessions stay good",
      "server/src/rpc/admin/project-spec.test.ts":
        "dump of one server, applied where the slug is free, makes the same project",
      "server/src/rpc/admin/user-transfer.test.ts":
        "a user exported from one project signs in to another with the old password, whole",
    }),
  ],
};
