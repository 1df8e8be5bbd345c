import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hasProgram, type Started } from "../backend-process.ts";

const run = promisify(execFile);

const PROTOC = "com.google.protobuf:protoc:4.36.2:exe";
/** The well-known types, which an installation of protoc has beside the program. */
const INCLUDES = "com.google.protobuf:protobuf-java:4.36.2:jar";
const GRPC_JAVA = "io.grpc:protoc-gen-grpc-java:1.80.0:exe";
const GRPC_KOTLIN = "io.grpc:protoc-gen-grpc-kotlin:1.5.0:jar:jdk8";
const COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.11.0:copy";

/** How Maven's packages of native programs call the machines that Node runs on. */
const CLASSIFIERS: Readonly<Record<string, string>> = {
  "linux-x64": "linux-x86_64",
  "linux-arm64": "linux-aarch_64",
  "darwin-x64": "osx-x86_64",
  "darwin-arm64": "osx-aarch_64",
};

/** Programs that a language needs, in a folder that is put before the path. */
export class Toolchain {
  readonly #bin: string;
  readonly env: NodeJS.ProcessEnv;

  constructor(home: string) {
    this.#bin = join(home, "bin");
    mkdirSync(this.#bin, { recursive: true });
    this.env = {
      ...process.env,
      GOTOOLCHAIN: "local",
      GOBIN: this.#bin,
      PATH: `${this.#bin}:${process.env.PATH}`,
    };
  }

  /** Why the language cannot be had on this machine; undefined when it can. */
  async missing(
    ...programs: readonly (readonly [program: string, argument: string])[]
  ): Promise<string | undefined> {
    for (const [program, argument] of programs) {
      if (!(await hasProgram(program, argument))) return `this machine has no ${program}`;
    }
    return undefined;
  }

  run(program: string, args: readonly string[], cwd: string): Promise<{ stdout: string }> {
    return run(program, args, { cwd, env: this.env, maxBuffer: 16 * 1024 * 1024 });
  }

  /** In a folder of the language, what a person would type there. */
  shell(command: string, cwd: string): Promise<{ stdout: string }> {
    return this.run("sh", ["-ec", command], cwd);
  }

  async installGo(module: string): Promise<void> {
    await this.run("go", ["install", module], this.#bin);
  }

  async installProtoc(): Promise<void> {
    await this.#copy(`${PROTOC}:${classifier()}`, "protoc");
    await this.#copy(INCLUDES, "includes.jar");
    const include = join(this.#bin, "../include");
    await this.run(
      "unzip",
      ["-q", join(this.#bin, "includes.jar"), "google/protobuf/*.proto", "-d", include],
      this.#bin,
    );
  }

  async installGrpcJava(): Promise<void> {
    await this.#copy(`${GRPC_JAVA}:${classifier()}`, "protoc-gen-grpc-java");
  }

  async installGrpcKotlin(): Promise<void> {
    await this.#copy(GRPC_KOTLIN, "grpc-kotlin.jar");
    const script = `#!/bin/sh\nexec java -jar '${join(this.#bin, "grpc-kotlin.jar")}' "$@"\n`;
    writeFileSync(join(this.#bin, "protoc-gen-grpc-kotlin"), script, { mode: 0o755 });
  }

  /** A Python with these packages, which `python3` means from then on. */
  async installPython(cwd: string): Promise<void> {
    await this.run("python3", ["-m", "venv", ".venv"], cwd);
    await this.run(join(cwd, ".venv/bin/pip"), ["install", "--quiet", "-r", "requirements.txt"], cwd);
    this.env.PATH = `${join(cwd, ".venv/bin")}:${this.env.PATH}`;
  }

  /** Compiles a Maven project; returns how its class is run. */
  async compileMaven(cwd: string, main: string): Promise<Started> {
    await this.run("mvn", ["-q", "-B", "compile", "dependency:copy-dependencies"], cwd);
    return { program: "java", args: ["-cp", "target/classes:target/dependency/*", main], cwd };
  }

  async #copy(artifact: string, name: string): Promise<void> {
    const into = join(this.#bin, `${name}.download`);
    await this.run(
      "mvn",
      ["-q", "-B", COPY, `-Dartifact=${artifact}`, `-DoutputDirectory=${into}`],
      this.#bin,
    );
    const [file = ""] = readdirSync(into);
    renameSync(join(into, file), join(this.#bin, name));
    chmodSync(join(this.#bin, name), 0o755);
  }
}

function classifier(): string {
  const known = CLASSIFIERS[`${process.platform}-${process.arch}`];
  if (known === undefined) throw new Error(`protoc has no build for ${process.platform} ${process.arch}`);
  return known;
}
