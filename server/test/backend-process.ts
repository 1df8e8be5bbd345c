import { type ChildProcess, execFile, spawn } from "node:child_process";
import { promisify } from "node:util";
import { freePort } from "../src/testing/postgres.ts";

export type Started = Readonly<{ program: string; args: readonly string[]; cwd: string }>;

type Answered = Readonly<{ status: number; challenge: string | null; body: Record<string, unknown> }>;

/** A backend of the examples, on a port of its own. */
export class BackendProcess {
  readonly url: string;
  readonly #child: ChildProcess;

  private constructor(url: string, child: ChildProcess) {
    this.url = url;
    this.#child = child;
  }

  static async start(
    { program, args, cwd }: Started,
    authUrl: string,
    more: Record<string, string> = {},
  ): Promise<BackendProcess> {
    const port = await freePort();
    const env = { ...process.env, AUTH_URL: authUrl, AUTH_PROJECT: "demo", PORT: String(port), ...more };
    // In a group of its own: `go run` starts the program as its child.
    const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    child.stderr?.on("data", (chunk) => {
      said += chunk;
    });
    const backend = new BackendProcess(`http://127.0.0.1:${port}`, child);
    while (!(await backend.answers())) {
      if (child.exitCode !== null) throw new Error(`${program} ended: ${said}`);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return backend;
  }

  answers(): Promise<boolean> {
    return fetch(`${this.url}/me`).then(
      () => true,
      () => false,
    );
  }

  async get(path: string, token?: string): Promise<Answered> {
    const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const answer = await fetch(`${this.url}${path}`, { headers });
    const body = (await answer.json()) as Record<string, unknown>;
    return { status: answer.status, challenge: answer.headers.get("www-authenticate"), body };
  }

  async stop(): Promise<void> {
    const { pid, exitCode } = this.#child;
    if (pid === undefined || exitCode !== null) return;
    const exited = new Promise((resolve) => this.#child.once("exit", resolve));
    process.kill(-pid, "SIGKILL");
    await exited;
  }
}

/** Whether a program of this name is there and starts. */
export async function hasProgram(program: string, ...args: string[]): Promise<boolean> {
  return promisify(execFile)(program, args).then(
    () => true,
    () => false,
  );
}
