import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ServedProject } from "./served-project.ts";

/** What a release has. The tests play files outside of the package. */
const RELEASED = ["Package.swift", "Sources", "README.md", "CHANGELOG.md", "LICENSE"];

/** Writes an app that depends on the library as it is released, and returns its folder. */
export function writeSwiftApp(
  library: string,
  folder: string,
  { url, publishableKey }: ServedProject,
): string {
  const app = join(folder, "app");
  for (const name of RELEASED) {
    cpSync(join(library, name), join(folder, "SvcAuth", name), { recursive: true });
  }
  for (const program of ["guest", "phone"]) {
    const source = readFileSync(join(import.meta.dirname, `swift-${program}/main.swift`), "utf8")
      .replaceAll("https://auth.example.com", url)
      .replace("pk_...", publishableKey);
    mkdirSync(join(app, "Sources", program), { recursive: true });
    writeFileSync(join(app, "Sources", program, "main.swift"), `${LINUX}${source}`);
  }
  writeFileSync(join(app, "Package.swift"), MANIFEST);
  return app;
}

/** Apple's Foundation has URLRequest itself. */
const LINUX = "#if canImport(FoundationNetworking)\nimport FoundationNetworking\n#endif\n";

const MANIFEST = `// swift-tools-version: 6.0
import PackageDescription

let package = Package(
  name: "App",
  platforms: [.macOS(.v12)],
  dependencies: [.package(path: "../SvcAuth")],
  targets: ["guest", "phone"].map { .executableTarget(name: $0, dependencies: ["SvcAuth"]) }
)
`;
