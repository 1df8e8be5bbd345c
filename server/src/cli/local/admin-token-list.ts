import type { CommandContext } from "../command.ts";
import { encodeToken } from "./encode-token.ts";
import { withAdmin } from "./with-local-app.ts";

const headings = ["ID", "NAME", "ENDS IN", "CREATED", "EXPIRES", "LAST USED", "CREATED WITH"];

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { listPersonalAccessTokens } = await import("../../domain/admins/personal-access-tokens.ts");
  const rows = await withAdmin(context, (app, admin) => listPersonalAccessTokens(app, admin));

  const tokens = rows.map(encodeToken);
  if (output.json) output.printJson({ tokens });
  else if (tokens.length === 0) output.say("no tokens; svc admin token create makes one");
  else output.printTable(headings, toRows(tokens));
}

function toRows(tokens: readonly ReturnType<typeof encodeToken>[]): string[][] {
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  return tokens.map(({ id, name, lastFour, createdAt, expiresAt, lastUsedAt, parentId }) => {
    const parent = parentId === null ? "" : (names.get(parentId) ?? `${parentId} (revoked)`);
    return [id, name, lastFour, createdAt, expiresAt ?? "never", lastUsedAt ?? "never", parent];
  });
}
