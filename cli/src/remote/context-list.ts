import type { CommandContext } from "../command.ts";
import { readContexts } from "../contexts.ts";
import { currentProcess } from "../current-process.ts";

export async function run({ output }: CommandContext): Promise<void> {
  const { env } = currentProcess();
  const { all, current } = readContexts(env);
  const contexts = all
    .map(({ name, url }) => ({ name, url, current: name === current }))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  if (output.json) return output.printJson({ contexts });
  if (contexts.length === 0) return output.say("no contexts; svc login <url> saves one");
  output.printTable(
    ["NAME", "URL", "CURRENT"],
    contexts.map(({ name, url, current }) => [name, url, current ? "yes" : "no"]),
  );
  if (env.SVC_URL && env.SVC_TOKEN && !env.SVC_CONTEXT)
    output.say(`SVC_URL and SVC_TOKEN are set: commands use ${env.SVC_URL}`);
  else if (env.SVC_CONTEXT) output.say(`SVC_CONTEXT is set: commands use ${env.SVC_CONTEXT}`);
}
