import { argument, type CommandContext, givenText, textFlag } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { projectFields } from "./project-fields.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  if (flags.name === undefined) {
    const hint = "--name <name> changes the name; svc project apply changes settings";
    throw usageFailure("nothing to change", hint);
  }
  const request = {
    project: argument(context, 0),
    name: textFlag(flags, "name"),
    etag: givenText(flags, "etag"),
  };
  const answer = await remoteClient(context)("ProjectService", "updateProject", request);
  if (output.json) return output.printJson(answer);
  output.printFields(projectFields(answer.project ?? {}));
}
