import { spawnSync } from "node:child_process";

/** All threads of the process run on one core from now on. Returns false where that is not possible. */
export function pinTo(core: number, pid: number): boolean {
  return spawnSync("taskset", ["-apc", String(core), String(pid)], { stdio: "ignore" }).status === 0;
}
