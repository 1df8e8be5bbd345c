import { Failure } from "../failure.ts";
import type { Call } from "./client.ts";

/** An administrator, or somebody who is invited to become one. */
export type FoundAdmin = Readonly<{ id: string; email: string; isInvitation: boolean }>;

/** The one with this id or email address. An address that has an administrator has no invitation. */
export async function findAdmin(call: Call, typed: string): Promise<FoundAdmin> {
  const { admins = [], invites = [] } = await call("AdminAccountService", "listAdmins", {});
  const all = [
    ...admins.map(({ id = "", email = "" }) => ({ id, email, isInvitation: false })),
    ...invites.map(({ id = "", email = "" }) => ({ id, email, isInvitation: true })),
  ];
  const found = all.find(({ id, email }) => id === typed || email === typed.toLowerCase());
  if (found !== undefined) return found;
  const message = `there is no administrator and no invitation ${JSON.stringify(typed)}`;
  throw new Failure("not_found", "NOT_FOUND", message, "svc instance admin list shows them");
}
