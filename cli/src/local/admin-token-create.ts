import { type CommandContext, numberFlag, textFlag } from "../command.ts";
import { namedProjects } from "../named-projects.ts";
import { printNewToken } from "../print-tokens.ts";
import { encodeToken } from "./encode-token.ts";
import { withAdmin } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags } = context;
  const { createPersonalAccessToken, systemActor } = await import("@svc/server/admins");
  const input = {
    name: textFlag(flags, "name"),
    expiresInDays: numberFlag(flags, "expiresInDays"),
    projects: namedProjects(context),
    readOnly: flags.readOnly === true,
  };
  const { token, row } = await withAdmin(context, (app, admin) =>
    createPersonalAccessToken(app, admin, input, systemActor),
  );
  printNewToken(context.output, token, encodeToken(row));
}
