import { hash, randomBytes } from "node:crypto";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import type { OAuthProvider } from "../src/domain/oauth/identity-provider.ts";
import type { Project } from "../src/domain/projects/project.ts";
import { updateProject } from "../src/domain/projects/update-project.ts";
import { APPLE_CLIENT, APPLE_FIXED_SECRET, openApple } from "../src/testing/apple-stand-in.ts";
import type { Engine } from "../src/testing/engines.ts";
import { GOOGLE_CLIENT, openGoogle } from "../src/testing/google-stand-in.ts";
import type { OidcStandIn } from "../src/testing/oidc-stand-in.ts";
import { TestApp, type TestAppOptions } from "../src/testing/test-app.ts";

export const SCHEME_TARGET = "com.example.fernweh://signed-in";
export const WEB_ORIGIN = "https://app.example.com";

/** Somebody at each provider. */
export const SOMEBODY = { google: "g-ada", apple: "a-grace" } as const;

/** Our server between two certified providers, and a project that has a client at each. */
export class World {
  readonly t: TestApp;
  readonly google: OidcStandIn;
  readonly apple: OidcStandIn;
  readonly project: Project;

  private constructor(t: TestApp, google: OidcStandIn, apple: OidcStandIn, project: Project) {
    this.t = t;
    this.google = google;
    this.apple = apple;
    this.project = project;
  }

  static async open(engine: Engine, options: TestAppOptions = {}): Promise<World> {
    const [google, apple] = await Promise.all([openGoogle(), openApple()]);
    const providers = { google: google.origin, apple: apple.origin };
    const t = await TestApp.open(engine, { providers, ...options });
    keepTime(t);
    const redirectUri = (provider: OAuthProvider): string => `${t.app.baseUrl}/oauth/${provider}/callback`;
    google.register({ ...GOOGLE_CLIENT, redirectUri: redirectUri("google") });
    apple.register({
      clientId: APPLE_CLIENT.servicesId,
      clientSecret: APPLE_FIXED_SECRET,
      redirectUri: redirectUri("apple"),
    });
    return new World(t, google, apple, await addOauthProject(t, "Fernweh"));
  }

  async close(): Promise<void> {
    await this.t.close();
    await Promise.all([this.google.close(), this.apple.close()]);
  }

  /** The stand-ins live in the time of the machine, and so must the server when it looks at their tokens. */
  keepTime(): void {
    keepTime(this.t);
  }

  /** What the one-time code is worth to the app; `app` knows the verifier. */
  exchange(app: AppSide, code: string, project: Project = this.project) {
    return this.t.auth(project).exchangeOAuthCode({ code, codeVerifier: app.codeVerifier });
  }

  startUrl(provider: OAuthProvider, app: AppSide, changes: Record<string, string | null> = {}): string {
    const query = new URLSearchParams({
      key: this.project.publishableKey,
      redirect_to: SCHEME_TARGET,
      code_challenge: app.codeChallenge,
      code_challenge_method: "S256",
      state: app.state,
    });
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) query.delete(name);
      else query.set(name, value);
    }
    return `${this.t.app.baseUrl}/oauth/${provider}/start?${query}`;
  }
}

function keepTime(t: TestApp): void {
  t.advance(Date.now() - t.app.clock());
}

export async function addOauthProject(t: TestApp, name: string): Promise<Project> {
  const { project } = await t.addProject(name);
  return updateProject(t.app, systemActor, project.id, {
    settings: {
      redirectSchemes: ["com.example.fernweh"],
      redirectOrigins: [WEB_ORIGIN],
      google: { enabled: true, webClientId: GOOGLE_CLIENT.clientId },
      apple: {
        enabled: true,
        servicesId: APPLE_CLIENT.servicesId,
        teamId: APPLE_CLIENT.teamId,
        keyId: APPLE_CLIENT.keyId,
      },
    },
    secrets: new Map([
      ["google.web_client_secret", GOOGLE_CLIENT.clientSecret],
      ["apple.private_key", APPLE_CLIENT.privateKey],
    ]),
  });
}

/** What the app makes up before it opens the browser. */
export type AppSide = Readonly<{ codeVerifier: string; codeChallenge: string; state: string }>;

export function newAppSide(): AppSide {
  const codeVerifier = randomBytes(32).toString("base64url");
  return {
    codeVerifier,
    codeChallenge: hash("sha256", codeVerifier, "base64url"),
    state: `app state & ${randomBytes(6).toString("hex")}`,
  };
}
