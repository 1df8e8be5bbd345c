import type { CommandContext } from "../command.ts";
import { createUser } from "./user-create.ts";

export async function run(context: CommandContext): Promise<void> {
  await createUser(context, { invite: true });
}
