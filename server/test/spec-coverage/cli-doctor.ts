import { asWritten, type Chapter, outsideWorld } from "./statement.ts";

const doctor = "cli/test/cli-doctor.test.ts";
const billing = "cli/test/cli-doctor-billing.test.ts";
const login = "cli/test/cli-remote-login.test.ts";
const terminal = "cli/test/cli-remote-terminal.slow.test.ts";
const everyCheck = "every check says what it saw, and the exit code is 0";

export const cliDoctor: Chapter = {
  title: "doctor and login",
  statements: [
    asWritten(
      "C34",
      "`doctor` checks that the admin API can be reached.",
      {
        [doctor]: [everyCheck, "nothing there: failures with the reason, exit code 8, and one error object"],
      },
      { covers: ["doctor"] },
    ),
    asWritten("C35", "`doctor` checks base URL and TLS.", {
      [doctor]: [
        everyCheck,
        "another address than the base URL, and a server of another version, are warnings",
        "a certificate: not trusted fails, few days left warns",
      ],
    }),
    asWritten("C36", "`doctor` checks the health and pub endpoints.", {
      [doctor]: [everyCheck, "health that disagrees is a failure"],
    }),
    asWritten(
      "C37",
      "`doctor` checks the SMTP settings; `--smtp-to` sends a real email.",
      { [doctor]: [everyCheck, "--smtp-to sends a real mail and tells what the relay said"] },
      { covers: ["doctor --smtp-to"] },
    ),
    asWritten(
      "C38",
      "`doctor --project` checks the project's JWKS and its social providers.",
      {
        [doctor]: [
          "JWKS, issuer and disabled providers are ok; an unknown project fails",
          "a JWKS with other keys, and one that is not there, fail",
          "the server tries what it has stored at Google and Apple",
        ],
      },
      { covers: ["doctor --project"] },
    ),
    asWritten(
      "C39",
      "`doctor --apple-key` tries a sign-in key at the token endpoint.",
      {
        [doctor]: [
          "--apple-key: Apple accepts the right key and refuses another",
          "a file that is no key is refused before anything is asked",
        ],
      },
      { covers: ["doctor --apple-key"] },
    ),
    asWritten(
      "C40",
      "`doctor --apple-iap-p8` tries an in-app purchase key at the App Store.",
      {
        [billing]: [
          "tries the keys that it is given, and lets the server try its own",
          "a missing address for notifications is told apart from an unknown key",
          "production is sent a test notification only when somebody asks for it",
        ],
      },
      { covers: ["doctor --apple-iap-p8"] },
    ),
    asWritten(
      "C41",
      "`doctor --google-service-account` tries a key at Google Play.",
      {
        [billing]: [
          "tries the keys that it is given, and lets the server try its own",
          "a key that the store refuses is a failure, told without the key",
        ],
      },
      { covers: ["doctor --google-service-account"] },
    ),
    asWritten(
      "C42",
      "`doctor --stripe-secret-key`, `sk_` or `rk_`, tries the key at Stripe.",
      {
        [billing]: [
          "tries the keys that it is given, and lets the server try its own",
          "without a project there is still Stripe to ask; the others need one",
        ],
      },
      { covers: ["doctor --stripe-secret-key"] },
    ),
    outsideWorld(
      "C43",
      "`doctor` asks the live endpoints of Apple, Google and Stripe.",
      "It needs accounts and keys of all three.",
      {
        [doctor]: "the server tries what it has stored at Google and Apple",
        [billing]: "tries the keys that it is given, and lets the server try its own",
      },
    ),
    asWritten(
      "C44",
      "`login <url>` asks for a personal access token, or reads it from standard input without a terminal.",
      {
        [terminal]: "asks for the token and does not show it",
        [login]: "validates, saves for the owner alone, makes it current, and never prints the token",
      },
      { covers: ["login"] },
    ),
    asWritten("C45", "`login` tries the token at the server before it saves anything.", {
      [login]: ["%s saves nothing", "a failed login keeps what was saved"],
      "cli/test/cli-remote-unreachable.test.ts":
        "an API that answers anything with JSON is no svc server to log in to",
    }),
    asWritten(
      "C46",
      "`login` saves a context, named after the host or by `--name`, and makes it the current one.",
      {
        [login]: [
          "validates, saves for the owner alone, makes it current, and never prints the token",
          "takes a bare host and a slash at the end, and a second login replaces the first",
        ],
        "cli/test/cli-remote.test.ts": "keep several servers apart",
      },
      { covers: ["login --name --json"] },
    ),
  ],
};
