import type { CommandSpec } from "../command.ts";
import { remoteFlags, tokenLimitFlags, yesFlag } from "../flags.ts";

export const tokenGroups: Readonly<Record<string, string>> = {
  token: "Manage your personal access tokens",
};

export const tokenRows: readonly CommandSpec[] = [
  {
    usage: "token create <name>",
    about: "Create a personal access token and print it once",
    flags: [
      {
        name: "expires-in-days",
        value: "days",
        about: "days until the token expires; 0 means never; defaults to the expiry of the token you use",
        isWholeNumber: true,
      },
      ...tokenLimitFlags,
      ...remoteFlags,
    ],
    json: "CreatePersonalAccessTokenResponse",
    examples: [
      "svc token create ci --expires-in-days 90",
      "svc token create deploy --project demo --expires-in-days 90",
      "svc token create dashboard --read-only",
    ],
    load: () => import("./token-create.ts"),
  },
  {
    usage: "token list",
    about: "List your personal access tokens, newest first",
    flags: remoteFlags,
    json: "ListPersonalAccessTokensResponse",
    examples: ["svc token list"],
    load: () => import("./token-list.ts"),
  },
  {
    usage: "token revoke <id>",
    about: "Revoke one of your personal access tokens immediately",
    flags: [
      {
        name: "with-children",
        about: "also revoke all tokens created with it, directly or indirectly",
      },
      yesFlag,
      ...remoteFlags,
    ],
    json: '{"id", "revoked", "tokens"}',
    examples: [
      "svc token revoke 0199c0de-1234-7abc-8def-0123456789ab",
      "svc token revoke 0199c0de-1234-7abc-8def-0123456789ab --with-children",
    ],
    load: () => import("./token-revoke.ts"),
  },
];
