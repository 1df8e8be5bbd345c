import { writeFileSync } from "node:fs";
import { argument, type CommandContext, givenText } from "../command.ts";
import { inWorkingDirectory } from "../current-process.ts";
import { usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { placeOf, wordingOf } from "./wording.ts";

export async function run(context: CommandContext): Promise<void> {
  const { flags, output } = context;
  const place = placeOf(argument(context, 1));
  const file = givenText(flags, "html");
  if (place.startsWith("page.") && file === "" && !output.json) {
    throw usageFailure("a page has no plain text", "write it to a file with --html page.html");
  }
  const request = { ...wordingOf(context), place, dark: flags.dark === true };
  const answer = await remoteClient(context)("WordingService", "previewWording", request);
  if (file !== "") writeHtml(file, answer.html ?? "");
  if (output.json) return output.printJson(answer);
  if (file === "") output.printText(`Subject: ${answer.subject}\n\n${answer.text}`);
  else output.say(`wrote ${file}`);
}

function writeHtml(file: string, html: string): void {
  try {
    writeFileSync(inWorkingDirectory(file), html);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw usageFailure(`cannot write ${file} (${code})`, "name a file in a folder that exists");
  }
}
