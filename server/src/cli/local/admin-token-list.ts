import type { CommandContext } from "../command.ts";
import { encodeToken } from "./encode-token.ts";
import { withAdmin } from "./with-local-app.ts";

const headings = ["ID", "NAME", "ENDS IN", "CREATED", "EXPIRES", "LAST USED"];

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { listPersonalAccessTokens } = await import("../../domain/admins/personal-access-tokens.ts");
  const rows = await withAdmin(context, (app, admin) => listPersonalAccessTokens(app, admin));

  const tokens = rows.map(encodeToken);
  if (output.json) output.printJson({ tokens });
  else if (tokens.length === 0) output.say("no tokens; svc admin token create makes one");
  else output.printTable(headings, tokens.map(toRow));
}

function toRow(token: ReturnType<typeof encodeToken>): string[] {
  const { id, name, lastFour, createdAt, expiresAt, lastUsedAt } = token;
  return [id, name, lastFour, createdAt, expiresAt ?? "never", lastUsedAt ?? "never"];
}
