import { randomUUID } from "node:crypto";
import { ServerProcess } from "../../../sdk/typescript/test/server-process.ts";

/** A real `svc serve` with a project that takes guests, for client libraries in other languages. */
export class ServedProject {
  readonly server: ServerProcess;
  readonly slug: string;
  readonly publishableKey: string;

  private constructor(server: ServerProcess, slug: string, publishableKey: string) {
    this.server = server;
    this.slug = slug;
    this.publishableKey = publishableKey;
  }

  static async start(): Promise<ServedProject> {
    const server = await ServerProcess.start();
    try {
      const slug = `p-${randomUUID().slice(0, 8)}`;
      const { project } = await call(server, "ProjectService/CreateProject", { name: slug, slug });
      const { publishableKey } = project as { publishableKey: string };
      const served = new ServedProject(server, slug, publishableKey);
      await served.settings({ allowAnonymousSignIn: true });
      return served;
    } catch (error) {
      await server.stop();
      throw error;
    }
  }

  get url(): string {
    return this.server.url;
  }

  /** What a program of the client library needs to know. */
  get env(): Record<string, string> {
    return { SVC_TEST_URL: this.url, SVC_TEST_KEY: this.publishableKey };
  }

  settings(settings: object): Promise<object> {
    return this.admin("ProjectService/UpdateProject", { project: this.slug, settings });
  }

  /** A method of svc.admin.v1. */
  admin(method: string, request: object): Promise<Record<string, unknown>> {
    return call(this.server, method, request);
  }

  stop(): Promise<void> {
    return this.server.stop();
  }
}

async function call(
  { url, token }: ServerProcess,
  method: string,
  request: object,
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/svc.admin.v1.${method}`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify(request),
  });
  if (!response.ok) throw new Error(`${method}: ${await response.text()}`);
  return (await response.json()) as Record<string, unknown>;
}
