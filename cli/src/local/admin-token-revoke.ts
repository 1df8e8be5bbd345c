import { type CommandContext, textFlag } from "../command.ts";
import { notFound, withAdmin } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const { revokePersonalAccessToken, systemActor } = await import("@svc/server/admins");
  const id = textFlag(flags, "id");
  const row = await withAdmin(context, (app, admin) =>
    revokePersonalAccessToken(app, admin, id, systemActor).catch((error: unknown) => {
      const hint = `svc admin token list --email ${admin.email} shows the ids`;
      throw notFound(error, `${admin.email} has no token ${JSON.stringify(id)}`, hint);
    }),
  );

  if (output.json) output.printJson({ id: row.id, revoked: true, tokens: 1 });
  else output.say(`revoked token ${row.name} (${row.id})`);
}
