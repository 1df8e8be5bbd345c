import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { NativeToolchain } from "./toolchain.ts";

/** The app of a developer in a folder of its own, with caches of its own. */
export class FreshApp {
  readonly folder: string = mkdtempSync(join(tmpdir(), "svc-app-"));
  readonly #toolchain: NativeToolchain;

  constructor(toolchain: NativeToolchain) {
    this.#toolchain = toolchain;
  }

  path(...parts: string[]): string {
    return join(this.folder, ...parts);
  }

  write(file: string, text: string): void {
    mkdirSync(dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), text);
  }

  read(file: string): string {
    return readFileSync(this.path(file), "utf8");
  }

  remove(file: string): void {
    rmSync(this.path(file), { recursive: true, force: true });
  }

  /** Copies a folder of the toolchains into the app's own folder. */
  copy(from: string, to: string): void {
    cpSync(from, this.path(to), { recursive: true, verbatimSymlinks: true });
  }

  run(program: string, args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    return this.#toolchain.run(program, args, { cwd: this.folder, env });
  }

  close(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
