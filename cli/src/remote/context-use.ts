import { argument, type CommandContext } from "../command.ts";
import { readContexts, writeContexts } from "../contexts.ts";
import { currentProcess } from "../current-process.ts";
import { requireContext } from "./target.ts";

export async function run(context: CommandContext): Promise<void> {
  const { output } = context;
  const { env } = currentProcess();
  const saved = readContexts(env);
  const { name, url } = requireContext(saved.all, argument(context, 0));
  writeContexts(env, { ...saved, current: name });
  if (output.json) output.printJson({ name, url });
  else output.say(`${name} is the current context now (${url})`);
}
