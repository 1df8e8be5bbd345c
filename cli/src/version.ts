import { commit, version } from "@svc/server/version";
import type { CommandContext } from "./command.ts";
import type { Output } from "./output.ts";

const node = process.versions.node;
const platform = `${process.platform}-${process.arch}`;

export const versionLine = `svc ${version} (${commit === "" ? "from source" : `commit ${commit}`}, Node ${node}, ${platform})`;

export function printVersion(output: Output): void {
  if (output.json) output.printJson({ version, commit, node, platform });
  else output.print(versionLine);
}

export async function run({ output }: CommandContext): Promise<void> {
  printVersion(output);
}
