import { asWritten, type Chapter } from "./statement.ts";

const users = "server/src/rpc/server/user-service.test.ts";
const projectUpdate = "server/src/rpc/admin/project-update.test.ts";
const config = "server/src/rpc/auth/config-service.test.ts";
const configTest =
  "tells providers, Google's client ids, password policy, guests and theme, and follows the settings";
const keys = "server/src/rpc/admin/project-keys.test.ts";
const projects = "server/src/rpc/admin/project-service.test.ts";

export const apiResources: Chapter = {
  title: "Users, projects and keys",
  statements: [
    asWritten(
      "N37",
      "A user has an id, email, display name, avatar, email-verified flag, disabled flag and custom claims.",
      {
        [users]: [
          "CreateUser with a password lets the user sign in",
          "UpdateUser changes what is given and replaces the claims whole",
        ],
        "server/src/rpc/auth/sessions.test.ts":
          "GetMe and UpdateMe: absent fields stay, empty ones are removed",
      },
    ),
    asWritten("N38", "A user has provider identities and active sessions.", {
      [users]: "GetUser by id or email shows identities and active sessions",
    }),
    asWritten("N39", "`is_anonymous` is in the backend's `User` and in `IntrospectToken`.", {
      [users]: [
        "CreateUser with a password lets the user sign in",
        "filters: disabled, verified, guests, provider, password",
      ],
      "server/src/rpc/server/token-service.test.ts": "a guest's token says so, in the claims and beside them",
    }),
    asWritten("N40", "`GetProjectConfig` tells which providers are enabled.", { [config]: configTest }),
    asWritten("N41", "`GetProjectConfig` tells Google's client ids.", { [config]: configTest }),
    asWritten("N42", "`GetProjectConfig` tells the password policy.", { [config]: configTest }),
    asWritten("N43", "`GetProjectConfig` tells whether guests may sign in.", { [config]: configTest }),
    asWritten("N44", "`GetProjectConfig` tells the theme.", {
      [config]: configTest,
      "server/src/rpc/admin/theme-use.test.ts": "GetProjectConfig has it with the addresses of its files",
    }),
    asWritten(
      "N45",
      "A project has a name, slug, timezone, redirect_schemes, redirect_origins and require_email_verification.",
      {
        [projectUpdate]: [
          "changes what is given and leaves the rest",
          "a list that is given replaces the stored one, an empty one clears it",
        ],
        "server/src/domain/projects/setting-fields.test.ts":
          "the table has every setting that the contract shows, beside the flags of secrets",
      },
    ),
    asWritten("N46", "Guests are allowed per project, off by default, independent of open sign-up.", {
      [config]: configTest,
      "server/src/rpc/auth/guests.test.ts": [
        "SignInAnonymously makes a new guest on each call, where the project allows it",
        "guests do not depend on open sign-up",
      ],
    }),
    asWritten("N47", "guest-retention is optional, in days.", {
      "server/src/rpc/auth/guests.test.ts": [
        "guests who were not seen for the retention are deleted, others are not",
        "without a retention guests never expire, and more than a batch is deleted in one go",
      ],
    }),
    asWritten("N48", "Secrets of the google and apple sections are written only; reads have `has_*` flags.", {
      [projectUpdate]: [
        "a provider secret is stored sealed and never comes back, only that there is one",
        "an empty secret removes the stored one, an absent one leaves it",
      ],
    }),
    asWritten("N49", "A publishable key begins with `pk_` and names one project.", {
      [projects]: "CreateProject derives the slug, returns the secret key once and publishes a signing key",
      "server/src/crypto/api-keys.test.ts": "has the documented shape and is accepted",
    }),
    asWritten("N50", "A secret key begins with `sk_` and names exactly one project.", {
      [projects]: "CreateProject derives the slug, returns the secret key once and publishes a signing key",
      [users]: "a user of another project is WRONG_PROJECT on every method, and stays as it was",
    }),
    asWritten(
      "N51",
      "A personal access token begins with `svc_pat_`, is shown exactly once, has a label and may expire.",
      {
        "server/src/rpc/admin/admin-account-service.test.ts": [
          "a personal access token from creation over use to revocation",
          "tokens end at their expiry and belong to their owner alone",
        ],
      },
    ),
    asWritten("N52", "Each project has its own signing key pair.", {
      "server/src/rpc/auth/access-token.test.ts":
        "a tampered token, one of another project and one with another alg are rejected",
      [keys]: "ResetSigningKey: one new key, every token of the project dead, online and offline",
    }),
  ],
};
