import { createReadStream } from "node:fs";
import { currentProcess, inWorkingDirectory } from "../../current-process.ts";
import { usageFailure } from "../../failure.ts";

const HINT = "svc billing import <file> --project <slug>, or - with the export on standard input";

/** The text of a file, or of standard input for `-`, a piece at a time: UTF-8, or UTF-16 as PowerShell's `>` writes it. */
export async function* readText(file: string, name: string): AsyncGenerator<string, void> {
  if (file === "-" && currentProcess().stdin.isTTY) {
    throw usageFailure("- reads standard input, which is a terminal here", HINT);
  }
  let decoder: TextDecoder | undefined;
  try {
    for await (const chunk of file === "-"
      ? currentProcess().stdin
      : createReadStream(inWorkingDirectory(file))) {
      decoder ??= decoderOf(name, chunk as Buffer);
      yield decoder.decode(chunk as Buffer, { stream: true });
    }
    yield decoder?.decode() ?? "";
  } catch (error) {
    throw unreadable(name, error);
  }
}

function decoderOf(name: string, start: Buffer): TextDecoder {
  if (start[0] === 0x1f && start[1] === 0x8b) {
    throw usageFailure(`${name} is packed with gzip`, `gunzip -c ${name} | svc billing import - …`);
  }
  const encoding = start[0] === 0xff && start[1] === 0xfe ? "utf-16le" : "utf-8";
  return new TextDecoder(encoding, { fatal: true }); // leaves a byte order mark out
}

function unreadable(name: string, error: unknown): unknown {
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_ENCODING_INVALID_ENCODED_DATA") {
    return usageFailure(`${name} is not text in UTF-8`, "export it as CSV in UTF-8");
  }
  if ((error as Error).name === "Failure" || code === undefined || !/^E[A-Z]+$/.test(code)) return error;
  return usageFailure(code === "ENOENT" ? `there is no file ${name}` : `cannot read ${name} (${code})`, HINT);
}
