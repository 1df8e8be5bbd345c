import type { PersonalAccessTokenJson } from "@svc/proto/svc/admin/v1/admin_accounts_pb";
import type { Output } from "./output.ts";

type Token = PersonalAccessTokenJson;

/** What `token list` and `admin token list` print. */
export function printTokens(output: Output, tokens: readonly Token[], whenNone: string): void {
  if (output.json) {
    output.printJson({ personalAccessTokens: tokens });
    return;
  }
  if (tokens.length === 0) {
    output.say(whenNone);
    return;
  }
  const names = new Map(tokens.map(({ id, name }) => [id, name]));
  const parentOf = ({ parentId }: Token) =>
    parentId ? (names.get(parentId) ?? `${parentId} (revoked)`) : "";
  output.printTable(
    ["ID", "NAME", "ENDS IN", "CREATED", "EXPIRES", "LAST USED", "CREATED WITH", "LIMITS"],
    tokens.map((token) => {
      const { id = "", name = "", lastFour = "", createdAt = "" } = token;
      const { expiresAt = "never", lastUsedAt = "never" } = token;
      return [id, name, lastFour, createdAt, expiresAt, lastUsedAt, parentOf(token), limitsOf(token)];
    }),
  );
}

/** `reads only in demo, other`, or nothing. */
function limitsOf({ limitedToProjects, projects = [], readOnly }: Token): string {
  const where = limitedToProjects ? `in ${projects.join(", ") || "deleted projects"}` : "";
  return [readOnly ? "reads only" : "", where].filter((part) => part !== "").join(" ");
}

/** What `token create` and `admin token create` print: the token, this once. */
export function printNewToken(output: Output, token: string, personalAccessToken: Token): void {
  if (output.json) {
    output.printJson({ token, personalAccessToken });
    return;
  }
  const { id, name, expiresAt } = personalAccessToken;
  output.print(token);
  const limits = limitsOf(personalAccessToken);
  const validity = expiresAt ? `valid until ${expiresAt}` : "valid until revoked";
  output.say(`created token ${name} (${id}), ${validity}${limits === "" ? "" : `, ${limits}`}`);
  output.say("the token is not shown again");
}
