import { expect } from "vitest";
import { TokenIssuer } from "../../server/src/testing/token-issuer.ts";
import { AppStoreConnect } from "./app-store-connect.ts";
import { RemoteBench } from "./remote-cli.ts";

export const baseUrl = "https://auth.example.com";

type Change = { path: string; oldValue?: string; newValue?: string; kind: string };
type Check = { id: string; status: string; seen: string; remedy: string };
type Step = { title: string; at: string; values: { name: string; value: string }[]; afterwards: string };

export type Report = {
  project: string;
  provider: string;
  changes: Change[];
  checks: Check[];
  steps: Step[];
  done?: Record<string, string>;
};

export type Ran = {
  code: number | null;
  stdout: string;
  stderr: string;
  report: Report;
  /** Status of each check by its id. */
  checks: Record<string, string>;
  /** Every value to paste, by its name. */
  values: Record<string, string>;
};

type Options = { env?: Record<string, string>; input?: string };

/** A server, an administrator's command line, and stand-ins for everything that setup asks outside. */
export class SetupBench {
  readonly cli: RemoteBench;
  readonly google: TokenIssuer;
  readonly apple: TokenIssuer;
  readonly connect: AppStoreConnect;

  private constructor(cli: RemoteBench, google: TokenIssuer, apple: TokenIssuer, connect: AppStoreConnect) {
    this.cli = cli;
    this.google = google;
    this.apple = apple;
    this.connect = connect;
  }

  static async open(): Promise<SetupBench> {
    const [google, apple] = [await TokenIssuer.open(), await TokenIssuer.open()];
    const env = { SVC_DEV_GOOGLE_URL: google.url, SVC_DEV_APPLE_URL: apple.url };
    const cli = await RemoteBench.open(`rate_limits = "off"\nbase_url = "${baseUrl}"\n`, env);
    return new SetupBench(cli, google, apple, await AppStoreConnect.open());
  }

  async close(): Promise<void> {
    await this.cli.close();
    this.connect.close();
    await Promise.all([this.google.close(), this.apple.close()]);
  }

  get env(): Record<string, string> {
    return {
      SVC_URL: this.cli.url,
      SVC_TOKEN: this.cli.token,
      SVC_DEV_GOOGLE_URL: this.google.url,
      SVC_DEV_APPLE_URL: this.apple.url,
      SVC_DEV_APP_STORE_CONNECT_URL: this.connect.url,
    };
  }

  async addProject(slug: string): Promise<void> {
    const { code, stderr } = await this.cli.run(["project", "create", slug], { env: this.env });
    expect({ code, stderr }).toMatchObject({ code: 0 });
  }

  /** Runs setup to its end with --json. A failed check is told by the exit code, after everything else. */
  async setUp(args: readonly string[], options: Options = {}): Promise<Ran> {
    const { code, stdout, stderr } = await this.#run([...args, "--json"], options);
    expect({ stdout: stdout.trim().split("\n"), stderr }).toMatchObject({ stdout: [expect.any(String)] });
    const report = JSON.parse(stdout) as Report;
    const failed = report.checks.some(({ status }) => status === "failure");
    expect({ code, stderr }).toEqual({
      code: failed ? 8 : 0,
      stderr: failed ? expect.stringMatching(/"reason":"CHECKS_FAILED".*\n$/) : expect.any(String),
    });
    return {
      code,
      stdout,
      stderr,
      report,
      checks: Object.fromEntries(report.checks.map(({ id, status }) => [id, status])),
      values: Object.fromEntries(
        report.steps.flatMap(({ values }) => values.map(({ name, value }) => [name, value])),
      ),
    };
  }

  /** Runs setup, which must fail, and returns the one object of its error. */
  async refused(args: readonly string[], options: Options = {}): Promise<Record<string, unknown>> {
    const { code, stdout, stderr } = await this.#run([...args, "--json"], options);
    expect(stdout).toBe("");
    const last = stderr.trimEnd().split("\n").at(-1) ?? "";
    return { exit: code, ...JSON.parse(last).error };
  }

  /** What people see. */
  text(args: readonly string[], options: Options = {}) {
    return this.#run(args, options);
  }

  #run(args: readonly string[], { env = {}, input = "" }: Options) {
    return this.cli.run(["setup", ...args], { env: { ...this.env, ...env }, input });
  }

  /** The settings as the server has them, and when they last changed. */
  async stored(
    slug: string,
  ): Promise<{ updatedAt: string; settings: Record<string, Record<string, unknown>> }> {
    const { stdout } = await this.cli.run(["project", "get", slug, "--json"], { env: this.env });
    return JSON.parse(stdout).project;
  }

  /** What the audit log says about the project's settings. */
  async updates(slug: string): Promise<number> {
    const response = await fetch(`${this.cli.url}/svc.admin.v1.AnalyticsService/ListRecentEvents`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.cli.token}` },
      body: JSON.stringify({ project: slug, pageSize: 200 }),
    });
    const { events } = (await response.json()) as { events: { kind: string }[] };
    return events.filter(({ kind }) => kind === "admin.project_updated").length;
  }
}
