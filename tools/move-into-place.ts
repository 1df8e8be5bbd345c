import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";

/** Moves a finished folder to its path atomically. If two processes do this, the first one wins. */
export function moveIntoPlace(draft: string, place: string): void {
  chmodSync(draft, 0o755); // a temporary folder is readable by its owner only, and the server may run as another user
  const former = `${draft}-former`;
  if (existsSync(place)) renameIfThere(place, former);
  try {
    renameSync(draft, place);
  } catch (error) {
    if (!existsSync(place)) throw error; // otherwise another process was faster
  }
  rmSync(former, { recursive: true, force: true });
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (existsSync(from)) throw error;
  }
}
