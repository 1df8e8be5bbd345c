import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
export async function run(context: CommandContext): Promise<void> {
  const call = remoteClient(context);
  const { users = [] } = await call("UserService", "listUsers", { project: "x" });
  const x: number = users[0]?.email;
}
