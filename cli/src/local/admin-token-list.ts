import type { CommandContext } from "../command.ts";
import { printTokens } from "../print-tokens.ts";
import { encodeToken } from "./encode-token.ts";
import { withAdmin } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { listPersonalAccessTokens } = await import("@svc/server/admins");
  const rows = await withAdmin(context, (app, admin) => listPersonalAccessTokens(app, admin));
  printTokens(context.output, rows.map(encodeToken), "no tokens; to create one: svc admin token create");
}
