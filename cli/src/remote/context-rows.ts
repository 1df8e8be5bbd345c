import type { CommandSpec } from "../command.ts";
import { jsonFlag } from "../flags.ts";

export const contextGroups: Readonly<Record<string, string>> = {
  context: "Servers that you are logged in to",
};

export const contextRows: readonly CommandSpec[] = [
  {
    usage: "login <url>",
    about:
      "Save a server and a personal access token as the current context; the token is asked for, or read from standard input",
    flags: [
      { name: "name", value: "name", about: "what to call the context; the server's host if left out" },
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
    about: "Make a context the current one",
    flags: [jsonFlag],
    json: '{"name", "url"}',
    examples: ["svc context use production"],
    load: () => import("./context-use.ts"),
  },
  {
    usage: "context remove <name>",
    about: "Forget a context; its token stays valid",
    flags: [jsonFlag],
    json: '{"name", "url", "removed"}',
    examples: ["svc context remove staging"],
    load: () => import("./context-remove.ts"),
  },
];
