import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  writeSync,
} from "node:fs";
import { platform } from "node:os";
import { dirname } from "node:path";

/** For its owner only, whatever the umask is. */
export function makeDirectory(path: string): void {
  if (existsSync(path)) return;
  mkdirSync(path, { recursive: true, mode: 0o700 });
  chmodSync(path, 0o700);
  syncDirectory(dirname(path));
}

/** Whole or not at all, for its owner only. */
export function writeDurably(file: string, content: string | Uint8Array): void {
  const temporary = `${file}.new`;
  const descriptor = openSync(temporary, "w", 0o600);
  try {
    fchmodSync(descriptor, 0o600);
    writeSync(descriptor, Buffer.from(content));
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(temporary, file);
  syncDirectory(dirname(file));
}

/** A new name is on disk only once its directory is. */
export function syncDirectory(path: string): void {
  if (platform() === "win32") return; // it cannot, and need not
  syncFile(path);
}

export function syncFile(path: string): void {
  const descriptor = openSync(path, "r");
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
