import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import type { ProjectSettings } from "../../src/domain/projects/settings.ts";
import { updateProject } from "../../src/domain/projects/update-project.ts";
import type { Engine } from "../../src/testing/engines.ts";
import { challengeOf, enrollTotp, mfaClient, shownCode } from "../../src/testing/factors.ts";
import { reasonOf } from "../../src/testing/reason-of.ts";
import { TestApp, type TestAppOptions } from "../../src/testing/test-app.ts";

export const PASSWORD = "a long enough password";
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** A user with an authenticator app, and what is known of both. */
export type Enrolled = Readonly<{
  userId: string;
  email: string;
  secret: Buffer;
  recoveryCodes: readonly string[];
  /** The session that enrolled the app. */
  tokens: TokenResponse;
}>;

export type Proof =
  | { case: "totpCode"; value: string }
  | { case: "recoveryCode"; value: string }
  | { case: "passkeyJson"; value: string };

/** A project that uses second factors, without limits of calls: those have tests of their own. */
export class FactorBench {
  readonly t: TestApp;
  project: Project;

  private constructor(t: TestApp, project: Project) {
    this.t = t;
    this.project = project;
  }

  static async open(
    engine: Engine,
    settings: Partial<ProjectSettings> = {},
    options: TestAppOptions = {},
  ): Promise<FactorBench> {
    const t = await TestApp.open(engine, { rateLimits: "off", ...options });
    const mfa: ProjectSettings["mfa"] = { policy: "optional", claim: "", claimValues: [] };
    const { project } = await t.addProject("Demo", { mfa, ...settings });
    return new FactorBench(t, project);
  }

  close(): Promise<void> {
    return this.t.close();
  }

  async policy(
    policy: ProjectSettings["mfa"]["policy"],
    claim = "",
    claimValues: readonly string[] = [],
  ): Promise<void> {
    await this.settings({ mfa: { policy, claim, claimValues: [...claimValues] } });
  }

  async settings(settings: Partial<ProjectSettings>): Promise<void> {
    this.project = await updateProject(this.t.app, systemActor, this.project.id, { settings });
  }

  /** Signs up, enrolls, and waits until the code of the enrollment is out of the way. */
  async enrolled(email = "ada@example.com"): Promise<Enrolled> {
    const tokens = await this.t.addUser(this.project, email, PASSWORD);
    const factor = await enrollTotp(this.t, this.project, tokens.accessToken);
    this.t.advance(2 * MINUTE);
    return { ...factor, email, tokens, userId: tokens.user?.id ?? "" };
  }

  signIn(email: string, attemptId = "", password = PASSWORD): Promise<TokenResponse> {
    return this.t.auth(this.project).signIn({ email, password, attemptId });
  }

  /** The token of a sign-in that waits for its second factor. */
  async challenged(email: string, password = PASSWORD): Promise<string> {
    return (await challengeOf(this.signIn(email, "", password))).token;
  }

  complete(mfaToken: string, proof: Proof | undefined, attemptId = ""): Promise<TokenResponse> {
    const client = mfaClient(this.t, this.project);
    return client.completeSignIn({ mfaToken, attemptId, ...(proof && { proof }) });
  }

  totp({ secret }: Pick<Enrolled, "secret">, later = 0): Proof {
    return { case: "totpCode", value: shownCode(this.t, secret, later) };
  }

  /** A code that the app shows at no step around now. */
  wrong({ secret }: Pick<Enrolled, "secret">): Proof {
    const right = [-2, -1, 0, 1, 2].map((later) => shownCode(this.t, secret, later));
    const value = ["000000", "111111", "222222", "333333", "444444", "555555"].find(
      (code) => !right.includes(code),
    );
    return { case: "totpCode", value: value ?? "" };
  }

  async openSessions(userId: string): Promise<{ id: string; provenBy: string | null }[]> {
    return this.t.app.db
      .selectFrom("sessions")
      .select(["id", "provenBy"])
      .where("userId", "=", userId)
      .where("revokedAt", "is", null)
      .execute();
  }

  /** How many wrong proofs of a kind were counted. */
  async failures(userId: string, factor = "totp"): Promise<number> {
    const row = await this.t.app.db
      .selectFrom("factorFailures")
      .select("times")
      .where("userId", "=", userId)
      .where("factor", "=", factor)
      .executeTakeFirst();
    return JSON.parse(row?.times ?? "[]").length;
  }
}

/** How each of these calls ended: `OK`, or the reason. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<Map<string, number>> {
  const ends = await Promise.all(
    calls.map((call) =>
      call.then(
        () => "OK",
        (error: unknown) => reasonOf(Promise.reject(error)),
      ),
    ),
  );
  const counts = new Map<string, number>();
  for (const end of ends) counts.set(end, (counts.get(end) ?? 0) + 1);
  return counts;
}
