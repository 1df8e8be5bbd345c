import { asWritten, type Chapter } from "./statement.ts";

const rateLimits = "server/test/rate-limits.test.ts";
const contract = "server/test/contract.slow.test.ts";

export const apiVersions: Chapter = {
  title: "Limits and versions",
  statements: [
    asWritten("N147", "A page of users has 50 by default and 200 at most.", {
      "server/src/rpc/server/user-service.test.ts":
        "ListUsers: newest first, 50 to a page unless asked, 200 at most",
    }),
    asWritten("N148", "`X-Forwarded-For` counts for limits only when a configured trusted proxy sends it.", {
      [rateLimits]: [
        "a forged X-Forwarded-For from a peer that is not trusted changes nothing",
        "behind a trusted proxy each client counts alone, and an IPv6 network as one client",
      ],
      "server/test/proxies.slow.test.ts":
        "limits count the caller's own address, whatever the caller says it is",
    }),
    asWritten("N149", "Packages have their major version, `v1`, in their names.", {
      [contract]: "every package of ours has its major version in its name and in its folder",
    }),
    asWritten("N150", "A client in any language can be generated from the served sources.", {
      "server/src/http/protos/protos.test.ts": "the archive holds every file and compiles",
      "server/test/protocols/reflection.test.ts":
        "buf finds the methods and calls one without having the sources",
    }),
    asWritten("N151", "An automated check keeps the wire compatible within a major version.", {
      [contract]: [
        "is a part of `npm run check` and passes",
        "fails for %s",
        "fails for a method that is gone",
      ],
    }),
    asWritten("N152", "`instance get` tells the server's version, `version` the program's.", {
      "cli/test/cli-remote.test.ts": "get shows base URL, version and mail settings",
      "cli/test/cli.test.ts": "svc %s prints it, and on what it runs",
    }),
  ],
};
