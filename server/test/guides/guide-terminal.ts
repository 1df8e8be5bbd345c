import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { main, node, root } from "../../../cli/test/cli-runner.ts";
import { RemoteBench } from "../../../cli/test/remote-cli.ts";
import type { GuideScript } from "./guide-script.ts";

/** A terminal in which a server is running, an administrator is logged in and the project `demo` is there. */
export class GuideTerminal {
  readonly #bench: RemoteBench;
  readonly #keys: Readonly<{ publishable: string; secret: string }>;
  #shell: ChildProcess | undefined;

  private constructor(bench: RemoteBench, keys: { publishable: string; secret: string }) {
    this.#bench = bench;
    this.#keys = keys;
  }

  static async open(): Promise<GuideTerminal> {
    const bench = await RemoteBench.openAtBaseUrl();
    const { project, secretKey } = await bench.json("project", "create", "Demo", "--show-secret");
    return new GuideTerminal(bench, {
      publishable: String(Object(project).publishableKey),
      secret: String(secretKey),
    });
  }

  /** Ends the server, and what the page left running. */
  async close(): Promise<void> {
    const { pid } = this.#shell ?? {};
    try {
      if (pid !== undefined) process.kill(-pid, "SIGKILL");
    } catch {
      // Nothing of it runs any more.
    }
    await this.#bench.close();
  }

  /** What a reader puts in the place of the examples. */
  #filledIn(text: string): string {
    return text
      .replaceAll(/http:\/\/localhost:8080|https:\/\/auth\.example\.com/g, this.#bench.url)
      .replaceAll(/pk_\.\.\./g, this.#keys.publishable)
      .replaceAll(/sk_\.\.\./g, this.#keys.secret);
  }

  /** Types the page into a shell that stops at the first failure. */
  async type(folder: string, { script, files }: GuideScript): Promise<{ code: unknown; printed: string }> {
    for (const [file, content] of files) {
      mkdirSync(dirname(join(folder, file)), { recursive: true });
      writeFileSync(join(folder, file), this.#filledIn(content));
    }
    writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
    const svc = join(folder, ".bin/svc");
    mkdirSync(dirname(svc), { recursive: true });
    writeFileSync(svc, `#!/bin/sh\nexec '${node}' '${main}' "$@"\n`);
    chmodSync(svc, 0o755);
    const env = {
      ...this.#bench.variables,
      PATH: `${dirname(svc)}:${join(root, "node_modules/.bin")}:${process.env.PATH}`,
      SVC_DATA_DIR: this.#bench.path("data"),
      // npm asks nobody but our server.
      npm_config_cache: join(folder, ".cache"),
      npm_config_audit: "false",
      npm_config_update_notifier: "false",
    };
    writeFileSync(join(folder, ".page.sh"), `exec 2>&1\n${this.#filledIn(script)}`);
    const stdio = ["ignore", "pipe", "inherit"] as const;
    const shell = spawn("sh", ["-e", ".page.sh"], { cwd: folder, env, detached: true, stdio: [...stdio] });
    this.#shell = shell;
    const [printed, [code]] = await Promise.all([text(shell.stdout ?? []), once(shell, "close")]);
    return { code, printed: printed.replaceAll(this.#bench.url, "http://localhost:8080") };
  }
}
