import { createServer, type Server } from "node:http";
import type { Project } from "../src/domain/projects/project.ts";
import type { Engine } from "../src/testing/engines.ts";
import { freePort } from "../src/testing/postgres.ts";
import { TestApp } from "../src/testing/test-app.ts";

export const MINUTE = 60_000;

/** Rejects a token that it does not accept. */
export type Verify = (token: string) => Promise<unknown>;

/**
 * A project whose key rotates while backends verify its tokens. The backends fetch the JWKS through a shared cache that
 * keeps it for as long as the response allows, and does not listen to anybody who wants it fresh.
 */
export class RotationTimeline {
  readonly t: TestApp;
  readonly project: Project;
  readonly cache: SharedCache;
  readonly #token: string;
  #refreshToken: string;

  private constructor(t: TestApp, project: Project, cache: SharedCache, token: string, refreshToken: string) {
    this.t = t;
    this.project = project;
    this.cache = cache;
    this.#token = token;
    this.#refreshToken = refreshToken;
  }

  static async open(engine: Engine, now?: number): Promise<RotationTimeline> {
    const cache = await SharedCache.open();
    const t = await TestApp.open(engine, {
      baseUrl: cache.url,
      rateLimits: "off",
      ...(now !== undefined && { now }),
    });
    cache.origin = t.url;
    cache.now = t.app.clock;
    const { token } = await t.addAdmin();
    const { project } = await t.addProject("Demo");
    const { refreshToken } = await t.addUser(project, "ada@example.com", "correct horse battery");
    return new RotationTimeline(t, project, cache, token, refreshToken);
  }

  async close(): Promise<void> {
    await this.t.close();
    await this.cache.close();
  }

  async nextToken(): Promise<string> {
    const answer = await this.t.auth(this.project).refreshToken({ refreshToken: this.#refreshToken });
    this.#refreshToken = answer.refreshToken;
    return answer.accessToken;
  }

  async rotate(): Promise<void> {
    await this.t.projects(this.#token).rotateSigningKey({ project: this.project.slug });
  }

  /**
   * Moves the clock minute by minute and rotates at the given ones. In each minute every verifier gets a new token, also
   * right after a rotation, and one that is about to expire. Returns the refusals.
   */
  async play(minutes: number, rotations: readonly number[], verifiers: Record<string, Verify>) {
    const tokens: string[] = [];
    const refusals: string[] = [];
    for (let minute = 0; minute <= minutes; minute++) {
      if (rotations.includes(minute)) await this.rotate();
      tokens[minute] = await this.nextToken();
      for (const [name, verify] of Object.entries(verifiers)) {
        for (const token of [tokens[minute], tokens[minute - 14]]) {
          if (token === undefined) continue;
          await verify(token).catch((error) => refusals.push(`${name} at ${minute} min: ${error}`));
        }
      }
      this.t.advance(MINUTE);
    }
    return refusals;
  }
}

class SharedCache {
  readonly url: string;
  readonly #server: Server;
  readonly #kept = new Map<string, { body: string; until: number }>();
  origin = "";
  fetches = 0;
  now: () => number = () => 0;

  private constructor(server: Server, url: string) {
    this.#server = server;
    this.url = url;
  }

  static async open(): Promise<SharedCache> {
    const port = await freePort();
    const server = createServer(async ({ url = "" }, response) => {
      cache.fetches += 1;
      response.writeHead(200, { "content-type": "application/json" }).end(await cache.#body(url));
    });
    await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
    const cache = new SharedCache(server, `http://127.0.0.1:${port}`);
    return cache;
  }

  async #body(path: string): Promise<string> {
    const kept = this.#kept.get(path);
    if (kept && this.now() < kept.until) return kept.body;
    const answer = await fetch(`${this.origin}${path}`);
    const [, seconds = "0"] = /max-age=(\d+)/.exec(answer.headers.get("cache-control") ?? "") ?? [];
    const body = await answer.text();
    this.#kept.set(path, { body, until: this.now() + Number(seconds) * 1000 });
    return body;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
