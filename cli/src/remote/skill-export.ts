import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type CommandContext, givenText, textFlag } from "../command.ts";
import { inWorkingDirectory } from "../current-process.ts";
import { Failure, usageFailure } from "../failure.ts";
import { remoteClient } from "./client.ts";
import { type Format, formats, renderSkill, type SkillFile } from "./skill/render-skill.ts";
import { factsOf, placeholders } from "./skill/skill-facts.ts";

type Written = Readonly<{ path: string; status: "written" | "unchanged" }>;

export async function run(context: CommandContext): Promise<void> {
  const { flags, output, table, version } = context;
  const format = readFormat(textFlag(flags, "format"));
  const directory = textFlag(flags, "dir");
  requireDirectory(directory);
  const project = givenText(flags, "project");
  const facts = project === "" ? placeholders : await factsOf(remoteClient(context), project);

  const files = renderSkill({ format, directory, facts, table, version });
  const written = writeAll(directory, files);
  if (output.json) return output.printJson({ directory, format, files: written });
  output.printFields(written.map(({ path, status }) => [status, join(directory, path)]));
  const count = written.filter(({ status }) => status === "written").length;
  output.say(count === 0 ? "unchanged" : `wrote ${count} of ${written.length} files to ${directory}`);
}

function readFormat(typed: string): Format {
  const format = formats.find((name) => name === typed);
  if (format !== undefined) return format;
  throw usageFailure(`there is no format ${JSON.stringify(typed)}`, `--format is ${formats.join(" or ")}`);
}

function requireDirectory(directory: string): void {
  if (directory === "") throw usageFailure("--dir is empty", "name a folder");
  const path = inWorkingDirectory(directory);
  if (existsSync(path) && !statSync(path).isDirectory()) {
    throw usageFailure(`${directory} is a file`, "--dir is a folder; it is created if it does not exist");
  }
}

/** Touches only our files, and of them only those that differ. */
function writeAll(directory: string, files: readonly SkillFile[]): Written[] {
  return files.map(({ path, text }) => {
    const target = inWorkingDirectory(join(directory, path));
    try {
      if (readIfThere(target) === text) return { path, status: "unchanged" };
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(target, text);
      return { path, status: "written" };
    } catch (error) {
      const { message } = error as Error;
      throw new Failure(
        "failed_precondition",
        "NOT_POSSIBLE",
        `cannot write ${join(directory, path)}`,
        message,
      );
    }
  });
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
}
