import { MfaPolicy as Message } from "@svc/proto/svc/auth/v1/config_pb";
import type { MfaPolicy } from "../../domain/projects/settings.ts";

const POLICIES = {
  off: Message.OFF,
  optional: Message.OPTIONAL,
  required: Message.REQUIRED,
  required_by_claim: Message.REQUIRED_BY_CLAIM,
} as const satisfies Record<MfaPolicy, Message>;

export function encodeMfaPolicy(policy: MfaPolicy): Message {
  return POLICIES[policy];
}

/** Undefined when none is given: then it stays as it is. A number that nobody knows is refused like an unknown name. */
export function decodeMfaPolicy(policy: Message): MfaPolicy | undefined {
  if (policy === Message.UNSPECIFIED) return undefined;
  const found = Object.entries(POLICIES).find(([, message]) => message === policy);
  return (found?.[0] ?? String(policy)) as MfaPolicy;
}
