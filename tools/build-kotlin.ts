import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { jarOf } from "./jar.ts";

const home = join(import.meta.dirname, "..");
const KOTLIN = join(home, "sdk/kotlin");

/** The compiler of the native toolchains. */
export const KOTLINC = join(
  process.env.SVC_NATIVE_CACHE ?? join(homedir(), ".cache/svc-native"),
  "bin/kotlinc",
);

const artifacts = [
  { name: "svc-auth", folder: "core", isAndroid: false },
  { name: "svc-auth-android", folder: "android", isAndroid: true },
] as const;

type Release = Readonly<{ version: string; date: string }>;

/**
 * Compiles the Kotlin client and writes its jars, sources and POMs in the layout of a Maven repository, each with its
 * SHA-256. The same sources give the same bytes. The server serves them at /pub/maven/.
 */
export function buildKotlin(place: string = join(KOTLIN, "releases")): void {
  if (!existsSync(KOTLINC)) throw new Error(`NOT RUN: there is no Kotlin compiler at ${KOTLINC}`);
  const release: Release = JSON.parse(readFileSync(join(home, "sdk/typescript/package.json"), "utf8"));
  const cache = join(home, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const draft = mkdtempSync(join(cache, "kotlin-"));
  try {
    let classPath = "";
    for (const artifact of artifacts) {
      const classes = join(draft, artifact.name);
      compile(artifact, classes, classPath);
      classPath = classes;
      writeArtifact(artifact, classes, release, place);
    }
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

type Artifact = (typeof artifacts)[number];

function compile({ name, folder, isAndroid }: Artifact, classes: string, classPath: string): void {
  const sources = join(KOTLIN, folder, "src/main/kotlin");
  const flags = ["-Xexplicit-api=strict", "-Werror", "-module-name", name, "-d", classes];
  const args = [...(isAndroid ? ["-android"] : []), ...flags, sources];
  const env = { ...process.env, KOTLIN_CP: classPath };
  const { status, stderr, error } = spawnSync(KOTLINC, args, { env, encoding: "utf8" });
  if (status !== 0) throw new Error(`kotlinc ${name}: ${error ?? stderr}`);
}

function writeArtifact({ name, folder }: Artifact, classes: string, release: Release, place: string): void {
  const { version, date } = release;
  const target = join(place, name, version);
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const manifest = [
    "Manifest-Version: 1.0",
    `Implementation-Title: ${name}`,
    `Implementation-Version: ${version}`,
    `Automatic-Module-Name: dev.svc.${name.replace("svc-", "").replaceAll("-", ".")}`,
  ];
  const common = [
    { name: "META-INF/MANIFEST.MF", content: Buffer.from(`${manifest.join("\r\n")}\r\n\r\n`) },
    { name: "META-INF/LICENSE", content: readFileSync(join(home, "LICENSE")) },
  ];
  const built = [...common, ...entriesIn(classes), ...entriesIn(join(KOTLIN, folder, "src/main/resources"))];
  const sources = [...common, ...entriesIn(join(KOTLIN, folder, "src/main/kotlin"))];
  const pom = readFileSync(join(KOTLIN, "poms", `${name}.pom`), "utf8").replaceAll("@version@", version);
  write(join(target, `${name}-${version}.jar`), jarOf(built, date));
  write(join(target, `${name}-${version}-sources.jar`), jarOf(sources, date));
  write(join(target, `${name}-${version}.pom`), Buffer.from(pom));
}

function write(file: string, content: Buffer): void {
  writeFileSync(file, content);
  writeFileSync(`${file}.sha256`, createHash("sha256").update(content).digest("hex"));
}

function entriesIn(folder: string): Array<{ name: string; content: Buffer }> {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      name: path.slice(folder.length + 1).replaceAll("\\", "/"),
      content: readFileSync(path),
    }));
}

if (import.meta.main) buildKotlin();
