import { spawnSync } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkSdkSize } from "../../../tools/check-sdk-size.ts";
import { buildSdk } from "../build.ts";
import { entries } from "../entries.ts";

const sdk = join(import.meta.dirname, "..");
const modules = join(sdk, "../../node_modules");
const folder = mkdtempSync(join(tmpdir(), "svc-consumer-"));
const home = join(folder, "node_modules/@svc/sdk");
const manifest: { exports: Record<string, object>; dependencies?: object; scripts?: object } = JSON.parse(
  readFileSync(join(sdk, "package.json"), "utf8"),
);
beforeAll(async () => {
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, "package.json"), JSON.stringify({ ...manifest, devDependencies: {} }));
  await buildSdk(join(home, "dist"));
  mkdirSync(join(folder, "node_modules/@types"));
  for (const name of ["react", "@types/react", "csstype"]) {
    symlinkSync(join(modules, name), join(folder, "node_modules", name));
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function files(suffix: string): string[] {
  return readdirSync(join(home, "dist"), { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(suffix),
  );
}

/** Node's older rules: a CommonJS module may not import types of an ES module. */
function compile(code: string, file = "app.mts"): string {
  writeFileSync(join(folder, file), code);
  const flags =
    "--noEmit --strict --exactOptionalPropertyTypes --target es2022 --module node16 --lib es2022,dom";
  const args = [...flags.split(" "), "--types", "", "--pretty", "false", file];
  const { stdout } = spawnSync(process.execPath, [join(modules, "typescript/bin/tsc"), ...args], {
    cwd: folder,
    encoding: "utf8",
  });
  return stdout;
}

test("the package has no dependency and no install script, and each entry is exported", () => {
  expect(manifest.dependencies).toBeUndefined();
  expect(manifest.scripts).toBeUndefined();
  const names = entries.map(({ name }) => (name === "sdk" ? "." : `./${name}`));
  expect(Object.keys(manifest.exports).sort()).toEqual([...names, "./package.json"].sort());
  for (const name of files(".js")) {
    // Not in the examples of comments.
    const imported = readFileSync(join(home, "dist", name), "utf8").matchAll(
      /^(?! *\*).*(?:from|import) "([^"./][^"]*)"/gm,
    );
    for (const [, module] of imported)
      expect(["react", "react-native"], `${name}: ${module}`).toContain(
        String(module).replace(/^expo-.*/, "react-native"),
      );
  }
});

test.each(["app.mts", "app.cts"])(
  "its types compile in %s of an app that has nothing else, library files checked too",
  (file) => {
    expect(
      compile(
        `
      import { createAuthClient, isAuthError, memoryStorage, type User } from "@svc/sdk";
      import { browserSignIn } from "@svc/sdk/browser";
      import { pushDevices } from "@svc/sdk/push";
      import { useAuth } from "@svc/sdk/react";
      import { createExpoAuthClient } from "@svc/sdk/expo";
      import { keychainStorage } from "@svc/sdk/react-native";
      import { secureStorage } from "@svc/sdk/capacitor";
      import { createTestAuth } from "@svc/sdk/testing";
      import { describeError, type Language } from "@svc/sdk/words";
      import { en } from "@svc/sdk/words/en";
      import { ptBR } from "@svc/sdk/words/pt-BR";
      export const client = createAuthClient({ baseUrl: "", publishableKey: "pk_x", storage: memoryStorage() });
      export const name: string | undefined = (client.user satisfies User | null)?.displayName;
      export const all = [browserSignIn(client), pushDevices(client), useAuth, keychainStorage, secureStorage, isAuthError];
      export const test = createTestAuth({ as: "guest" }).then(({ failNext }) => failNext("SignIn", "USER_DISABLED"));
      export const mine: Language = { ...en, sentences: { ...en.sentences, NETWORK: "You are offline." } };
      export const text: string = describeError(new Error(), { languages: [mine, ptBR], locale: "pt" });
      export const signIn = createExpoAuthClient({ baseUrl: "", publishableKey: "pk_x" }).signInWithBrowser;
    `,
        file,
      ),
    ).toBe("");
  },
);

test("in the published types, too, a field that does not exist does not compile", () => {
  const output = compile(`
    import { createAuthClient, memoryStorage } from "@svc/sdk";
    const client = createAuthClient({ baseUrl: "", publishableKey: "pk_x", storage: memoryStorage() });
    client.signInWithPassword({ email: "a", passwort: "b" });
    client.user?.emial;
  `);
  expect(output).toContain("'passwort' does not exist");
  expect(output).toContain("'emial' does not exist");
});

test("nothing of protobuf, Node or the contract's package is in the published files", () => {
  for (const name of [...files(".js"), ...files(".d.ts")].filter((name) => !/server/.test(name))) {
    const text = readFileSync(join(home, "dist", name), "utf8");
    expect(text, name).not.toMatch(/@svc\/proto|@bufbuild|from "node:|reference types/);
  }
});

test("the check of the size finds an entry that is too large", async () => {
  const { problems, looked } = await checkSdkSize(sdk);
  expect(problems).toEqual([]);
  expect(looked).toMatch(/^sdk \d{4}, browser \+/);
  const strict = entries.map((entry) => ({
    ...entry,
    maxBytes: entry.name === "sdk" ? 1000 : entry.maxBytes,
  }));
  const { problems: found } = await checkSdkSize(sdk, strict);
  expect(found).toEqual([expect.stringMatching(/^@svc\/sdk: sdk has \d+ bytes; at most 1000$/)]);
});

test("the README has a row for each entry, with its size to a fifth of a KiB", async () => {
  const readme = readFileSync(join(sdk, "README.md"), "utf8");
  const { looked } = await checkSdkSize(
    sdk,
    entries.map((entry) => ({ ...entry, maxBytes: Number.POSITIVE_INFINITY })),
  );
  expect(readme).toMatch(/^\| `@svc\/sdk\/words\/de`, .*\| \+2 to 3 KiB \|$/m);
  for (const { name } of entries.filter((entry) => !entry.name.startsWith("words/"))) {
    const path = name === "sdk" ? "@svc/sdk" : `@svc/sdk/${name}`;
    const said = Number(new RegExp(`^\\| \`${path}\` .*\\| \\+?([\\d.]+) KiB \\|$`, "m").exec(readme)?.[1]);
    const bytes = Number(new RegExp(`(?:^|, )${name} \\+?(\\d+)`).exec(looked)?.[1]);
    expect(Math.abs(said - bytes / 1024), `${path}: ${bytes} bytes`).toBeLessThan(0.2);
  }
});
