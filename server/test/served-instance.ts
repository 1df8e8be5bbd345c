import { join } from "node:path";
import { expect } from "vitest";
import { Cli, type Running } from "../../cli/test/cli-runner.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { createProject } from "../src/domain/projects/create-project.ts";
import type { Project } from "../src/domain/projects/project.ts";
import type { Engine } from "../src/testing/engines.ts";
import { Instance } from "../src/testing/instance.ts";

export type Answer = Readonly<{
  status: number;
  /** Empty after a success. */
  reason: string;
  // biome-ignore lint/suspicious/noExplicitAny: what a stranger's JSON parser finds
  body: any;
}>;

/** `svc serve` in a process of its own on an instance with one project, and what an app says to it. */
export class ServedInstance {
  readonly instance: Instance;
  readonly project: Project;
  readonly secretKey: string;
  url = "";
  #running: Running | undefined;
  readonly #cli = new Cli();
  readonly #env: Record<string, string>;

  private constructor(
    instance: Instance,
    env: Record<string, string>,
    made: { project: Project; secretKey: string },
  ) {
    this.instance = instance;
    this.#env = env;
    this.project = made.project;
    this.secretKey = made.secretKey;
  }

  /** Not started yet. */
  static async create(
    env: Record<string, string> = {},
    engine: Pick<Engine, "kind"> = { kind: "sqlite" },
  ): Promise<ServedInstance> {
    const instance = await Instance.create(engine, env);
    const made = await instance.use((app) => createProject(app, systemActor, { name: "Demo", slug: "" }));
    const { dataDir, databaseUrl = "" } = instance.config;
    const place = { SVC_DATA_DIR: dataDir, SVC_DATABASE_URL: databaseUrl, SVC_ADDR: "127.0.0.1:0" };
    return new ServedInstance(instance, { ...env, ...place }, made);
  }

  /** Another replica on the same PostgreSQL database, with a data directory of its own. Not started yet. */
  beside(dataDir: string): ServedInstance {
    const key = join(this.instance.config.dataDir, "keys/master.key");
    const env = { ...this.#env, SVC_DATA_DIR: dataDir, SVC_MASTER_KEY_FILE: key };
    return new ServedInstance(this.instance, env, this);
  }

  get running(): Running {
    if (!this.#running) throw new Error("not started");
    return this.#running;
  }

  async start(nodeFlags: readonly string[] = []): Promise<void> {
    this.#running = this.#cli.start(["serve"], this.#env, nodeFlags);
    const [, port] = await this.#running.says(/listening(?: {2}http:\/\/\S+:|","port":)(\d+)/);
    this.url = `http://127.0.0.1:${port}`;
  }

  /** As a supervisor would; it must end well. */
  async stop(): Promise<void> {
    this.running.child.kill("SIGTERM");
    const { code, stderr } = await this.running.finished;
    expect(code, stderr).toBe(0);
  }

  async close(): Promise<void> {
    this.#cli.close();
    await this.#running?.finished;
    this.instance.remove();
  }

  /** One call as Connect JSON with the publishable key, unless the headers say otherwise. */
  async call(method: string, message: unknown, headers: Record<string, string> = {}): Promise<Answer> {
    const response = await fetch(`${this.url}/svc.${method}`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-svc-key": this.project.publishableKey,
        ...headers,
      },
      body: typeof message === "string" ? message : JSON.stringify(message),
    });
    const body = await response.json();
    return { status: response.status, reason: response.ok ? "" : body.details?.[0]?.debug?.reason, body };
  }

  async get(path: string): Promise<number> {
    return (await fetch(`${this.url}${path}`)).status;
  }
}

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });
