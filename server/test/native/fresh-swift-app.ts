import { swiftGitUrl } from "../../src/http/pub/swift/swift-documents.ts";
import { FreshApp } from "./fresh-app.ts";

const FLAGS = [
  ["--cache-path", "cache"],
  ["--config-path", "config"],
  ["--security-path", "security"],
];

/** An app in Swift whose packages, settings and fingerprints are in its own folder. */
export class SwiftApp extends FreshApp {
  dependOnGit(baseUrl: string, version: string, code: string): void {
    this.#write(`url: "${swiftGitUrl({ baseUrl })}", exact: "${version}"`, "SvcAuth", code);
  }

  async dependOnRegistry(baseUrl: string, version: string, code: string): Promise<void> {
    this.#write(`id: "svc.SvcAuth", exact: "${version}"`, "svc.SvcAuth", code);
    const url = `${baseUrl}/pub/swift`;
    await this.swift("package-registry", "set", "--allow-insecure-http", "--scope", "svc", url);
  }

  /** `command` is one word, such as `build`; two are a command of `swift package`. */
  swift(command: string, ...args: string[]): Promise<string> {
    const flags = FLAGS.flatMap(([flag = "", folder = ""]) => [flag, this.path(folder)]);
    const isSetting = command === "package-registry";
    const [first, ...rest] = args;
    // The settings of the registry are those of the folder, as Xcode and SwiftPM read them.
    return isSetting && first
      ? this.run("swift", [command, first, ...rest])
      : this.run("swift", [command, ...flags, ...args]);
  }

  #write(dependency: string, identity: string, code: string): void {
    this.write(
      "Package.swift",
      `// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "app",
  dependencies: [.package(${dependency})],
  targets: [
    .executableTarget(name: "app", dependencies: [.product(name: "SvcAuth", package: "${identity}")])
  ]
)
`,
    );
    this.write("Sources/app/main.swift", code);
  }
}
