import { dirname, join } from "node:path";
import { dartDependency } from "../../src/http/pub/dart/dart-section.ts";
import { FreshApp } from "./fresh-app.ts";
import type { NativeToolchain } from "./toolchain.ts";

const PUBSPEC = "name: app\nenvironment:\n  sdk: ^3.5.0\n";

/** An app in Dart whose packages are in a cache of its own. */
export class DartApp extends FreshApp {
  readonly #toolchain: NativeToolchain;

  constructor(toolchain: NativeToolchain) {
    super(toolchain);
    this.#toolchain = toolchain;
    this.write("pubspec.yaml", PUBSPEC);
  }

  /** The lines of the page at /pub/. */
  dependOn(baseUrl: string, version: string): void {
    this.write("pubspec.yaml", `${PUBSPEC}${dartDependency(baseUrl, "svc_auth", version)}`);
  }

  /** With the packages that the toolchains have, as if they came from their public repository. */
  copyPublicPackages(): void {
    this.copy(join(dirname(dirname(this.#toolchain.path("dart"))), "pub"), ".pub-cache");
  }

  dart(...args: string[]): Promise<string> {
    return this.#dart(args);
  }

  /** Puts one package of a repository into the cache, and finds every other package there. */
  async fetchFrom(baseUrl: string, version: string): Promise<void> {
    this.copyPublicPackages();
    this.dependOn(baseUrl, version);
    await this.#dart(["pub", "cache", "add", "svc_auth", "-v", version], {
      PUB_HOSTED_URL: `${baseUrl}/pub/`,
    });
    await this.#dart(["pub", "get", "--offline"]);
  }

  #dart(args: readonly string[], env: Record<string, string> = {}): Promise<string> {
    return this.run("dart", args, { PUB_CACHE: this.path(".pub-cache"), ...env });
  }
}
