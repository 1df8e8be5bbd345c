import { asWritten, type Chapter, extended } from "./statement.ts";

const remote = "cli/test/cli-remote.test.ts";
const terminal = "cli/test/cli-remote-terminal.slow.test.ts";
const apply = "cli/test/cli-remote-apply.test.ts";
const spec = "server/src/rpc/admin/project-spec.test.ts";
const specTheme = "server/src/rpc/admin/project-spec-theme.test.ts";
const init = "cli/test/cli-init.slow.test.ts";

export const cliProject: Chapter = {
  title: "project",
  statements: [
    asWritten(
      "C53",
      "`project list` lists projects.",
      { [remote]: "list and get show it" },
      { covers: ["project list"] },
    ),
    asWritten(
      "C54",
      "`project get <slug|id>` shows one project.",
      {
        [remote]: "list and get show it",
        "server/src/rpc/admin/project-service.test.ts":
          "GetProject takes a slug or an id; ListProjects pages newest first",
      },
      { covers: ["project get"] },
    ),
    asWritten(
      "C55",
      "`project create <name>` creates a project; `--slug` is derived from the name by default.",
      {
        [remote]: "create --show-secret prints it, and --slug names the project",
        "server/src/rpc/admin/project-service.test.ts":
          "CreateProject derives the slug, returns the secret key once and publishes a signing key",
      },
      { covers: ["project create --slug"] },
    ),
    asWritten(
      "C56",
      "`project create` prints the secret key with `--show-secret` only.",
      {
        [remote]: [
          "create prints no secret key without --show-secret, and says how to get one",
          "create --show-secret prints it, and --slug names the project",
        ],
      },
      { covers: ["project create --show-secret"] },
    ),
    asWritten(
      "C57",
      "`project update <slug|id> --name` renames a project.",
      { [remote]: "update changes the name, and has to have one" },
      { covers: ["project update --name"] },
    ),
    asWritten(
      "C58",
      "`project delete <slug|id>` deletes a project with its users, keys and tokens.",
      {
        [remote]: "delete takes it away, by slug or id",
        [terminal]: "project delete",
        "server/src/rpc/admin/project-delete.test.ts":
          "everything of the project fails at the next call, and everything it owned is gone",
      },
      { covers: ["project delete --yes"] },
    ),
    asWritten(
      "C59",
      "`project dump` writes name, slug, settings and theme as YAML, exactly what `apply` takes.",
      {
        [apply]: "dump | apply changes nothing in a project with every setting changed, and asks nothing",
        "server/src/domain/project-specs/dump-spec.test.ts": [
          "of any project, applied to it, changes nothing; applied to nothing, makes the same",
          "shows the default theme, too",
          "has every setting",
        ],
      },
      { covers: ["project dump"] },
    ),
    asWritten("C60", "Secrets never appear in a dump, `has_*` flags do.", {
      "server/src/domain/project-specs/dump-spec.test.ts":
        "explains itself, names no secret, and shows whether there is one",
      [spec]: "has_* flags change nothing, whatever they say",
    }),
    asWritten("C61", "`project dump` needs no slug where there is exactly one project.", {
      [remote]: [
        "dump needs no slug while there is one project",
        "dump needs a slug as long as there are several",
      ],
    }),
    asWritten(
      "C62",
      "`project apply -f` reads a spec, shows the differences from the live project and applies only them.",
      {
        [apply]: [
          "a change shows the old value and the new one",
          "without a terminal and without --yes it shows the plan, changes nothing and names --yes",
          "a spec that cannot be read is refused before any call",
        ],
        [terminal]: "project apply, after the plan; nothing is asked when there is nothing to do",
      },
      { covers: ["project apply -f --file --yes"] },
    ),
    asWritten("C63", "`project apply` creates the project if the slug is free.", {
      [apply]: "creates the project, shows the plan without any secret, and says how to get the secret key",
      [spec]: "dump of one server, applied where the slug is free, makes the same project",
    }),
    asWritten("C64", "`project apply` updates name and settings of a project that is there.", {
      [spec]: "a dry run tells the same plan and writes nothing",
      [apply]: "a change shows the old value and the new one",
    }),
    asWritten("C65", "`project apply` installs or resets the theme.", {
      [specTheme]: [
        "absent is the default one, present is installed whole and only when it differs",
        "a theme without dark colours says none, and every other theme has them",
        "a new project may come with one",
      ],
    }),
    asWritten("C66", "The same spec twice reports zero changes.", {
      [apply]: "the same spec twice reports no changes, and still rewrites the secret, without --yes",
    }),
    asWritten(
      "C67",
      "Apply rule 1: numbers, an empty timezone, redirect_schemes, redirect_origins and the google and apple sections that are left out keep their value.",
      {
        [spec]:
          "rule 1: numbers, an empty time zone, lists and provider sections that are left out keep their value",
        [apply]:
          "what a spec leaves out keeps numbers, time zone, lists and sections, and turns booleans off by name",
      },
    ),
    asWritten(
      "C68",
      "Apply rule 2: a boolean that is left out becomes false; the plan lists every field that changes.",
      {
        [spec]: "rule 2: a boolean that is left out becomes false, and the plan says that this is why",
        [apply]:
          "what a spec leaves out keeps numbers, time zone, lists and sections, and turns booleans off by name",
      },
    ),
    asWritten("C69", "Apply rule 3: a secret in the spec is rewritten on every apply.", {
      [spec]: "rule 3: a secret is rewritten on every apply, told as such, and never a change",
    }),
    extended(
      "C70",
      "`project export <slug|id>` writes one JSON document: email, display name, verification, disabled state, custom claims, identities, password hash.",
      "0041-specs-exports-and-setup.md",
      {
        "cli/test/cli-transfer.slow.test.ts": [
          "prints the document and nothing else",
          "is valid for a project without users",
          "counts the guests that it leaves out, and includes them with --guests; an import skips them",
        ],
        "server/src/rpc/admin/user-transfer.test.ts":
          "a user exported from one project signs in to another with the old password, whole",
      },
      { covers: ["project export"] },
    ),
    asWritten(
      "C71",
      "`project export -o`, `--output`: standard output by default.",
      {
        "cli/test/cli-transfer.slow.test.ts": [
          "prints the same document under --json, and for -o -",
          "writes a file for its owner alone, whole, over what was there, and through a link",
        ],
      },
      { covers: ["project export -o --output"] },
    ),
    asWritten("C72", "Exported hashes are tagged `argon2id`.", {
      "cli/test/cli-transfer.slow.test.ts": "prints the document and nothing else",
    }),
    asWritten("C73", "Social accounts of an export link again at their next sign-in.", {
      "server/src/rpc/admin/user-transfer-identities.test.ts":
        "sign in to the imported user, with nothing but the provider's token",
    }),
    asWritten(
      "C74",
      "`project import <slug|id> -f` creates the users of a document, with display name, avatar, verification, disabled state, custom claims, identities and password hash.",
      {
        "cli/test/cli-transfer.slow.test.ts": [
          "makes users that sign in with the old password, whole, and skips all of them the second time",
          "needs --yes where nobody can be asked, and touches nothing without it",
        ],
        "server/src/rpc/admin/user-transfer.test.ts":
          "a user exported from one project signs in to another with the old password, whole",
      },
      { covers: ["project import -f --file --yes"] },
    ),
    asWritten("C75", "A user whose email exists is skipped.", {
      "server/src/rpc/admin/user-transfer.test.ts":
        "an existing email or identity is skipped, and running the same import again changes nothing",
    }),
    asWritten(
      "C76",
      "Foreign hashes (bcrypt, scrypt, argon2, pbkdf2 in `password_algorithm`) are verified as they are and become argon2id at the first sign-in.",
      {
        "server/src/rpc/admin/user-transfer.test.ts":
          "a $algorithm hash made by $madeBy signs in with the old password and becomes argon2id",
        "server/src/crypto/foreign/foreign-hashes.test.ts":
          "is accepted at import and verifies the right password only",
      },
    ),
    asWritten(
      "C77",
      "`project init` asks about platforms, sign-in, monetization and push, and writes nothing before the last yes.",
      {
        [init]: [
          "creates the project after the last yes, and prints keys, checklist and spec",
          "Ctrl-C and a no at the end leave nothing behind",
        ],
      },
      { covers: ["project init"] },
    ),
    asWritten(
      "C78",
      "`project init` prints both keys once, a checklist and a spec; `--spec-out` writes the spec to a file.",
      { [init]: "creates the project after the last yes, and prints keys, checklist and spec" },
      { covers: ["project init --spec-out"] },
    ),
    asWritten("C79", "`project init` refuses piped input.", {
      [init]: "refuses piped input, also with --json, and names the commands that do without questions",
    }),
    asWritten(
      "C80",
      "`project keys show <slug|id>` shows the active key, JWKS and issuer.",
      {
        [remote]: "keys show, rotate and reset-signing print the keys",
        "server/src/rpc/admin/project-keys.test.ts":
          "GetSigningKey tells the key that signs and what tokens are checked against",
      },
      { covers: ["project keys show"] },
    ),
    extended(
      "C81",
      "`project keys rotate <slug|id>` signs with a new ES256 key, which was on stand-by; `--grace-seconds` 0 is an access token's life and a margin.",
      "0048-signing-keys-are-published-before-they-sign.md",
      {
        "cli/test/cli-stand-by-key.test.ts": [
          "does not ask, and the stand-by key signs",
          "says for how long caches may refuse new tokens and asks on a terminal; a no changes nothing",
        ],
        [remote]: "keys show, rotate and reset-signing print the keys",
        "server/src/rpc/admin/project-keys.test.ts": [
          "RotateSigningKey: the new key signs at once, old tokens and sessions stay good",
          "a grace of 0 is the lifetime of an access token and a minute, and ends by the clock",
          "keys whose grace is over are deleted by the next rotation and by the clean-up",
        ],
      },
      { covers: ["project keys rotate --grace-seconds"] },
    ),
    asWritten(
      "C82",
      "`project keys reset-signing <slug|id>` replaces the key pair: every token is dead, everybody signs in again.",
      {
        [remote]: "keys show, rotate and reset-signing print the keys",
        [terminal]: "project keys reset-signing",
        "server/src/rpc/admin/project-keys.test.ts":
          "ResetSigningKey: one new key, every token of the project dead, online and offline",
      },
      { covers: ["project keys reset-signing --yes"] },
    ),
    asWritten(
      "C83",
      "`project keys regenerate-secret <slug|id>` replaces the secret key at once and shows it once; `--show-secret` is required.",
      {
        [remote]: "keys regenerate-secret prints the new key, and nothing happens without --show-secret",
        [terminal]: "project keys regenerate-secret",
        "server/src/rpc/admin/project-keys.test.ts":
          "RegenerateSecretKey: the old key is dead at once, the new one is shown once",
      },
      { covers: ["project keys regenerate-secret --show-secret --yes"] },
    ),
  ],
};
