import { randomBytes } from "node:crypto";
import { type Context, createContext, runInContext } from "node:vm";

/** Ends what hangs, not what is slow. */
const PATIENCE_MS = 240_000;

/** What a phone's engine has and the client library uses; nothing of a browser and nothing of Node. */
export class Phone {
  readonly context: Context;
  private readonly printed: string[] = [];
  private readonly last = Promise.withResolvers<string>();

  constructor() {
    const print = (...parts: unknown[]) => this.print(parts.join(" "));
    this.context = createContext({
      ...{ setTimeout, clearTimeout, AbortController, performance, fetch },
      console: { log: print, error: print, warn: print, info: print, debug: print },
      // Bundlers write the value in place of this one property.
      process: { env: { NODE_ENV: "production" } },
      host: { randomBytes: (count: number) => Array.from(randomBytes(count)) },
    });
  }

  evaluate(code: string, filename: string): unknown {
    return runInContext(code, this.context, { filename });
  }

  print(line: string): void {
    this.printed.push(line);
    if (/^(SEEN|FAILED) /.test(line)) this.last.resolve(this.printed.join("\n"));
  }

  /** All that was printed, when the app has come to its end; or what there is when it hangs. */
  async end(): Promise<string> {
    const timer = setTimeout(() => this.last.resolve(this.printed.join("\n")), PATIENCE_MS);
    try {
      return await this.last.promise;
    } finally {
      clearTimeout(timer);
    }
  }
}
