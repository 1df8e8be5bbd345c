import { version } from "../version.ts";
import type { CommandContext } from "./command.ts";
import type { Output } from "./output.ts";

export function printVersion(output: Output): void {
  if (output.json)
    output.printJson({
      version,
      node: process.versions.node,
      platform: `${process.platform}-${process.arch}`,
    });
  else output.print(`svc ${version}`);
}

export async function run({ output }: CommandContext): Promise<void> {
  printVersion(output);
}
