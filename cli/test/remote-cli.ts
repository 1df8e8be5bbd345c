import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { expect } from "vitest";
import { type RunningServer, startServer } from "../../server/src/compose.ts";
import { loadConfig } from "../../server/src/config/load-config.ts";
import { freePort } from "../../server/src/testing/postgres.ts";
import { Cli, compileCache, main, node } from "./cli-runner.ts";

export const adminEmail = "ada@example.com";

/** The command line of somebody at a terminal of their own, whose settings folder is in the test's directory. */
export class RemoteCli extends Cli {
  override readonly variables: Readonly<Record<string, string>> = {
    HOME: this.cwd,
    XDG_CONFIG_HOME: this.path("config"),
    APPDATA: this.path("config"),
  };
  readonly contexts: string = this.path("config", "svc", "contexts.json");

  /** Runs a command that must succeed, and returns what it printed without the last line end. */
  async text(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await this.run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining("svc:") });
    return stdout.replace(/\n$/, "");
  }

  /** Starts the command on a terminal. `script` gives it one, and passes on what is typed. */
  onTerminal(...args: string[]): Terminal {
    return this.onTerminalWith({}, args);
  }

  onTerminalWith(more: Readonly<Record<string, string>>, args: readonly string[]): Terminal {
    const quoted = [node, main, ...args].map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
    const env = {
      PATH: process.env.PATH,
      TERM: "xterm",
      NO_COLOR: "1",
      ...compileCache,
      ...this.variables,
      ...more,
    };
    return new Terminal(spawn("script", ["-qec", quoted, "/dev/null"], { cwd: this.cwd, env }));
  }
}

/** A terminal with one program on it. */
export class Terminal {
  readonly finished: Promise<{ code: number | null; shown: string }>;
  readonly #child: ReturnType<typeof spawn>;
  #shown = "";
  #typedAt = 0;

  constructor(child: ReturnType<typeof spawn>) {
    this.#child = child;
    child.stdout?.on("data", (chunk) => {
      this.#shown += String(chunk).replaceAll("\r\n", "\n");
    });
    this.finished = new Promise((resolve) => {
      child.once("close", (code) => resolve({ code, shown: this.#shown }));
    });
  }

  /** Waits for the text and then types. */
  answer(question: string, typed: string): Promise<void> {
    return this.#answerAfter(0, question, typed);
  }

  /** The same for a text that was shown before: waits until it comes after what was typed last. */
  answerAgain(question: string, typed: string): Promise<void> {
    return this.#answerAfter(this.#typedAt, question, typed);
  }

  async #answerAfter(start: number, question: string, typed: string): Promise<void> {
    const ended = this.finished.then(() => "ended");
    while (!this.#shown.includes(question, start)) {
      const heard = new Promise((resolve) => this.#child.stdout?.once("data", resolve));
      if ((await Promise.race([heard, ended])) === "ended") throw new Error(`never asked: ${this.#shown}`);
    }
    this.#typedAt = this.#shown.length;
    this.#child.stdin?.write(typed);
  }
}

/**
 * A running server with one administrator, and that administrator's command line. The server is all of `svc serve` but
 * the process: a test must not wait for a program with `spawnSync`, which would stop the server, too.
 */
export class RemoteBench extends RemoteCli {
  url = "";
  token = "";
  readonly #said: string[] = [];
  #stopListening: () => void = () => {};
  #server: RunningServer | undefined;

  static async open(
    config = 'rate_limits = "off"\n',
    env: Record<string, string> = {},
  ): Promise<RemoteBench> {
    const bench = new RemoteBench();
    await bench.#serve(config, "127.0.0.1:0", env);
    return bench;
  }

  /** One whose base URL is the address it is reached by, logged in. */
  static async openAtBaseUrl(): Promise<RemoteBench> {
    const bench = new RemoteBench();
    const addr = `127.0.0.1:${await freePort()}`;
    await bench.#serve(`rate_limits = "off"\nbase_url = "http://${addr}"\n`, addr);
    await bench.logIn();
    return bench;
  }

  async #serve(config: string, addr: string, env: Record<string, string> = {}): Promise<void> {
    writeFileSync(this.path("svc.toml"), config);
    const { write } = process.stderr;
    this.#stopListening = () => {
      process.stderr.write = write;
    };
    process.stderr.write = (text: string | Uint8Array) => this.#said.push(String(text)) > 0;
    this.#server = await startServer(loadConfig({ flags: { addr }, env, cwd: this.cwd }));
    this.url = `http://127.0.0.1:${this.#server.port}`;
    await this.text("admin", "create", "--email", adminEmail, "--password", "correct horse battery");
    this.token = await this.newToken();
  }

  override async close(): Promise<void> {
    await this.#server?.stop();
    this.#stopListening();
    super.close();
  }

  /** What the server has said so far. */
  serverSaid(): string {
    return this.#said.join("");
  }

  newToken(): Promise<string> {
    return this.text("admin", "token", "create", "--email", adminEmail);
  }

  async logIn(...flags: string[]): Promise<void> {
    const { code, stderr } = await this.run(["login", this.url, ...flags], { input: `${this.token}\n` });
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining("logged in to") });
  }
}
