import { argument, type CommandContext } from "../command.ts";
import { confirm, confirmByTyping, mustAsk } from "../prompt.ts";
import { type Call, remoteClient } from "./client.ts";
import { type FoundAdmin, findAdmin } from "./find-admin.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const asks = mustAsk(context);
  const call = remoteClient(context);
  const found = await findAdmin(call, argument(context, 0).trim());
  if (asks) await confirmRemoval(call, found);
  const { id, email, isInvitation: invitation } = found;
  await call("AdminAccountService", "removeAdmin", invitation ? { inviteId: id } : { adminId: id });
  if (output.json) return output.printJson({ id, email, invitation, removed: true });
  output.say(invitation ? `withdrew the invitation of ${email}` : `removed administrator ${email}`);
}

async function confirmRemoval(call: Call, { id, email, isInvitation }: FoundAdmin): Promise<void> {
  if (isInvitation) return confirm(`Withdraw the invitation of ${email}? Its link stops working.`);
  const { admin } = await call("SessionService", "getCurrentAdmin", {});
  const warning = `This removes administrator ${email}; their sessions and access tokens stop working at once.`;
  const self = " This is your own account: you will lose access.";
  await confirmByTyping(admin?.id === id ? warning + self : warning, email);
}
