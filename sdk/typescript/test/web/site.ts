import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build } from "esbuild";

/** A web site on localhost: one page for each path, each with its script. */
export class Site {
  readonly url: string;
  private readonly server: Server;

  private constructor(server: Server) {
    this.server = server;
    this.url = `http://localhost:${(server.address() as AddressInfo).port}`;
  }

  /** `pages`: the body of each page, before its script. */
  static async open(pages: Record<string, { body: string; script: string }>): Promise<Site> {
    const scripts = new Map<string, string>();
    for (const { script } of Object.values(pages)) scripts.set(script, await bundle(script));
    const server = createServer((request, response) => {
      const path = (request.url ?? "").slice(1);
      const page = pages[path];
      response.setHeader("content-type", page ? "text/html; charset=utf-8" : "text/javascript");
      response.end(
        page ? `<!doctype html>${page.body}<script src="/${page.script}"></script>` : scripts.get(path),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
    return new Site(server);
  }

  close(): void {
    this.server.closeAllConnections();
    this.server.close();
  }
}

async function bundle(script: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(import.meta.dirname, script)],
    bundle: true,
    format: "iife",
    define: { "process.env.NODE_ENV": '"development"' },
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
