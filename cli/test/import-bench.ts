import { writeFileSync } from "node:fs";
import type { User } from "@svc/proto/svc/auth/v1/user_pb";
import type { Project } from "../../server/src/domain/projects/project.ts";
import vectors from "../../server/src/testing/data/foreign-hashes.json" with { type: "json" };
import type { Engine } from "../../server/src/testing/engines.ts";
import { OAuthBench } from "../../server/src/testing/oauth.ts";
import { reasonOf } from "../../server/src/testing/reason-of.ts";
import { AppCli } from "./app-cli.ts";
import type { Failed, Finished } from "./cli-runner.ts";

/** The password of all hashes below. */
export const PASSWORD: string = vectors.password;

/** A bcrypt hash of that password with this prefix. */
export function bcryptHash(prefix: "$2a$" | "$2b$" | "$2y$"): string {
  const found = vectors.hashes.find(({ hash }) => hash.startsWith(prefix));
  if (found === undefined) throw new Error(`there is no hash ${prefix}`);
  return found.hash;
}

/** A server with Google and Apple, a project `demo`, and the command line of its administrator. */
export class ImportBench {
  readonly oauth: OAuthBench;
  readonly cli: AppCli;
  readonly project: Project;

  private constructor(oauth: OAuthBench, cli: AppCli, project: Project) {
    this.oauth = oauth;
    this.cli = cli;
    this.project = project;
  }

  static async open(engine: Engine): Promise<ImportBench> {
    const oauth = await OAuthBench.open(engine, { rateLimits: "off" });
    const { token } = await oauth.t.addAdmin();
    return new ImportBench(oauth, new AppCli(oauth.t, token), await oauth.addProject());
  }

  async close(): Promise<void> {
    this.cli.close();
    await this.oauth.close();
  }

  write(name: string, content: string | Buffer): string {
    writeFileSync(this.cli.path(name), content);
    return this.cli.path(name);
  }

  import(file: string, ...more: string[]): Promise<Finished> {
    return this.cli.run(["project", "import", "demo", "-f", file, "--yes", ...more]);
  }

  failure(file: string, ...more: string[]): Promise<Failed> {
    return this.cli.failure(["project", "import", "demo", "-f", file, "--yes", ...more]);
  }

  /** The account that signs in, or the reason why none does. */
  async signIn(email: string, password: string = PASSWORD): Promise<User | string | undefined> {
    const signingIn = this.oauth.t.auth(this.project).signIn({ email, password });
    return signingIn.then(
      ({ user }) => user,
      () => reasonOf(signingIn),
    );
  }

  async signInWith(provider: "google" | "apple", subject: string): Promise<User | undefined> {
    return (await this.oauth.signIn(this.project, provider, subject)).user;
  }

  /** What the project holds, by address. */
  async exported(): Promise<Record<string, Record<string, unknown>>> {
    const { stdout } = await this.cli.run(["project", "export", "demo"]);
    const { users } = JSON.parse(stdout);
    return Object.fromEntries(users.map((user: { email: string }) => [user.email, user]));
  }
}
