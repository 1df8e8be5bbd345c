import { join } from "node:path";
import { Cli, type Running } from "../../../cli/test/cli-runner.ts";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import { createProject } from "../../src/domain/projects/create-project.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import { Instance } from "../../src/testing/instance.ts";
import { freePort } from "../../src/testing/postgres.ts";

type Replica = { port: number; running: Running };

/** Several processes of `svc serve` on one PostgreSQL, with a project that takes guests. */
export class Replicas {
  readonly publishableKey: string;
  readonly #instance: Instance;
  readonly #cli = new Cli();
  readonly #replicas: Replica[] = [];
  readonly #env: Readonly<Record<string, string>>;

  private constructor(instance: Instance, publishableKey: string, env: Record<string, string>) {
    this.#instance = instance;
    this.publishableKey = publishableKey;
    this.#env = env;
  }

  static async start(
    databaseUrl: string,
    count: number,
    env: Record<string, string> = {},
  ): Promise<Replicas> {
    const instance = await Instance.create({ kind: "sqlite" }, { SVC_DATABASE_URL: databaseUrl });
    const { publishableKey } = await instance.use(async (app) => {
      const { project } = await createProject(app, systemActor, { name: "Phones", slug: "" });
      const settings = { allowAnonymousSignIn: true };
      await updateProject(app, systemActor, project.id, { settings });
      return project;
    });
    const replicas = new Replicas(instance, publishableKey, env);
    for (let n = 0; n < count; n++) {
      const port = await freePort();
      replicas.#replicas.push({ port, running: await replicas.#launch(n, port, databaseUrl) });
    }
    return replicas;
  }

  get urls(): string[] {
    return this.#replicas.map(({ port }) => `http://127.0.0.1:${port}`);
  }

  /** All that they have logged. */
  get said(): string {
    return this.#replicas.map(({ running }) => running.said).join("");
  }

  async #launch(n: number, port: number, databaseUrl: string): Promise<Running> {
    const { dataDir } = this.#instance.config;
    const running = this.#cli.start(["serve"], {
      SVC_DATA_DIR: join(this.#instance.home, `replica-${n}`),
      SVC_MASTER_KEY_FILE: join(dataDir, "keys", "master.key"),
      SVC_DATABASE_URL: databaseUrl,
      SVC_ADDR: `127.0.0.1:${port}`,
      SVC_BASE_URL: "http://127.0.0.1",
      SVC_WORKERS: "1",
      SVC_RATE_LIMITS: "off",
      SVC_LOG_FORMAT: "json",
      ...this.#env,
    });
    await running.says(/listening/);
    return running;
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
    this.#instance.remove();
  }
}
