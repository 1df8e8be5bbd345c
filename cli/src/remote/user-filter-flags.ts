import type { UserFiltersJson } from "@svc/proto/svc/admin/v1/user_pb";
import { type Flags, givenText } from "../command.ts";
import type { Flag } from "../flags.ts";
import { eitherFlag } from "./either-flag.ts";
import { enumValue, providerWords } from "./enum-words.ts";

/** Which users a command is about. All that are given must match. */
export const userFilterFlags: readonly Flag[] = [
  { name: "query", value: "text", about: "only users whose email address or name contains this text" },
  { name: "verified", about: "only users with a verified email address" },
  { name: "unverified", about: "only users without one" },
  { name: "disabled", about: "only disabled users" },
  { name: "enabled", about: "only users who are not disabled" },
  { name: "guests", about: "only guests" },
  { name: "permanent", about: "only permanent users" },
  { name: "with-password", about: "only users with a password" },
  { name: "without-password", about: "only users without a password" },
  { name: "bouncing", about: "only users whose address bounces" },
  { name: "not-bouncing", about: "only users whose address does not" },
  {
    name: "provider",
    value: "provider",
    about: "only users with a linked google or apple account",
    choices: Object.keys(providerWords),
  },
];

export function readUserFilters(flags: Flags): { query: string; filters: UserFiltersJson } {
  return { query: givenText(flags, "query"), filters: readFilters(flags) };
}

function readFilters(flags: Flags): UserFiltersJson {
  const disabled = eitherFlag(flags, ["disabled", "--disabled"], ["enabled", "--enabled"]);
  const emailVerified = eitherFlag(flags, ["verified", "--verified"], ["unverified", "--unverified"]);
  const isAnonymous = eitherFlag(flags, ["guests", "--guests"], ["permanent", "--permanent"]);
  const provider = enumValue(providerWords, flags.provider, "--provider");
  const hasPassword = eitherFlag(
    flags,
    ["withPassword", "--with-password"],
    ["withoutPassword", "--without-password"],
  );
  const emailBounces = eitherFlag(flags, ["bouncing", "--bouncing"], ["notBouncing", "--not-bouncing"]);
  return {
    ...(disabled !== undefined && { disabled }),
    ...(emailVerified !== undefined && { emailVerified }),
    ...(isAnonymous !== undefined && { isAnonymous }),
    ...(provider !== undefined && { provider }),
    ...(hasPassword !== undefined && { hasPassword }),
    ...(emailBounces !== undefined && { emailBounces }),
  };
}
