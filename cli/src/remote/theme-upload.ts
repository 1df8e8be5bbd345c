import type { CommandContext } from "../command.ts";
import { Failure, usageFailure } from "../failure.ts";

/** The file that is named, or undefined when the theme is to have none. */
export function namedFile({ args, flags }: CommandContext, example: string): string | undefined {
  const [, file] = args;
  if (flags.remove !== true && file === undefined) {
    throw usageFailure("a file is missing", `svc project theme ${example}, or --remove to use none`);
  }
  if (flags.remove === true && file !== undefined) {
    throw usageFailure("a file cannot be combined with --remove", "pass only one of them");
  }
  return file;
}

/** Uploads the file; what the server finds wrong with its content is said with its name. */
export async function uploadFile(file: string, upload: () => Promise<{ asset?: string }>): Promise<string> {
  try {
    return (await upload()).asset ?? "";
  } catch (error) {
    if (!(error instanceof Failure) || error.metadata.field !== "data") throw error;
    const { code, reason, metadata } = error;
    const message = `${file} ${metadata.problem}`;
    throw new Failure(code, reason, message, "choose another file", { metadata });
  }
}
