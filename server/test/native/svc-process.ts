import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { node, root, sources } from "../../../cli/test/cli-runner.ts";
import { packNativeSdks } from "../../../tools/pack-native-sdks.ts";
import { freePort } from "../../src/testing/postgres.ts";

/** `svc serve` as a process, from the checkout or from an executable. */
export type SvcProcess = Readonly<{ url: string; stop: () => Promise<void> }>;

/** The server of this checkout, with the libraries as they are now. */
export function serveFromCheckout(folder: string): Promise<SvcProcess> {
  packNativeSdks();
  return serve([node, sources], folder);
}

export async function serve(program: readonly string[], folder: string): Promise<SvcProcess> {
  const [file = "", ...first] = program;
  const addr = `127.0.0.1:${await freePort()}`;
  const places = ["--addr", addr, "--base-url", `http://${addr}`, "--data-dir", join(folder, "data")];
  const args = [...first, "serve", ...places];
  const child = spawn(file, args, { cwd: folder, env: { HOME: folder }, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    let said = "";
    const listen = (chunk: Buffer): void => {
      said += chunk;
      const found = /listening +(http:\S+)/.exec(said)?.[1];
      if (found) resolve(found);
    };
    child.stdout.on("data", listen);
    child.stderr.on("data", listen);
    void ended.then(() => reject(new Error(said)));
  });
  return {
    url,
    stop: () => {
      child.kill("SIGTERM");
      return ended;
    },
  };
}

/** Why this checkout cannot serve a library; undefined when it can. */
export function noLibrary(manifest: string): string | undefined {
  return existsSync(join(root, manifest)) ? undefined : `this checkout has no ${manifest}`;
}
