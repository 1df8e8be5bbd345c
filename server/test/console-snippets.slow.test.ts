import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { node, root } from "../../cli/test/cli-runner.ts";
import { capacitorSnippets } from "../../console/src/pages/connect/snippets/capacitor.ts";
import { curlSnippets } from "../../console/src/pages/connect/snippets/curl.ts";
import { expoSnippets } from "../../console/src/pages/connect/snippets/expo.ts";
import { goSnippets } from "../../console/src/pages/connect/snippets/go.ts";
import { nodeSnippets } from "../../console/src/pages/connect/snippets/node.ts";
import { pythonSnippets } from "../../console/src/pages/connect/snippets/python.ts";
import { reactNativeSnippets } from "../../console/src/pages/connect/snippets/react-native.ts";
import type { Facts, Snippet } from "../../console/src/pages/connect/snippets/snippet.ts";
import { webSnippets } from "../../console/src/pages/connect/snippets/web.ts";
import { engines } from "../src/testing/engines.ts";
import { TestApp } from "../src/testing/test-app.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "svc-snippets-"));
const EMAIL = "ada@example.com";
const PASSWORD = "correct horse battery";

let t: TestApp;
let facts: Facts;
let secretKey: string;
beforeAll(async () => {
  // The processes below have the clock of the machine.
  t = await TestApp.open(engines[0] ?? expect.fail(), { now: Date.now() });
  const made = await t.addProject("Demo", { allowAnonymousSignIn: true });
  secretKey = made.secretKey;
  const issuer = `${t.url}/p/demo`;
  facts = {
    baseUrl: t.url,
    publishableKey: made.project.publishableKey,
    project: "demo",
    issuer,
    audience: "demo",
    jwksUrl: `${issuer}/.well-known/jwks.json`,
  };
  mkdirSync(join(folder, "node_modules/@svc"), { recursive: true });
  symlinkSync(join(root, "sdk/typescript"), join(folder, "node_modules/@svc/sdk"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
});
afterAll(async () => {
  await t.close();
  rmSync(folder, { recursive: true });
});

function codeOf(snippets: readonly Snippet[], title: string): string {
  return snippets.find((snippet) => snippet.title === title)?.code ?? expect.fail(`no ${title}`);
}

function write(path: string, text: string): string {
  const place = join(folder, path);
  mkdirSync(dirname(place), { recursive: true });
  writeFileSync(place, text);
  return place;
}

async function accessToken(email = EMAIL): Promise<string> {
  const { tokens } = await t
    .authWith({ "x-svc-key": facts.publishableKey })
    .signUp({ email, password: PASSWORD });
  return tokens?.accessToken ?? expect.fail("no token");
}

test("web: the lines sign a user up, and in again when there is one", async () => {
  const snippets = webSnippets(facts);
  write("web/auth.ts", codeOf(snippets, "auth.ts"));
  const usage = write(
    "web/use.ts",
    `${codeOf(snippets, "Use it").replace('"./auth"', '"./auth.ts"')}\nawait signUpOrIn("${EMAIL}", "${PASSWORD}");\n`,
  );
  for (const _ of ["signs up", "signs in"]) {
    const { stdout } = await run(node, [usage], { cwd: folder });
    expect(stdout).toContain(`signed in as ${EMAIL}`);
    expect(stdout).toMatch(/[\da-f-]{36} eyJ/);
  }
});

test("curl: the lines sign up, sign in and ask about a token, also after the quick start of the README", async () => {
  const snippets = curlSnippets(facts);
  const sh = async (title: string, values: Record<string, string> = {}): Promise<Record<string, unknown>> => {
    let code = codeOf(snippets, title);
    for (const [name, value] of Object.entries(values)) {
      expect(code).toContain(`${name}='the `);
      code = code.replace(new RegExp(`^${name}=.*`, "m"), `${name}='${value}'`);
    }
    const { stdout } = await run("sh", ["-c", code]);
    return JSON.parse(stdout);
  };
  await accessToken(EMAIL).catch(() => "its user is there already");
  expect(await sh("Sign up")).toHaveProperty("tokens.accessToken");
  const { accessToken: TOKEN } = await sh("Sign in");
  const asked = await sh("Ask whether a token is still good", {
    SVC_SECRET_KEY: secretKey,
    TOKEN: String(TOKEN),
  });
  expect(asked).toMatchObject({ active: true, claims: { email: "curl@example.com", aud: "demo" } });
});

test("Node: the server lets users in and nobody else, and the online check tells a disabled one", async () => {
  const snippets = nodeSnippets(facts);
  const server = write(
    "node/server.mjs",
    // So that the test learns the port.
    codeOf(snippets, "server.mjs").replace(/\);$/, ", function () { console.log(this.address().port); });"),
  );
  const child = spawn(node, [server], {
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    const port = await new Promise<string>((resolve) =>
      child.stdout.once("data", (text) => resolve(`${text}`.trim())),
    );
    const ask = (token: string) =>
      fetch(`http://127.0.0.1:${port}/`, { headers: { authorization: `Bearer ${token}` } });
    const token = await accessToken("node@example.com");
    expect(await (await ask(token)).json()).toMatchObject({ email: "node@example.com", claims: {} });
    const guest = await t.authWith({ "x-svc-key": facts.publishableKey }).signInAnonymously({});
    expect((await ask(guest.accessToken)).status).toBe(403);
    expect((await ask(`${token}x`)).status).toBe(401);

    write("node/online.mjs", codeOf(snippets, "Check online when revocation must be immediate"));
    const main = write(
      "node/ask.mjs",
      'import { isActive } from "./online.mjs";\nconsole.log(await isActive(process.argv[2]));',
    );
    const isActive = async (): Promise<string> =>
      (await run(node, [main, token], { env: { ...process.env, SVC_SECRET_KEY: secretKey } })).stdout.trim();
    expect(await isActive()).toBe("true");
    await t.app.db
      .updateTable("users")
      .set({ disabledAt: t.app.clock() })
      .where("email", "=", "node@example.com")
      .execute();
    expect(await isActive()).toBe("false");
  } finally {
    child.kill();
  }
});

test("every import of the client library exists and fits its types", async () => {
  const files: Record<string, Snippet[]> = {
    expo: expoSnippets(facts),
    "react-native": reactNativeSnippets(facts),
    capacitor: capacitorSnippets(facts),
    web: webSnippets(facts),
  };
  for (const [platform, snippets] of Object.entries(files)) {
    for (const { title, code } of snippets.filter(({ code }) => code.startsWith("import"))) {
      write(`types/${platform}/${title === "Use it" ? "use.ts" : title}`, `${code}\nexport {};\n`);
    }
  }
  // Only what the library itself has is checked; the platforms' own packages are not here.
  const foreign = ["expo-router", "react-native", "react-native-keychain", "@capacitor/app"];
  const others = ["react-native-get-random-values", "capacitor-secure-storage-plugin"];
  write("types/foreign.d.ts", [...foreign, ...others].map((name) => `declare module "${name}";\n`).join(""));
  const options = {
    compilerOptions: {
      strict: true,
      noEmit: true,
      jsx: "react-jsx",
      module: "esnext",
      moduleResolution: "bundler",
      target: "es2022",
      lib: ["es2023", "dom"],
      types: [],
      skipLibCheck: true,
      preserveSymlinks: false,
    },
    include: ["types"],
  };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(options));
  for (const name of ["react", "@types"]) {
    symlinkSync(join(root, "node_modules", name), join(folder, "node_modules", name));
  }
  const tsc = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await run(node, [tsc, "-p", folder]).catch((error: { stdout: string }) => error);
  expect(stdout).toBe("");
});

test("Go and Python are the code of the skill, whose own test runs it", () => {
  const skill = readFileSync(join(root, "server/skill/references/verify-backend.md"), "utf8")
    .replaceAll("{{jwks_url}}", facts.jwksUrl)
    .replaceAll("{{issuer}}", facts.issuer)
    .replaceAll("{{audience}}", facts.audience);
  expect(skill).toContain(
    `\`\`\`go file=auth/verify.go\n${codeOf(goSnippets(facts), "auth/verify.go")}\n\`\`\``,
  );
  expect(skill).toContain(`\`${codeOf(pythonSnippets(facts), "Terminal")}\``);
  expect(skill).toContain(
    `\`\`\`python file=verify.py\n${codeOf(pythonSnippets(facts), "verify.py")}\n\`\`\``,
  );
});

test("the library comes from where .npmrc says", async () => {
  const [, registry = ""] = codeOf(expoSnippets(facts), ".npmrc").split("=");
  const { name } = (await (await fetch(`${registry}@svc%2fsdk`)).json()) as { name?: string };
  expect(name).toBe("@svc/sdk");
});
