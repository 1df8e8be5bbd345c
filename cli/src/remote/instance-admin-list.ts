import type { CommandContext } from "../command.ts";
import { describeRoles } from "./admin-role.ts";
import { remoteClient } from "./client.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const answer = await remoteClient(context)("AdminAccountService", "listAdmins", {});
  if (output.json) return output.printJson(answer);
  const { admins = [], invites = [] } = answer;
  output.printTable(
    [
      "ID",
      "EMAIL",
      "STATE",
      "CREATED",
      "LAST SIGN-IN",
      "INVITED BY",
      "INVITATION EXPIRES",
      "ROLES",
      "FACTOR",
    ],
    [
      ...admins.map(
        ({ id = "", email = "", createdAt = "", lastLoginAt = "never", roles, hasSecondFactor }) => [
          id,
          email,
          "administrator",
          createdAt,
          lastLoginAt,
          "",
          "",
          describeRoles(roles),
          hasSecondFactor ? "yes" : "no",
        ],
      ),
      ...invites.map(({ id = "", email = "", createdAt = "", invitedBy = "", expiresAt = "", roles }) => [
        id,
        email,
        "invited",
        createdAt,
        "",
        invitedBy,
        expiresAt,
        describeRoles(roles),
        "",
      ]),
    ],
  );
}
