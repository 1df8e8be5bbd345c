import { asWritten, type Chapter, extended } from "./statement.ts";

const users = "cli/test/cli-remote-users.test.ts";
const skill = "cli/test/cli-skill.test.ts";
const service = "server/src/rpc/server/user-service.test.ts";
const terminal = "cli/test/cli-remote-terminal.slow.test.ts";
const byIdOrEmail =
  "get, set, disable, enable, claims set, sessions revoke and delete take an id or an email address";
const creates = "create takes a password, from standard input too, or none";
const invites = "invite and create --invite send the mail";

export const cliUsers: Chapter = {
  title: "skill, stats, token and user",
  statements: [
    asWritten(
      "C110",
      "`skill export` writes SKILL.md with name and description, and references, to `--dir` (`.claude/skills/svc`).",
      {
        [skill]: [
          "without a project asks no server, and writes placeholders to .claude/skills/svc",
          "the frontmatter follows the rules of agent skills, and the name is that of the folder",
        ],
      },
      { covers: ["skill export --dir"] },
    ),
    asWritten(
      "C111",
      "`skill export --format`: `claude`, or `generic` for plain Markdown.",
      { [skill]: "generic is the same without frontmatter, as README.md" },
      { covers: ["skill export --format"] },
    ),
    asWritten(
      "C112",
      "`skill export --project` puts in endpoint, publishable key, JWKS URL and providers; it needs a context. Without it there are placeholders and no server is asked.",
      {
        [skill]: [
          "with a project has its public values and no secret",
          "refuses a file as --dir, an unknown format and a project without a context",
          "without a project asks no server, and writes placeholders to .claude/skills/svc",
        ],
      },
      { covers: ["skill export --project"] },
    ),
    asWritten("C113", "`skill export` run again changes nothing.", {
      [skill]: "a second run is byte-identical and says unchanged; other files are left alone",
    }),
    asWritten(
      "C114",
      "`stats get` shows totals and breakdowns of a project.",
      {
        [users]: "get shows totals and breakdowns of a range of days",
        "server/src/rpc/admin/analytics-stats.test.ts": "counts what has happened today before any rollup",
      },
      { covers: ["stats get --project"] },
    ),
    asWritten(
      "C115",
      "`stats get --from` is 30 days ago by default, `--to` today; both are written YYYY-MM-DD.",
      {
        [users]: "get shows totals and breakdowns of a range of days",
        "server/src/rpc/admin/analytics-stats.test.ts": "counts what has happened today before any rollup",
      },
      { covers: ["stats get --from --to"] },
    ),
    extended(
      "C116",
      "`token create <name>` shows a token once; `--expires-in-days` 0 never expires. A token that expires creates none that lives longer.",
      "0038-administrators.md",
      {
        [users]: [
          "create prints it once, list does not, revoke ends it",
          "create gives the expiry of the token it is called with, and refuses a later one",
        ],
      },
      { covers: ["token create --expires-in-days"] },
    ),
    asWritten(
      "C117",
      "`token list` lists the own tokens, newest first.",
      { [users]: "create prints it once, list does not, revoke ends it" },
      { covers: ["token list"] },
    ),
    asWritten(
      "C118",
      "`token revoke <id>`: its next use fails.",
      { [users]: "create prints it once, list does not, revoke ends it", [terminal]: "token revoke %j" },
      { covers: ["token revoke --yes"] },
    ),
    asWritten(
      "C119",
      "`user list` lists users, newest first; `--page-size` is 50 by default, 200 at most.",
      {
        [users]: "list prints a page, says when there is more, and takes the token",
        [service]: "ListUsers: newest first, 50 to a page unless asked, 200 at most",
      },
      { covers: ["user list --page-size"] },
    ),
    asWritten(
      "C120",
      "`user list --query` finds parts of email and display name.",
      {
        [users]: "list prints a page, says when there is more, and takes the token",
        [service]: "the query is a literal part of email or display name, in any case and alphabet",
      },
      { covers: ["user list --query"] },
    ),
    asWritten(
      "C121",
      "`user get <id|email>` shows a user with identities and active sessions.",
      {
        [users]: byIdOrEmail,
        [service]: "GetUser by id or email shows identities and active sessions",
        "cli/test/cli-users-change.test.ts": "of a user, also of a disabled one",
      },
      { covers: ["user get"] },
    ),
    asWritten(
      "C122",
      "`user create <email>` takes `--display-name`, `--password` and `--verified`.",
      { [users]: [creates, "create refuses what does not go together, what is weak and what exists"] },
      { covers: ["user create --display-name --password --verified"] },
    ),
    asWritten(
      "C123",
      "`user create --invite` sends an invitation to set a password.",
      {
        [users]: invites,
        [service]: "CreateUser with an invitation mails a link that sets the first password",
      },
      { covers: ["user create --invite"] },
    ),
    asWritten(
      "C124",
      "`user invite <email>` creates a user and sends the invitation.",
      {
        [users]: invites,
        [service]: "CreateUser with an invitation mails a link that sets the first password",
      },
      { covers: ["user invite --display-name"] },
    ),
    asWritten(
      "C125",
      "`user delete <id|email>` deletes the user with identities and sessions, for good.",
      {
        [users]: byIdOrEmail,
        [terminal]: "user delete, by the email address also when the id was given",
        [service]:
          "RevokeUserSessions ends all devices and counts them; DeleteUser removes the user for good",
      },
      { covers: ["user delete --yes"] },
    ),
    asWritten(
      "C126",
      "`user disable <id|email>` blocks sign-in and revokes sessions.",
      {
        [users]: byIdOrEmail,
        [service]: "DisableUser blocks sign-in and every session at once; EnableUser lets the user back in",
      },
      { covers: ["user disable"] },
    ),
    asWritten(
      "C127",
      "`user enable <id|email>` lets the user in again.",
      {
        [users]: byIdOrEmail,
        [service]: "DisableUser blocks sign-in and every session at once; EnableUser lets the user back in",
      },
      { covers: ["user enable"] },
    ),
    asWritten(
      "C128",
      "`user claims set <id|email> <json>` replaces the custom claims by an object; `{}` clears them.",
      {
        [users]: [
          byIdOrEmail,
          "claims set refuses a number that could not be returned unchanged, and changes nothing",
        ],
      },
      { covers: ["user claims set"] },
    ),
    asWritten(
      "C129",
      "`user sessions revoke <id|email>` ends every session, on all devices.",
      {
        [users]: byIdOrEmail,
        [terminal]: "%s » user sessions revoke",
        [service]:
          "RevokeUserSessions ends all devices and counts them; DeleteUser removes the user for good",
      },
      { covers: ["user sessions revoke --yes"] },
    ),
  ],
};
