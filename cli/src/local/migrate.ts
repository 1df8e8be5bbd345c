import type { CommandContext } from "../command.ts";
import { withLocalApp } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const { describeUpgrade, finishUpgrade } = await import("@svc/server/upgrade");
  const state = await withLocalApp(context, { mayCreate: false }, async (app) => {
    if (flags.finish === true) await finishUpgrade(app);
    return describeUpgrade(app);
  });
  if (output.json) return output.printJson(state);
  output.say(`the database is up to date (${state.migration})`);
  if (!state.finished) {
    output.say("the upgrade is not finished: once all replicas run this version, run svc migrate --finish");
  }
}
