import type { Client } from "@connectrpc/connect";
import type { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import type { TokenResponse } from "@svc/proto/svc/auth/v1/tokens_pb";
import type { User } from "@svc/proto/svc/server/v1/user_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import { systemActor } from "../../src/domain/analytics/record-event.ts";
import type { Project } from "../../src/domain/projects/project.ts";
import { regenerateSecretKey } from "../../src/domain/projects/regenerate-secret-key.ts";
import type { ProjectSettings } from "../../src/domain/projects/settings.ts";
import type { Engine } from "../../src/testing/engines.ts";
import type { Held } from "../../src/testing/gate.ts";
import { GatedPasswords } from "../../src/testing/gated-passwords.ts";
import type { CapturedMail } from "../../src/testing/mailbox.ts";
import { OAuthBench } from "../../src/testing/oauth.ts";
import { failureOf } from "../../src/testing/reason-of.ts";
import type { TestApp, TestAppOptions } from "../../src/testing/test-app.ts";
import type { TokenIssuer } from "../../src/testing/token-issuer.ts";

export const VICTIM = "victim@example.com";
export const EVIL = "evil@example.com";
export const PASSWORD = "correct horse battery";
/** What the victim chooses when the account is recovered. */
export const NEW_PASSWORD = "an entirely new phrase";
/** What the thief would like to be in force. */
export const EVIL_PASSWORD = "the phrase of the thief";
/** The thief's own account at Google. */
export const EVIL_GOOGLE = { email: "evil@gmail.com", email_verified: true };
export const MINUTE_MS = 60_000;
export const DAY_MS = 86_400_000;

const PAGES = ["verify", "reset", "invite", "confirm-email", "delete-account"] as const;

/** The page a mailed link leads to. */
export type Page = (typeof PAGES)[number];

type Auth = Client<typeof AuthService>;

/** A server with a project, a hasher that can be held, both providers, and the mailboxes of victim and thief. */
export class TakeoverBench {
  readonly oauth: OAuthBench;
  readonly passwords: GatedPasswords;
  readonly project: Project;
  readonly secretKey: string;
  /** As the project's backend. */
  readonly users: Client<typeof UserService>;

  private constructor(oauth: OAuthBench, passwords: GatedPasswords, project: Project, secretKey: string) {
    this.oauth = oauth;
    this.passwords = passwords;
    this.project = project;
    this.secretKey = secretKey;
    this.users = oauth.t.client(UserService, { "x-svc-key": secretKey });
  }

  static async open(
    engine: Engine,
    settings: Partial<ProjectSettings> = {},
    options: TestAppOptions = {},
  ): Promise<TakeoverBench> {
    const passwords = new GatedPasswords();
    const oauth = await OAuthBench.open(engine, {
      rateLimits: "off",
      providerWaitMs: MINUTE_MS,
      passwords: passwords.wrap,
      ...options,
    });
    const project = await oauth.addProject(settings);
    const { secretKey } = await regenerateSecretKey(oauth.t.app, systemActor, project.id);
    return new TakeoverBench(oauth, passwords, project, secretKey);
  }

  close(): Promise<void> {
    return this.oauth.close();
  }

  get t(): TestApp {
    return this.oauth.t;
  }

  /** As anybody. */
  get auth(): Auth {
    return this.t.auth(this.project);
  }

  as({ accessToken }: Pick<TokenResponse, "accessToken">): Auth {
    return this.t.auth(this.project, accessToken);
  }

  signUp(email = VICTIM, password = PASSWORD): Promise<TokenResponse> {
    return this.t.addUser(this.project, email, password);
  }

  signIn(email = VICTIM, password = PASSWORD): Promise<TokenResponse> {
    return this.auth.signIn({ email, password });
  }

  /** Signs up and follows the mailed link. */
  async signUpVerified(email = VICTIM, password = PASSWORD): Promise<TokenResponse> {
    const tokens = await this.signUp(email, password);
    await this.verify(email);
    return tokens;
  }

  async verify(email = VICTIM): Promise<void> {
    await this.auth.confirmEmailVerification({ token: await this.link(email, "verify") });
  }

  /** The victim asks for a reset and follows the link. */
  async reset(email = VICTIM, newPassword = NEW_PASSWORD): Promise<void> {
    const token = await this.resetLink(email);
    await this.auth.confirmPasswordReset({ token, newPassword });
  }

  async resetLink(email = VICTIM): Promise<string> {
    await this.auth.requestPasswordReset({ email });
    return this.link(email, "reset");
  }

  async changeLink(of: TokenResponse, newEmail = EVIL): Promise<string> {
    await this.as(of).requestEmailChange({ newEmail });
    return this.link(newEmail, "confirm-email");
  }

  async deletionLink(email = VICTIM): Promise<string> {
    await this.auth.requestAccountDeletion({ email });
    return this.link(email, "delete-account");
  }

  /** The secret of the newest link to this page that the address was mailed. */
  async link(to: string, page: Page): Promise<string> {
    await this.t.deliverMail();
    const { token } = this.mailsTo(to, page).at(-1) ?? {};
    if (!token) throw new Error(`${to} got no link to ${page}`);
    return token;
  }

  /** The secret of the newest link to undo a change of address; undefined when there is none. */
  async undoLink(to = VICTIM): Promise<string | undefined> {
    await this.t.deliverMail();
    const others = PAGES.flatMap((page) => this.mailsTo(to, page));
    return this.mailsTo(to).findLast((mail) => mail.token !== "" && !others.includes(mail))?.token;
  }

  /** A thief with a fresh session makes another address the account's, and the victim's mailbox is told. */
  async changeAddress(thief: TokenResponse, to = EVIL): Promise<void> {
    this.t.advance(1); // no two changes at the same time
    await this.auth.confirmEmailChange({ token: await this.changeLink(thief, to) });
    await this.t.deliverMail();
  }

  /** What has reached the address so far: everything, or what has a link to this page. */
  mailsTo(to: string, page?: Page): CapturedMail[] {
    const leads = (link = ""): boolean => page === undefined || link.includes(`/${page}?`);
    return this.t.mails.filter((mail) => mail.to === to && leads(mail.link));
  }

  /** The mails that leave because of this. */
  async mailsOf(act: () => Promise<unknown>): Promise<CapturedMail[]> {
    await this.t.deliverMail();
    const before = this.t.mails.length;
    await act();
    await this.t.deliverMail();
    return this.t.mails.slice(before);
  }

  /** The user as the backend sees it. */
  async user(userId: string): Promise<User> {
    const { user } = await this.users.getUser({ userId });
    if (!user) throw new Error("the answer has no user");
    return user;
  }

  /** How the user's live sessions were opened. */
  async sessions(userId: string): Promise<string[]> {
    return (await this.user(userId)).sessions.map(({ method }) => method);
  }

  async exists(userId: string): Promise<boolean> {
    const found = await Promise.allSettled([this.user(userId)]);
    return found[0].status === "fulfilled";
  }

  /** Signs in with a provider account that may be anybody's. */
  async owner(provider: "google" | "apple", sub: string, claims = {}): Promise<string> {
    return idOf(await this.oauth.signIn(this.project, provider, sub, claims));
  }

  /** Makes the server ask the provider for its keys again, and holds the provider's answer. */
  holdKeys(issuer: TokenIssuer = this.oauth.google): Held {
    this.t.advance(61 * MINUTE_MS);
    const arrival = Promise.withResolvers<void>();
    const departure = Promise.withResolvers<void>();
    issuer.instead = (_request, response) => {
      arrival.resolve();
      void departure.promise.then(() => {
        issuer.instead = undefined;
        response.writeHead(200, { "content-type": "application/json" });
        response.end(JSON.stringify({ keys: [issuer.jwk()] }));
      });
    };
    return { reached: arrival.promise, release: () => departure.resolve() };
  }
}

export function idOf({ user }: { user?: { id: string } | undefined }): string {
  if (!user) throw new Error("the answer has no user");
  return user.id;
}

/** Why a held or raced call was refused; "OK" when it was not. */
export async function verdict(outcome: PromiseSettledResult<unknown>): Promise<string> {
  return outcome.status === "fulfilled" ? "OK" : (await failureOf(Promise.reject(outcome.reason))).reason;
}
