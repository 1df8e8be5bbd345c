import { argument, type CommandContext, givenText } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { describeRoles, roleOfName } from "./admin-role.ts";
import { remoteClient } from "./client.ts";
import { findAdmin } from "./find-admin.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const [typed, role] = [argument(context, 0).trim(), argument(context, 1)];
  const project = givenText(flags, "project");
  if (role !== "owner" && role !== "none" && project === "") {
    throw usageFailure(`the role ${role} is one in a project`, "name it: --project <slug>");
  }
  const call = remoteClient(context);
  const { id, email, isInvitation } = await findAdmin(call, typed);
  if (isInvitation) {
    throw usageFailure(`${email} has not accepted the invitation yet`, "invite again with --role instead");
  }
  const request = { adminId: id, project, role: roleOfName(role) };
  const answer = await call("AdminAccountService", "setAdminRole", request);
  if (output.json) return output.printJson(answer);
  const roles = describeRoles(answer.admin?.roles);
  output.say(roles === "no role" ? `${email} has no role now` : `${email} is ${roles} now`);
}
