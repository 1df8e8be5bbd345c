import type { PushDeviceJson } from "@svc/proto/svc/admin/v1/push_pb";
import { type CommandContext, givenText, textFlag } from "../command.ts";
import { remoteClient } from "./client.ts";
import { enumValue, environmentWords, pushWords, wordOf } from "./enum-words.ts";
import { findUser, userNamed } from "./find-user.ts";
import { pageOf, sayMore } from "./pages.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const project = textFlag(flags, "project");
  const provider = enumValue(pushWords, flags.provider, "--provider");
  const user = givenText(flags, "user");
  const call = remoteClient(context);
  const answer = await call("PushService", "listPushDevices", {
    project,
    ...pageOf(flags),
    ...(user !== "" && (await findUser(call, userNamed(project, user)))),
    ...(provider !== undefined && { provider }),
    appId: givenText(flags, "appId"),
  });
  if (output.json) return output.printJson(answer);
  const { devices = [], nextPageToken } = answer;
  if (devices.length === 0) output.say("no devices");
  else
    output.printTable(
      [
        ...["ID", "USER", "PROVIDER", "APP", "DEVICE", "SYSTEM", "LOCALE", "TIME ZONE"],
        ...["NOTIFICATIONS", "CREATED", "REGISTERED", "INSTALLATION"],
      ],
      devices.map(deviceCells),
    );
  sayMore(context, ["push", "devices", "list"], nextPageToken);
}

function deviceCells(device: PushDeviceJson): string[] {
  const words = (...parts: (string | undefined)[]) => parts.filter((part) => part).join(" ");
  return [
    device.id ?? "",
    device.userId ?? "",
    words(wordOf(pushWords, device.provider), wordOf(environmentWords, device.environment)),
    words(device.appId, device.appVersion),
    device.deviceModel ?? "",
    words(device.os, device.osVersion),
    device.locale ?? "",
    device.timezone ?? "",
    device.notificationsEnabled ? "allowed" : "not allowed",
    device.createdAt ?? "",
    device.lastRegisteredAt ?? "",
    device.installationId ?? "",
  ];
}
