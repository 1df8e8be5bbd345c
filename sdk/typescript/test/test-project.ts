import { randomUUID } from "node:crypto";
import { inject } from "vitest";
import { type AuthClient, type AuthClientOptions, createAuthClient, memoryStorage } from "../src/sdk.ts";

/** A project of its own that takes guests, on the server of all tests or on another. */
export class TestProject {
  readonly url: string;
  readonly slug: string = `p-${randomUUID().slice(0, 8)}`;
  publishableKey = "";
  private readonly token: string;

  private constructor({ url, token }: { url: string; token: string }) {
    this.url = url;
    this.token = token;
  }

  static async create(server: { url: string; token: string } = inject("server")): Promise<TestProject> {
    const created = new TestProject(server);
    const { slug } = created;
    const { project } = await created.admin("ProjectService/CreateProject", { name: slug, slug });
    created.publishableKey = (project as { publishableKey: string }).publishableKey;
    await created.settings({ allowAnonymousSignIn: true });
    return created;
  }

  /** Where clients keep their session unless they are told otherwise. */
  get storageKey(): string {
    return `svc.auth.${this.publishableKey.slice(0, 15)}`;
  }

  settings(settings: object): Promise<object> {
    return this.admin("ProjectService/UpdateProject", { project: this.slug, settings });
  }

  /** Turns billing on or off, with the entitlements `pro` and `team`. */
  sell(enabled = true): Promise<object> {
    const values = ["pro", "team"].map((id) => ({ id, name: id }));
    const settings = { enabled, entitlements: { values } };
    return this.admin("BillingService/UpdateBillingSettings", { project: this.slug, settings });
  }

  /** Gives a user `pro`, for ever or for a while. Returns the grant's id. */
  async grant(userId: string | undefined, lastsMs?: number): Promise<string> {
    const expiresAt = lastsMs && new Date(Date.now() + lastsMs).toISOString();
    const { grant } = await this.admin("BillingService/GrantEntitlement", {
      ...{ project: this.slug, userId, entitlementId: "pro", reason: "a test" },
      ...(expiresAt && { expiresAt }),
    });
    return (grant as { id: string }).id;
  }

  /** A method of svc.admin.v1. */
  async admin(method: string, request: object): Promise<Record<string, unknown>> {
    const response = await fetch(`${this.url}/svc.admin.v1.${method}`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.token}` },
      body: JSON.stringify(request),
    });
    if (!response.ok) throw new Error(`${method}: ${await response.text()}`);
    return (await response.json()) as Record<string, unknown>;
  }

  client(options: Partial<AuthClientOptions> = {}): AuthClient {
    const { url: baseUrl, publishableKey } = this;
    return createAuthClient({
      baseUrl,
      publishableKey,
      storage: memoryStorage(),
      onError: () => {},
      ...options,
    });
  }
}
