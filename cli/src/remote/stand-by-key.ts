import { setTimeout as sleep } from "node:timers/promises";
import type { SigningKeysJson } from "@svc/proto/svc/admin/v1/signing_key_pb";
import type { CommandContext } from "../command.ts";
import { processProgress } from "../progress.ts";
import { canAsk, confirm } from "../prompt.ts";
import type { Call } from "./client.ts";
import { withRetries } from "./retry.ts";

/**
 * Says for how long backends may refuse new tokens if the key rotates now, and asks where somebody can answer. Scripts go
 * on, as they did before there were stand-by keys.
 */
export async function confirmYoungKey(
  { flags, output }: Pick<CommandContext, "flags" | "output">,
  call: Call,
  project: string,
): Promise<void> {
  const { keys = {} } = await call("ProjectService", "getSigningKey", { project });
  const seconds = keys.standByWaitSeconds ?? 0;
  if (seconds === 0 || output.json) return;
  output.warn(
    `${reason(keys)}: backends that cache the JWKS may refuse new tokens for up to ${inWords(seconds)}`,
  );
  if (flags.yes === true || !canAsk()) return;
  output.say("--wait rotates as soon as backends know the key; after a leak, use reset-signing");
  await confirm("Rotate now?");
}

/** Returns when backends know the stand-by key. A rotation by somebody else in between makes it wait again. */
export async function waitForStandByKey(
  { output }: Pick<CommandContext, "output">,
  call: Call,
  project: string,
): Promise<void> {
  for (;;) {
    const { keys = {} } = await withRetries(output, () =>
      call("ProjectService", "getSigningKey", { project }),
    );
    const seconds = keys.standByWaitSeconds ?? 0;
    if (seconds === 0) return;
    output.say(`${reason(keys)}: waiting ${inWords(seconds)} until backends know it`);
    const total = seconds;
    const progress = processProgress(output, { verb: "waited", unit: "seconds", total, hidesRate: true });
    for (let done = 0; done < total; done++) {
      progress.update(done);
      await sleep(1000);
    }
    progress.end();
  }
}

function reason({ standBy }: SigningKeysJson): string {
  if (standBy === undefined) return "the project has no stand-by key yet";
  return "the stand-by key was published less than 15 minutes ago";
}

function inWords(seconds: number): string {
  if (seconds < 60) return seconds === 1 ? "1 second" : `${seconds} seconds`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? "1 minute" : `${minutes} minutes`;
}
