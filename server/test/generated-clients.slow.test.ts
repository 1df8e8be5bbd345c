import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { bufGen, generators } from "../src/http/protos/generators.ts";
import { engines } from "../src/testing/engines.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { TestApp } from "../src/testing/test-app.ts";
import type { Started } from "./backend-process.ts";
import { Toolchain } from "./generated-clients/toolchains.ts";

const BUF = join(import.meta.dirname, "../../node_modules/.bin/buf");
const [EMAIL, PASSWORD] = ["ada@example.com", "correct horse battery"];
const [engine] = engines;
if (!engine) throw new Error("there is no engine");

let t: TestApp;
let home = "";
let key = "";
beforeAll(async () => {
  t = await TestApp.open(engine);
  const { project } = await t.addProject("Demo");
  await t.addUser(project, EMAIL, PASSWORD);
  key = project.publishableKey;
  home = mkdtempSync(join(inject("scratch"), "generated-"));
});
afterAll(async () => {
  await t.close();
  rmSync(home, { recursive: true, force: true });
});

/** A folder with the program of a language and the archive as the server gives it. */
async function projectOf(language: string, name = language): Promise<string> {
  const cwd = join(home, name);
  cpSync(join(import.meta.dirname, "generated-clients", language), cwd, { recursive: true });
  mkdirSync(join(cwd, "protos"));
  const archive = await fetch(`${t.url}/protos/svc-protos.tar.gz`);
  writeFileSync(join(cwd, "protos.tar.gz"), await archive.bytes());
  await new Toolchain(cwd).shell("tar -xzf protos.tar.gz -C protos", cwd);
  return cwd;
}

/** What the page /protos/ tells its readers to type. */
function commandFor(language: string): string {
  return generators.find((generator) => generator.language === language)?.command ?? expect.fail(language);
}

async function output(tools: Toolchain, { program, args, cwd }: Started): Promise<unknown> {
  Object.assign(tools.env, { ADDR: new URL(t.url).host, KEY: key, EMAIL, PASSWORD });
  const { stdout } = await tools.run(program, args, cwd);
  return JSON.parse(stdout);
}

const SEEN = { email: EMAIL, refreshed: true, reason: "INVALID_CREDENTIALS" };

type Language = Readonly<{
  needs: readonly (readonly [string, string])[];
  build: (tools: Toolchain, cwd: string) => Promise<Started>;
}>;

const MAVEN = [
  ["java", "-version"],
  ["mvn", "-v"],
] as const;

const LANGUAGES: Readonly<Record<string, Language>> = {
  Go: {
    needs: [["go", "version"], ...MAVEN],
    async build(tools, cwd) {
      await tools.installProtoc();
      await installGoPlugins(tools);
      await tools.shell(`${commandFor("Go")}\ngo build -o client .`, cwd);
      return { program: join(cwd, "client"), args: [], cwd };
    },
  },
  Python: {
    needs: [["python3", "--version"]],
    async build(tools, cwd) {
      await tools.installPython(cwd);
      await tools.shell(commandFor("Python"), cwd);
      return { program: "python3", args: ["client.py"], cwd };
    },
  },
  Java: {
    needs: MAVEN,
    async build(tools, cwd) {
      await tools.installProtoc();
      await tools.installGrpcJava();
      await tools.shell(commandFor("Java"), cwd);
      return tools.compileMaven(cwd, "Client");
    },
  },
  Kotlin: {
    needs: MAVEN,
    async build(tools, cwd) {
      await tools.installProtoc();
      await tools.installGrpcJava();
      await tools.installGrpcKotlin();
      await tools.shell(commandFor("Kotlin"), cwd);
      return tools.compileMaven(cwd, "ClientKt");
    },
  },
};

async function installGoPlugins(tools: Toolchain): Promise<void> {
  await tools.installGo("google.golang.org/protobuf/cmd/protoc-gen-go@v1.36.11");
  await tools.installGo("google.golang.org/grpc/cmd/protoc-gen-go-grpc@v1.6.2");
}

const PATIENCE = { timeout: 900_000 };

test.for(generators.map(({ language }) => language))(
  "a %s client that is generated as /protos/ says signs in, refreshes and reads a reason",
  PATIENCE,
  async (name, context) => {
    if (!isFull) notRun(context, "it comes from a package index: npm run test:full");
    const language = LANGUAGES[name];
    if (!language)
      notRun(context, `the plugin for ${name} cannot be had from a package index of this machine`);
    const cwd = await projectOf(name.toLowerCase());
    const tools = new Toolchain(cwd);
    const missing = await tools.missing(...language.needs);
    if (missing !== undefined) notRun(context, missing);
    expect(await output(tools, await language.build(tools, cwd))).toEqual(SEEN);
  },
);

test("a Go client that buf generates into the own module does the same", PATIENCE, async (context) => {
  if (!isFull) notRun(context, "it comes from a package index: npm run test:full");
  const cwd = await projectOf("go", "go-with-buf");
  const tools = new Toolchain(cwd);
  const missing = await tools.missing(["go", "version"]);
  if (missing !== undefined) notRun(context, missing);
  await installGoPlugins(tools);
  writeFileSync(join(cwd, "buf.gen.yaml"), bufGen);
  await tools.run(BUF, ["generate"], cwd);
  await tools.shell(
    'sed -i \'s|authv1 "svc/auth/v1"|authv1 "example.com/app/gen/svc/auth/v1"|\' main.go && go mod tidy && go build -o client .',
    cwd,
  );
  expect(await output(tools, { program: join(cwd, "client"), args: [], cwd })).toEqual(SEEN);
});
