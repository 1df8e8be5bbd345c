import { type CommandContext, numberFlag, textFlag } from "../command.ts";
import { printNewToken } from "../print-tokens.ts";
import { encodeToken } from "./encode-token.ts";
import { withAdmin } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags } = context;
  const [{ createPersonalAccessToken }, { systemActor }] = await Promise.all([
    import("../../../server/src/domain/admins/personal-access-tokens.ts"),
    import("../../../server/src/domain/analytics/record-event.ts"),
  ]);
  const input = { name: textFlag(flags, "name"), expiresInDays: numberFlag(flags, "expiresInDays") };
  const { token, row } = await withAdmin(context, (app, admin) =>
    createPersonalAccessToken(app, admin, input, systemActor),
  );
  printNewToken(context.output, token, encodeToken(row));
}
