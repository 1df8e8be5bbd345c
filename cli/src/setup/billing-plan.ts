import type { Output } from "../output.ts";
import { agrees } from "../prompt.ts";
import type { StoreSetup } from "./billing-store.ts";
import { type Difference, failedLine, type Outcome, type Replacements } from "./billing-walk.ts";

/** What will be done at one store. */
export type StorePlan = Readonly<{ setup: StoreSetup; plan: Outcome }>;

/** Looks at every store and shows what is used, done, kept and not possible there. Changes nothing. */
export async function planStores(
  output: Output,
  stores: readonly StoreSetup[],
  replace: Replacements,
): Promise<StorePlan[]> {
  const plans: StorePlan[] = [];
  for (const setup of stores) {
    output.say(`${setup.title}: looking at what is there`);
    const plan = await setup.plan(replace);
    tellPlan(output, setup.title, plan);
    plans.push({ setup, plan });
  }
  tellUnused(output, plans, replace);
  return plans;
}

function tellPlan(output: Output, title: string, { adopted, steps, kept, failed }: Outcome): void {
  for (const what of adopted) output.say(`${title}: uses ${what}`);
  for (const what of steps) output.say(`${title}: will ${what}`);
  for (const { what, name } of kept) {
    output.say(`${title}: differs: kept: ${what} (--replace ${name})`);
  }
  for (const part of failed) output.say(`${title}: ${failedLine(part)}`);
  if (steps.length + failed.length === 0) output.say(`${title}: nothing to do`);
}

/** A name may be right and have nothing to replace any more, so it is told and not refused. */
function tellUnused(output: Output, plans: readonly StorePlan[], replace: Replacements): void {
  const used = new Set(plans.flatMap(({ plan }) => plan.replaced.map(({ name }) => name)));
  for (const name of replace) {
    if (!used.has(name)) output.warn(`--replace ${name}: nothing to replace`);
  }
}

/** Asks about each difference on its own. Returns what to replace. */
export async function askReplacements(output: Output, plans: readonly StorePlan[]): Promise<Difference[]> {
  const agreed: Difference[] = [];
  for (const { setup, plan } of plans) {
    for (const difference of plan.kept) {
      if (!(await agrees(`${setup.title}: ${difference.what}. Replace it?`))) continue;
      output.say(`${setup.title}: will ${difference.replacement}`);
      agreed.push(difference);
    }
  }
  return agreed;
}
