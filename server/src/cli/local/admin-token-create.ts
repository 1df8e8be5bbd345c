import { type CommandContext, numberFlag, textFlag } from "../command.ts";
import { encodeToken } from "./encode-token.ts";
import { withAdmin } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const [{ createPersonalAccessToken }, { systemActor }] = await Promise.all([
    import("../../domain/admins/personal-access-tokens.ts"),
    import("../../domain/analytics/record-event.ts"),
  ]);
  const input = { name: textFlag(flags, "name"), expiresInDays: numberFlag(flags, "expiresInDays") };
  const { token, row } = await withAdmin(context, (app, admin) =>
    createPersonalAccessToken(app, admin, input, systemActor),
  );

  const shown = encodeToken(row);
  if (output.json) output.printJson({ token, ...shown });
  else output.print(token);
  output.say(
    `created token ${row.name} (${shown.id}), ${shown.expiresAt ? `valid until ${shown.expiresAt}` : "valid until revoked"}`,
  );
  output.say("it is shown only now");
}
