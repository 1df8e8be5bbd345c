import { argument, type CommandContext } from "../command.ts";
import { readContexts, writeContexts } from "../contexts.ts";
import { currentProcess } from "../current-process.ts";
import { requireContext } from "./target.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { env } = currentProcess();
  const { all, current } = readContexts(env);
  const { name, url } = requireContext(all, argument(context, 0));
  const others = all.filter((other) => other.name !== name);
  const wasCurrent = name === current;
  writeContexts(env, { current: wasCurrent ? undefined : current, all: others });
  if (output.json) return output.printJson({ name, url, removed: true });
  output.say(`removed context ${name}; its token stays valid until svc token revoke`);
  if (wasCurrent && others.length > 0) output.say("no current context; svc context use <name>");
}
