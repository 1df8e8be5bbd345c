import type { CommandSpec } from "../command.ts";
import { jsonFlag } from "../flags.ts";

export const contextGroups: Readonly<Record<string, string>> = {
  context: "Manage the servers you are logged in to",
};

export const contextRows: readonly CommandSpec[] = [
  {
    usage: "login <url>",
    about:
      "Log in to a server with a personal access token, prompted for or read from standard input, and make it the current context",
    flags: [
      { name: "name", value: "name", about: "name of the context; defaults to the server's host" },
      jsonFlag,
    ],
    json: '{"name", "url", "admin"}',
    examples: [
      "svc login https://auth.example.com",
      "svc login https://auth.example.com --name production < token.txt",
    ],
    load: () => import("./login.ts"),
  },
  {
    usage: "context list",
    about: "List the saved contexts",
    flags: [jsonFlag],
    json: '{"contexts": [{"name", "url", "current"}]}',
    examples: ["svc context list"],
    load: () => import("./context-list.ts"),
  },
  {
    usage: "context use <name>",
    about: "Set the current context",
    flags: [jsonFlag],
    json: '{"name", "url"}',
    examples: ["svc context use production"],
    load: () => import("./context-use.ts"),
  },
  {
    usage: "context remove <name>",
    about: "Remove a saved context; its token stays valid",
    flags: [jsonFlag],
    json: '{"name", "url", "removed"}',
    examples: ["svc context remove staging"],
    load: () => import("./context-remove.ts"),
  },
];
