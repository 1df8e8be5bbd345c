import type { CommandSpec } from "../command.ts";
import { projectFlag, remoteFlags, yesFlag } from "../flags.ts";
import { pushWords } from "./enum-words.ts";
import { pageFlags } from "./pages.ts";

export const pushGroups: Readonly<Record<string, string>> = {
  push: "Manage push devices",
  "push devices": "Devices that are registered for push messages",
};

export const pushRows: readonly CommandSpec[] = [
  {
    usage: "push devices list",
    about: "List push devices without their tokens, newest first",
    flags: [
      { name: "user", value: "id|email", about: "only devices of this user" },
      {
        name: "provider",
        value: "provider",
        about: "only devices of apns or fcm",
        choices: Object.keys(pushWords),
      },
      { name: "app-id", value: "id", about: "only devices with this bundle id or package name" },
      ...pageFlags("devices"),
      projectFlag,
      ...remoteFlags,
    ],
    json: "ListPushDevicesResponse",
    examples: [
      "svc push devices list --project acme",
      "svc push devices list --project acme --user ada@example.com --provider apns",
    ],
    load: () => import("./push-devices-list.ts"),
  },
  {
    usage: "push devices revoke <id>",
    about: "Remove a push device; the app registers it again at its next start if the user is signed in",
    flags: [yesFlag, projectFlag, ...remoteFlags],
    json: '{"id", "revoked"}',
    examples: ["svc push devices revoke 0199c0de-1234-7abc-8def-0123456789ab --project acme"],
    load: () => import("./push-devices-revoke.ts"),
  },
];
