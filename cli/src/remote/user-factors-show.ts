import type { UserFactorsJson } from "@svc/proto/svc/auth/v1/factors_pb";
import type { CommandContext } from "../command.ts";
import { remoteClient } from "./client.ts";
import { findUser, namedUser } from "./find-user.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const call = remoteClient(context);
  const answer = await call("UserService", "getUserFactors", await findUser(call, namedUser(context)));
  if (output.json) output.printJson(answer);
  else output.printFields(factorFields(answer.factors ?? {}));
}

function factorFields(factors: UserFactorsJson): string[][] {
  const { totpEnrolledAt, totpLastUsedAt, recoveryCodesLeft = 0, passkeys = 0, required } = factors;
  return [
    ["authenticator app", totpEnrolledAt ? `enrolled ${totpEnrolledAt}` : "none"],
    ...(totpEnrolledAt ? [["last code used", totpLastUsedAt ?? "never"]] : []),
    ["recovery codes left", String(recoveryCodesLeft)],
    ["passkeys", String(passkeys)],
    ["needed to sign in", required ? "yes" : "no"],
  ];
}
