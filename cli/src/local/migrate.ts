import type { CommandContext } from "../command.ts";
import { usageFailure } from "../failure.ts";
import { withLocalApp } from "./with-local-app.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags } = context;
  if (flags.plan === true && flags.finish === true) {
    throw usageFailure("--plan and --finish exclude each other", "svc migrate --plan");
  }
  return flags.plan === true ? showPlan(context) : upgrade(context);
}

async function upgrade(context: CommandContext): Promise<void> {
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

async function showPlan(context: CommandContext): Promise<void> {
  const { output } = context;
  const { planUpgrade, withDatabaseAsItIs } = await import("@svc/server/upgrade");
  const plan = await withDatabaseAsItIs(await context.loadConfig(), planUpgrade);
  if (output.json) return output.printJson(plan);
  if (plan.pending.length === 0) output.print("svc migrate: nothing to do, the database is up to date");
  for (const { name, locks, indexes } of plan.pending) {
    output.print(`svc migrate: ${name}`);
    if (plan.engine === "postgres") output.print(`  ${lockedText(locks)}`);
    for (const index of indexes) output.print(`  builds the index ${index}${beside(plan.engine)}`);
  }
  for (const statement of plan.finish) output.print(`svc migrate --finish: ${statement}`);
  output.say("nothing was changed");
}

function lockedText(locks: readonly string[] | undefined): string {
  if (locks === undefined) {
    return "from before 0.1.0: may lock tables for minutes; stop all replicas first";
  }
  return locks.length === 0 ? "locks no table" : `locks for a moment: ${locks.join(", ")}`;
}

const beside = (engine: string): string => (engine === "postgres" ? " while calls go on" : "");
