import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { Cli, main, type Running } from "../../../cli/test/cli-runner.ts";
import { freePort } from "../../src/testing/postgres.ts";

type Replica = { port: number; running: Running };

const ADMIN = { email: "ada@example.com", password: "a long password for Ada" };

/** Several processes of `svc serve` on one PostgreSQL, with a project that takes guests. */
export class Replicas {
  publishableKey = "";
  /** The program that `restart` starts from now on. */
  program: string;
  readonly #cli = new Cli();
  readonly #home: string;
  readonly #env: Readonly<Record<string, string>>;
  readonly #replicas: Replica[] = [];

  private constructor(program: string, env: Record<string, string>) {
    this.program = program;
    this.#env = env;
    this.#home = mkdtempSync(join(this.#cli.cwd, "replicas-"));
  }

  static async start(
    databaseUrl: string,
    count: number,
    env: Record<string, string> = {},
    program: string = main,
  ): Promise<Replicas> {
    const replicas = new Replicas(program, env);
    try {
      for (let n = 0; n < count; n++) {
        const port = await freePort();
        const running = await replicas.#launch(n, port, databaseUrl);
        replicas.#replicas.push({ port, running });
      }
      await replicas.#addProject(databaseUrl);
      return replicas;
    } catch (error) {
      await replicas.close();
      throw error;
    }
  }

  get urls(): string[] {
    return this.#replicas.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** All that they have logged since they were last started. */
  get said(): string {
    return this.#replicas.map(({ running }) => running.said).join("");
  }

  /** The first replica makes the master key, and the others read it. */
  #variables(n: number, databaseUrl: string): Record<string, string> {
    const keyFile = join(this.#home, "replica-0", "keys", "master.key");
    return {
      SVC_DATA_DIR: join(this.#home, `replica-${n}`),
      ...(n > 0 && { SVC_MASTER_KEY_FILE: keyFile }),
      SVC_DATABASE_URL: databaseUrl,
      ...this.#env,
    };
  }

  async #launch(n: number, port: number, databaseUrl: string): Promise<Running> {
    const env = {
      ...this.#variables(n, databaseUrl),
      SVC_ADDR: `127.0.0.1:${port}`,
      SVC_BASE_URL: "http://127.0.0.1",
      SVC_WORKERS: "1",
      SVC_RATE_LIMITS: "off",
      SVC_LOG_FORMAT: "json",
    };
    const running = this.#cli.start(["serve"], env, [], this.program);
    await running.says(/listening/);
    return running;
  }

  /** A command beside the first replica. */
  async command(databaseUrl: string, input: string, ...args: string[]): Promise<string> {
    const running = this.#cli.start(args, this.#variables(0, databaseUrl), [], this.program);
    running.child.stdin.end(input);
    const { code, stdout, stderr } = await running.finished;
    if (code !== 0) throw new Error(`svc ${args.join(" ")}: ${stderr}`);
    return stdout.trim();
  }

  async #addProject(databaseUrl: string): Promise<void> {
    const { email, password } = ADMIN;
    await this.command(databaseUrl, password, "admin", "create", "--email", email, "--password", "-");
    const token = await this.command(databaseUrl, "", "admin", "token", "create", "--email", email);
    const call = async (method: string, request: object) => {
      const response = await fetch(`${this.urls[0]}/svc.admin.v1.ProjectService/${method}`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify(request),
      });
      if (!response.ok) throw new Error(`${method}: ${await response.text()}`);
      return response.json();
    };
    const { project } = await call("CreateProject", { name: "Phones" });
    await call("UpdateProject", { project: project.slug, settings: { allowAnonymousSignIn: true } });
    this.publishableKey = project.publishableKey;
  }

  /** Ends a replica, and starts it again at the same address. */
  async restart(n: number, signal: NodeJS.Signals, databaseUrl: string): Promise<void> {
    const replica = this.#replicas[n];
    if (!replica) throw new Error(`there is no replica ${n}`);
    replica.running.child.kill(signal);
    await replica.running.finished;
    replica.running = await this.#launch(n, replica.port, databaseUrl);
  }

  async readiness(): Promise<number[]> {
    return Promise.all(this.urls.map(async (url) => (await fetch(`${url}/readyz`)).status));
  }

  async close(): Promise<void> {
    this.#cli.close();
    await Promise.all(this.#replicas.map(({ running }) => running.finished));
  }
}
