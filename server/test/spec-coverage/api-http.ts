import { asWritten, type Chapter, extended } from "./statement.ts";

const pages = "server/test/pages.test.ts";
const packages = "server/src/http/pub/pub-routes.test.ts";

export const apiHttp: Chapter = {
  title: "Plain HTTP",
  statements: [
    extended(
      "N119",
      "GET `/p/{slug}/.well-known/jwks.json` has the project's active public keys, and a stand-by key.",
      "0048-signing-keys-are-published-before-they-sign.md",
      {
        "server/src/http/jwks.test.ts": [
          "holds the active key and those in their grace, by the server's clock",
          "may be cached for five minutes and read by any origin",
        ],
        "server/src/domain/signing-keys/stand-by-keys.test.ts":
          "a new project publishes one, which does not sign and never leaves the JWKS by itself",
      },
    ),
    asWritten("N120", "GET `/healthz` tells that the server lives, and so does gRPC's health service.", {
      "server/test/protocols/health.test.ts": [
        "/healthz, Check, List and Watch agree while the server serves",
        "/healthz, Check, List and Watch agree once the server drains",
      ],
    }),
    asWritten("N121", "`/pub/*` is the package repository of the client library.", {
      [packages]: "tells everything about every version, with addresses that begin with the base URL",
      "server/test/pub-install.slow.test.ts": "%s installs the library from it, and a script signs in",
    }),
    asWritten("N122", "`/oauth/{provider}/…` is social sign-in by redirect.", {
      "server/test/oauth-web.test.ts": "ends in a token pair that any JWT library accepts",
      "server/test/oauth-web-start.test.ts": "other methods and other providers are not there",
    }),
    asWritten("N123", "GET `/assets/{project}/…` serves a project's logo and fonts.", {
      "server/src/http/assets.test.ts": [
        "is good for ever, shown by any site, and can do nothing as a page",
        "anything else is not found, and says nothing about what is there",
      ],
      "server/src/rpc/admin/theme-uploads.test.ts": "a WOFF2 font, too",
    }),
    asWritten("N124", "GET `/protos/` serves the `.proto` sources of every surface.", {
      "server/src/http/protos/protos.test.ts": "the index links every file, and each is served as it is",
    }),
    asWritten("N125", "`/p/{slug}/verify` finishes an email verification.", {
      [pages]: "verify: the button verifies the address and touches neither password nor session",
    }),
    asWritten("N126", "`/p/{slug}/reset` finishes a password reset.", {
      [pages]: "reset: sets the password as typed and signs every device out",
    }),
    asWritten("N127", "`/p/{slug}/confirm-email` finishes a change of email.", {
      [pages]: "confirm-email: changes the address and names it",
    }),
    asWritten("N128", "A page calls the confirm RPC in the process.", {
      [pages]: "%s: opening the link, any way and any number of times, uses nothing up",
      "server/test/rate-limits.test.ts": "a page that calls in the process is limited like its visitor",
      "server/test/docs-import-rules.test.ts":
        "each import rule is broken by what it forbids and by nothing else",
    }),
    asWritten("N129", "Pages have the project's theme.", {
      "server/src/rpc/admin/theme-use.test.ts": "pages show it, and load its files from this server",
    }),
    asWritten("N130", "Pages ask no other server for anything.", {
      "server/test/pages-safety.test.ts": "%s has no script and asks nobody for anything",
      "server/test/pages.browser.test.ts": "verify: the mailed link, one button",
    }),
  ],
};
