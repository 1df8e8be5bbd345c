import { createPublicKey, generateKeyPairSync, randomUUID } from "node:crypto";
import { OauthProvider } from "@svc/proto/svc/auth/v1/provider_pb";
import { systemActor } from "../domain/analytics/record-event.ts";
import type { OAuthProvider } from "../domain/oauth/identity-provider.ts";
import type { Project } from "../domain/projects/project.ts";
import type { ProjectSettings } from "../domain/projects/settings.ts";
import { updateProject } from "../domain/projects/update-project.ts";
import type { Engine } from "./engines.ts";
import { TestApp, type TestAppOptions } from "./test-app.ts";
import { type Claims, hashedNonce, TokenIssuer } from "./token-issuer.ts";

export const GOOGLE = {
  enabled: true,
  webClientId: "1234-web.apps.googleusercontent.com",
  iosClientId: "1234-ios.apps.googleusercontent.com",
  androidClientId: "1234-android.apps.googleusercontent.com",
};

export const APPLE = {
  enabled: true,
  bundleId: "com.example.demo",
  servicesId: "com.example.demo.web",
  teamId: "TEAM123456",
  keyId: "KEY1234567",
};

export const NONCE = "a nonce that the app made";

/** A server, stand-ins for both providers, and a project that takes sign-ins with them. */
export class OAuthBench {
  readonly t: TestApp;
  readonly google: TokenIssuer;
  readonly apple: TokenIssuer;

  private constructor(t: TestApp, google: TokenIssuer, apple: TokenIssuer) {
    this.t = t;
    this.google = google;
    this.apple = apple;
    google.clock = t.app.clock;
    apple.clock = t.app.clock;
  }

  static async open(engine: Engine, options: TestAppOptions = {}): Promise<OAuthBench> {
    const [google, apple] = [await TokenIssuer.open(), await TokenIssuer.open()];
    const providers = { google: google.url, apple: apple.url };
    return new OAuthBench(await TestApp.open(engine, { providers, ...options }), google, apple);
  }

  async close(): Promise<void> {
    await this.t.close();
    await Promise.all([this.google.close(), this.apple.close()]);
  }

  /** With Google and Apple switched on, and a key of Apple's that Apple knows. */
  async addProject(settings: Partial<ProjectSettings> = {}, name = "Demo"): Promise<Project> {
    const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    const { project } = await this.t.addProject(name, { allowAnonymousSignIn: true, ...settings });
    const { teamId, keyId, bundleId, servicesId } = APPLE;
    const clientIds = [bundleId, servicesId];
    this.apple.registered.push({ teamId, keyId, publicKey: createPublicKey(privateKey), clientIds });
    const pem = privateKey.export({ format: "pem", type: "pkcs8" }).toString();
    return updateProject(this.t.app, systemActor, project.id, {
      settings: { google: { ...GOOGLE, ...settings.google }, apple: APPLE },
      secrets: new Map([["apple.private_key", pem]]),
    });
  }

  /** The claims of an honest token, just issued. */
  claims(provider: OAuthProvider, sub: string, more: Claims = {}): Claims {
    const iat = Math.floor(this.t.app.clock() / 1000);
    // Two tokens of the same second differ, as the providers' do.
    const common = { sub, iat, nonce: hashedNonce(NONCE), jti: randomUUID() };
    return provider === "google"
      ? { iss: "https://accounts.google.com", aud: GOOGLE.webClientId, exp: iat + 3600, ...common, ...more }
      : { iss: "https://appleid.apple.com", aud: APPLE.bundleId, exp: iat + 86_400, ...common, ...more };
  }

  /** What the provider's SDK would give to the app. */
  credential(provider: OAuthProvider, sub: string, more: Claims = {}) {
    return this.present(provider, this[provider].token(this.claims(provider, sub, more)));
  }

  present(provider: OAuthProvider, idToken: string, nonce = NONCE) {
    const named = provider === "google" ? OauthProvider.GOOGLE : OauthProvider.APPLE;
    return { provider: named, idToken, nonce };
  }

  signIn(project: Project, provider: OAuthProvider, sub: string, more: Claims = {}) {
    return this.t.auth(project).signInWithOAuth({ credential: this.credential(provider, sub, more) });
  }

  link(project: Project, accessToken: string, provider: OAuthProvider, sub: string, more: Claims = {}) {
    const source = { case: "credential" as const, value: this.credential(provider, sub, more) };
    return this.t.auth(project, accessToken).linkOAuth({ source });
  }
}
