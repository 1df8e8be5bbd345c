import { argument, type CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import {
  oldKeyFields,
  projectFields,
  providerFields,
  senderFields,
  settingFields,
} from "./project-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("ProjectService", "getProject", {
    project: argument(context, 0),
  });
  if (output.json) return output.printJson(answer);
  const { project = {} } = answer;
  const { issuer = "", jwksUrl = "", createdAt = "", updatedAt = "", etag = "", settings = {} } = project;
  output.printFields([
    ...projectFields(project),
    ...oldKeyFields(project),
    ["issuer", issuer],
    ["jwks url", jwksUrl],
    ["created", createdAt],
    ["updated", updatedAt],
    ["etag", etag],
    ...senderFields(project),
    ...providerFields(project),
    ...settingFields(settings, "settings."),
  ]);
}
