import { DatabaseSync } from "node:sqlite";
import { expect } from "vitest";
import type { Finished, Running } from "./cli-runner.ts";
import { RemoteCli } from "./remote-cli.ts";

export const PASSWORD = "correct horse battery";

/** A real server in a directory of its own, and the command line that is logged in to it. */
export class TransferServer {
  readonly cli: RemoteCli = new RemoteCli();
  env: Record<string, string> = {};
  running: Running | undefined;

  static async open(): Promise<TransferServer> {
    const server = new TransferServer();
    await server.start("127.0.0.1:0");
    await server.cli.run(["admin", "create", "--email", "root@example.com", "--password", PASSWORD]);
    const token = await server.cli.json("admin", "token", "create", "--email", "root@example.com");
    server.env = { ...server.env, SVC_TOKEN: String(token.token) };
    return server;
  }

  async start(addr: string): Promise<void> {
    this.running = this.cli.start(["serve", "--addr", addr], { SVC_RATE_LIMITS: "off" });
    const [, url = ""] = await this.running.says(/listening {2}(http:\/\/\S+:\d+)/);
    this.env = { ...this.env, SVC_URL: url };
  }

  async stop(): Promise<void> {
    this.running?.child.kill("SIGTERM");
    await this.running?.finished;
  }

  async close(): Promise<void> {
    await this.stop();
    this.cli.close();
  }

  run(args: readonly string[], input?: string): Promise<Finished> {
    return this.cli.run(args, { env: this.env, ...(input !== undefined && { input }) });
  }

  /** Runs a command that must succeed and returns the object it prints. */
  async json(...args: string[]): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.run([...args, "--json"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    return JSON.parse(stdout);
  }

  /** Makes a project and returns its publishable key. */
  async addProject(name: string): Promise<string> {
    const { project } = await this.json("project", "create", name);
    const { publishableKey } = Object(project);
    return String(publishableKey);
  }

  /** The account that signs in, or the reason why none does. */
  async signIn(publishableKey: string, email: string, password: string = PASSWORD): Promise<unknown> {
    const response = await fetch(`${this.env.SVC_URL}/svc.auth.v1.AuthService/SignIn`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": publishableKey },
      body: JSON.stringify({ email, password }),
    });
    const answer = await response.json();
    return response.ok ? answer.user : answer.details[0].debug.reason;
  }

  async signInAsGuest(publishableKey: string): Promise<void> {
    const response = await fetch(`${this.env.SVC_URL}/svc.auth.v1.AuthService/SignInAnonymously`, {
      method: "POST",
      headers: { "content-type": "application/json", "x-svc-key": publishableKey },
      body: "{}",
    });
    expect(response.status).toBe(200);
  }

  query(sql: string): Record<string, unknown>[] {
    const db = new DatabaseSync(this.cli.path("data/svc.db"), { readOnly: true });
    try {
      return db.prepare(sql).all();
    } finally {
      db.close();
    }
  }
}
