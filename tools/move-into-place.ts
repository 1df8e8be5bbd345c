import { chmodSync, existsSync, renameSync, rmSync } from "node:fs";

/** Puts a finished folder where it is read: whole, never half. Of two at the same time the first stays. */
export function moveIntoPlace(draft: string, place: string): void {
  chmodSync(draft, 0o755); // a temporary folder is its maker's alone; the server may be somebody else
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
