import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

const PAGE = 4096;
const CALL = /^(\w+)\((?:\d+<([^>]*)>)?(.*)\) += (-?\d+|\?)/;

type File = { memory: Buffer; disk: Buffer; dirty: Set<number> };

/**
 * What would be on the disk after a power cut, as told by the system calls of the processes that wrote: only what an
 * fsync that succeeded has written since it was last changed. An fsync that fails loses the pages it should have
 * written and holds them for clean, as Linux does.
 */
export class LossyDisk {
  readonly #files = new Map<string, File>();
  readonly #trace: string;

  /** The trace is the start of a path: each thread of each process writes a file of its own. */
  constructor(trace: string) {
    this.#trace = trace;
  }

  /** To be put in front of a command; its faults are those of strace. */
  recorder(run: string, ...faults: string[]): readonly string[] {
    const calls = "trace=pwrite64,fsync,fdatasync,ftruncate,unlink";
    const how = ["-ff", "-qq", "-y", "-xx", "-s", "70000", "-o", `${this.#trace}.${run}`, "-e", calls];
    return ["strace", ...how, ...faults.flatMap((fault) => ["-e", fault])];
  }

  /** Takes over what a recorded run has done to files whose path begins like this one. */
  replay(run: string, path: string): void {
    const folder = dirname(this.#trace);
    const name = `${basename(this.#trace)}.${run}.`;
    for (const trace of readdirSync(folder).filter((file) => file.startsWith(name))) {
      for (const line of readFileSync(join(folder, trace), "latin1").split("\n")) {
        const [, call = "", hex = "", rest = "", result = ""] = CALL.exec(line) ?? [];
        if (call === "unlink" && result === "0")
          this.#files.delete(unhex(rest.replaceAll('"', "")).toString());
        const file = unhex(hex).toString();
        if (file.startsWith(path)) this.#apply(call, this.#file(file), rest, Number(result));
      }
    }
  }

  /** Writes what is left after a power cut: the files get the other path's name. */
  cutPower(path: string, to: string): void {
    for (const [name, { disk }] of this.#files) writeFileSync(name.replace(path, to), disk);
  }

  #file(name: string): File {
    const known = this.#files.get(name) ?? {
      memory: Buffer.alloc(0),
      disk: Buffer.alloc(0),
      dirty: new Set(),
    };
    this.#files.set(name, known);
    return known;
  }

  #apply(call: string, file: File, rest: string, result: number): void {
    if (call === "pwrite64" && result > 0) write(file, rest, result);
    if (call === "ftruncate" && result === 0) file.memory = resized(file.memory, Number(rest.slice(2)));
    if (call === "fsync" || call === "fdatasync") {
      if (result === 0) sync(file);
      file.dirty.clear();
    }
  }
}

function write(file: File, rest: string, length: number): void {
  const [, hex = "", offset = ""] = /^, "([^"]*)", \d+, (\d+)$/.exec(rest) ?? [];
  const at = Number(offset);
  const bytes = unhex(hex).subarray(0, length);
  if (bytes.length < length) throw new Error("strace has cut a write short");
  if (file.memory.length < at + length) file.memory = resized(file.memory, at + length);
  bytes.copy(file.memory, at);
  for (let page = Math.floor(at / PAGE); page * PAGE < at + length; page++) file.dirty.add(page);
}

function sync(file: File): void {
  file.disk = resized(file.disk, file.memory.length);
  for (const page of file.dirty) file.memory.copy(file.disk, page * PAGE, page * PAGE, (page + 1) * PAGE);
}

function resized(bytes: Buffer, length: number): Buffer {
  const next = Buffer.alloc(length);
  bytes.copy(next);
  return next;
}

function unhex(text: string): Buffer {
  return Buffer.from(text.replaceAll("\\x", ""), "hex");
}
