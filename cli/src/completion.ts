import type { CommandContext } from "./command.ts";
import { bashScript } from "./completion/bash.ts";
import { fishScript } from "./completion/fish.ts";
import { completionPlaces } from "./completion/places.ts";
import { powershellScript } from "./completion/powershell.ts";
import { zshScript } from "./completion/zsh.ts";

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript };

export async function run({ args, output, table }: CommandContext): Promise<void> {
  const script = scripts[args[0] as keyof typeof scripts];
  output.printText(script(completionPlaces(table)));
}
