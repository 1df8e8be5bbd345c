import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { checkSdkDocs } from "../../tools/check-sdk-docs.ts";
import { sdkSymbols } from "../../tools/sdk-symbols.ts";
import { sdkFolder } from "./sdk-folder.ts";

/** What an example takes for granted. */
const GLOBALS = `
  import type { AuthClient } from "@svc/sdk";
  import type { ServerClient, Verifier } from "@svc/sdk/server";
  declare global {
    const auth: AuthClient;
    const server: ServerClient;
    const verifier: Verifier;
    const email: string;
    const password: string;
    const accessToken: string;
    const userId: string;
    const show: (text: string) => void;
    const Splash: () => null;
    const SignInScreen: () => null;
    const Home: (props: { name?: string | undefined }) => null;
    const Picture: (props: { uri: string; headers: object }) => null;
  }
`;

const compilerOptions = {
  strict: true,
  noEmit: true,
  module: "esnext",
  moduleResolution: "bundler",
  target: "es2022",
  lib: ["es2024", "dom"],
  jsx: "react-jsx",
  skipLibCheck: true,
  types: ["node"],
};

const home = sdkFolder("sdk-docs", [
  "react",
  "@types/react",
  "@types/node",
  "@types/express",
  "hono",
  "express",
  "fastify",
]);
const dist = join(home, "node_modules/@svc/sdk/dist");
afterAll(() => rmSync(home, { recursive: true, force: true }));

test("every export and member of the published library has a doc comment", () => {
  expect(checkSdkDocs(dist).problems).toEqual([]);
});

test("every example in a doc comment compiles against the published library", () => {
  const shims = "native-modules.d.ts";
  copyFileSync(join(import.meta.dirname, "guides", shims), join(home, shims));
  copyFileSync(join(import.meta.dirname, "guides/test-runners.txt"), join(home, "test-runners.d.ts"));
  writeFileSync(join(home, "globals.d.ts"), GLOBALS);
  writeFileSync(join(home, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.d.ts", "src"] }));
  mkdirSync(join(home, "src"));
  const examples = sdkSymbols(dist).flatMap(({ name, examples }) =>
    examples.map((code, at) => ({ file: `src/${name.replace(/\W+/g, "-")}-${at}.tsx`, code })),
  );
  for (const { file, code } of examples) writeFileSync(join(home, file), `${code}\nexport {};\n`);
  expect(examples.length).toBeGreaterThan(30);
  expect(complaints()).toBe("");

  writeFileSync(
    join(home, "src/wrong.tsx"),
    "await auth.signUp({ email, passwort: password });\nexport {};\n",
  );
  expect(complaints()).toMatch(/^src\/wrong\.tsx.*'passwort' does not exist/);
});

test("what has no doc comment in the declarations is found, wherever it hides", () => {
  const folder = mkdtempSync(join(tmpdir(), "svc-sdk-docs-"));
  mkdirSync(join(folder, "types"));
  writeFileSync(join(folder, "fake.d.ts"), 'export * from "./types/fake.js";\n');
  writeFileSync(
    join(folder, "types/fake.d.ts"),
    `/** Said. */
    export declare function said(options: {
      /** Said. */
      one: string;
      unsaid: string;
    }): Promise<{ answer: string }>;
    export declare const unsaid: number;
    /** @example only() */
    export declare function only(): void;
    declare function methods(): {
      /** Said. */
      good(): void;
      bad(): void;
    };
    /** Said. */
    export interface Client extends ReturnType<typeof methods> {
      readonly state: Readonly<{ status: "on" }>;
    }
    /** Said. */
    export type Picked = Omit<Client, "state">;
    /** Said, and its members are described where they come from. */
    export type ModuleLike = { open(): void };
    export {};
    `,
  );
  const entry = { name: "fake", source: "fake.ts", isOnCore: false, maxBytes: 0 };
  const { problems, looked } = checkSdkDocs(folder, [entry]);
  rmSync(folder, { recursive: true });
  expect(problems.toSorted()).toEqual(
    [
      "said(options).unsaid",
      "said().answer",
      "unsaid",
      "only",
      "Client.state",
      "Client.state.status",
      "Client.bad",
    ]
      .map((name) => `sdk/typescript/src/fake.ts: ${name} has no doc comment in the published types`)
      .toSorted(),
  );
  expect(looked).toBe("13 symbols of 1 entries, 1 with an example");
});

function complaints(): string {
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  return spawnSync(process.execPath, [tsc, "--pretty", "false", "-p", home], { cwd: home, encoding: "utf8" })
    .stdout;
}
