import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { root } from "../../../cli/test/cli-runner.ts";
import type { NativeToolchain } from "./toolchain.ts";

export const KOTLIN = join(root, "sdk/kotlin");
const FOLDERS = ["core/src/test/kotlin", "android/src/test/kotlin"].map((folder) => join(KOTLIN, folder));

/** The class path of the released jars, their tests and what both use, and the folder of the tests. */
export type KotlinClasses = Readonly<{ classPath: string; tests: string; launcher: string }>;

/** The released jars with their tests, which are compiled once for all test files, with warnings as errors. */
export async function kotlinClasses(toolchain: NativeToolchain): Promise<KotlinClasses> {
  const jars = ["svc-auth", "svc-auth-android"].map(releasedJar);
  const all = join(root, "node_modules/.cache/kotlin-tests");
  const tests = join(all, hashOf([...jars, ...FOLDERS.flatMap(sourcesIn)]));
  if (!existsSync(join(tests, "META-INF"))) {
    rmSync(all, { recursive: true, force: true });
    mkdirSync(tests, { recursive: true });
    // Friends see what is internal.
    const flags = ["-android", "-Werror", `-Xfriend-paths=${jars.join(",")}`, "-module-name", "tests"];
    const env = { KOTLIN_CP: jars.join(delimiter) };
    await toolchain.run("kotlinc", [...flags, "-d", tests, ...FOLDERS], { cwd: KOTLIN, env });
  }
  const read = (name: string) =>
    readFileSync(join(toolchain.path("kotlinc"), "../../kotlin", name), "utf8").trim();
  const launcher = read("launcher.cp")
    .split(delimiter)
    .find((jar) => jar.includes("console-standalone"));
  if (!launcher) throw new Error("the native toolchains have no JUnit launcher");
  return { classPath: [tests, ...jars, read("library.cp")].join(delimiter), tests, launcher };
}

function releasedJar(name: string): string {
  const [version = ""] = readdirSync(join(KOTLIN, "releases", name));
  return join(KOTLIN, "releases", name, version, `${name}-${version}.jar`);
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names
    .filter((name) => name.endsWith(".kt"))
    .sort()
    .map((name) => join(folder, name));
}

function hashOf(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
