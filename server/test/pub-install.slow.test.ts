import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { node, root } from "../../cli/test/cli-runner.ts";
import { RemoteBench } from "../../cli/test/remote-cli.ts";
import { createListener } from "../src/http/listener.ts";
import { readSdkPackages } from "../src/http/pub/npm/sdk-packages.ts";
import { pubRoutes } from "../src/http/pub/pub-routes.ts";
import { requestListener } from "../src/http/routes.ts";
import { isFull } from "../src/testing/full.ts";
import { notRun } from "../src/testing/not-run.ts";
import { sdkTarball } from "../src/testing/sdk-tarball.ts";
import { FreshProject, fetchManager, installArguments, type PackageManagerName } from "./package-managers.ts";

const home = mkdtempSync(join(tmpdir(), "svc-pub-install-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const script = (baseUrl: string, publishableKey: string, email: string): string => `
import { createAuthClient, memoryStorage } from "@svc/sdk";
import { createVerifier } from "@svc/sdk/server";

const auth = createAuthClient({ baseUrl: "${baseUrl}", publishableKey: "${publishableKey}", storage: memoryStorage() });
await auth.ready;
await auth.signUp({ email: "${email}", password: "correct horse battery" });
await auth.signOut();
await auth.signInWithPassword({ email: "${email}", password: "correct horse battery" });
const token = await auth.getAccessToken();
const verified = await createVerifier({ baseUrl: "${baseUrl}", project: "demo" }).verify(token);
console.log(JSON.stringify({ status: auth.state.status, email: verified.email }));
auth.close();
`;

function versionOf(node: string): string {
  return existsSync(node) ? spawnSync(node, ["--version"], { encoding: "utf8" }).stdout : "";
}

describe("a fresh folder and a running server", () => {
  let cli: RemoteBench;
  let publishableKey = "";
  beforeAll(async () => {
    cli = await RemoteBench.openAtBaseUrl();
    const created = await cli.json("project", "create", "Demo");
    publishableKey = String(Object(created.project).publishableKey);
  });
  afterAll(() => cli.close());

  const managers: PackageManagerName[] = isFull ? ["npm", "pnpm", "Yarn 1", "Yarn 4", "Bun"] : ["npm"];
  test.for(managers)("%s installs the library from it, and a script signs in", async (name, context) => {
    const started = await fetchManager(name, home);
    if ("why" in started) notRun(context, started.why);
    const project = new FreshProject(home, name, started, cli.url);
    if (name.startsWith("Yarn 4")) project.write("yarn.lock", "");
    await project.manage(...installArguments(name));

    project.write(
      "sign-in.js",
      script(cli.url, publishableKey, `${name.replace(" ", "-").toLowerCase()}@example.com`),
    );
    const runs: Record<string, string[]> = { "Yarn 4": ["node", "sign-in.js"], Bun: ["run", "sign-in.js"] };
    const said = runs[name] ? await project.manage(...runs[name]) : await project.run(node, "sign-in.js");
    expect(JSON.parse(said)).toEqual({ status: "signedIn", email: expect.stringMatching(/@example\.com$/) });
  });

  test("what is installed has its own types, no dependency and no script, and runs on the oldest Node", async (context) => {
    const project = new FreshProject(home, "npm", ["npm"], cli.url);
    await project.manage("install", "@svc/sdk");
    const installed = join(project.folder, "node_modules/@svc/sdk");
    const manifest = JSON.parse(readFileSync(join(installed, "package.json"), "utf8"));
    for (const field of ["dependencies", "devDependencies", "scripts", "private", "date"]) {
      expect(manifest).not.toHaveProperty(field);
    }
    expect(readdirSync(join(project.folder, "node_modules/@svc"))).toEqual(["sdk"]);

    project.write(
      "app.ts",
      `import { createAuthClient, memoryStorage, type User } from "@svc/sdk";
import { createServerClient, createVerifier, type VerifiedToken } from "@svc/sdk/server";
const auth = createAuthClient({ baseUrl: "https://x", publishableKey: "pk_x", storage: memoryStorage() });
export const user: User | null = auth.user;
export const token: Promise<VerifiedToken> = createVerifier({ baseUrl: "https://x", project: "demo" }).verify("x");
const server = createServerClient({ baseUrl: "https://x", secretKey: "sk_x" });
// @ts-expect-error: there is no such field
server.createUser({ email: "a@example.com", nickname: "a" });
`,
    );
    const flags = ["--strict", "--noEmit", "--skipLibCheck", "false", "--module", "nodenext", "--types", ""];
    await project.run(join(root, "node_modules/.bin/tsc"), ...flags, "--target", "es2022", "app.ts");

    const [where] = (process.env.PATH ?? "")
      .split(":")
      .map((place) => join(place, "node"))
      .filter((file) => !file.includes("node_modules") && versionOf(file).startsWith("v20."));
    if (where === undefined) notRun(context, "this machine has no Node 20 beside the pinned one");
    project.write("sign-in.js", script(cli.url, publishableKey, "node-20@example.com"));
    expect(JSON.parse(await project.run(where, "sign-in.js"))).toMatchObject({ status: "signedIn" });
  });
});

describe("with npm", () => {
  const former = sdkTarball("0.9.1", "2026-01-01", "export const answer = 41;\n");
  const newer = sdkTarball("0.10.0", "2026-03-01", "export const answer = 42;\n");
  const tarballs = [former];
  const listener = createListener();
  let url = "";
  beforeAll(async () => {
    const port = await listener.listen({ host: "127.0.0.1", port: 0 });
    url = `http://127.0.0.1:${port}`;
    const app = { baseUrl: url, log: () => {}, newId: () => "id" };
    // Read anew for every request: a server that was updated in between.
    const routes = pubRoutes(app, { npm: () => readSdkPackages(tarballs) });
    const updated = () => pubRoutes(app, { npm: () => readSdkPackages([former, newer]) });
    listener.serve((request, response) =>
      requestListener(app, () => false, tarballs.length === 1 ? routes : updated())(request, response),
    );
  });
  afterAll(() => listener.drain());

  const resolvedIn = ({ folder }: FreshProject): string =>
    JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8")).packages["node_modules/@svc/sdk"]
      .resolved;

  /** A server with the former version, at an address of its own. */
  async function serve(): Promise<{ url: string; listener: ReturnType<typeof createListener> }> {
    const listener = createListener();
    const url = `http://127.0.0.1:${await listener.listen({ host: "127.0.0.1", port: 0 })}`;
    const app = { baseUrl: url, log: () => {}, newId: () => "id" };
    const routes = pubRoutes(app, { npm: () => readSdkPackages([former]) });
    listener.serve(requestListener(app, () => false, routes));
    return { url, listener };
  }

  test("a lockfile with the version before still installs after the server was updated", async () => {
    const project = new FreshProject(home, "npm", ["npm"], url);
    const answer = async (): Promise<string> => {
      project.write(
        "answer.js",
        'import { answer } from "@svc/sdk";\nprocess.stdout.write(String(answer));\n',
      );
      return project.run(node, "answer.js");
    };
    await project.manage("install", "@svc/sdk");
    expect(await answer()).toBe("41");
    const lock = JSON.parse(readFileSync(join(project.folder, "package-lock.json"), "utf8"));
    expect(lock.packages["node_modules/@svc/sdk"]).toMatchObject({
      version: "0.9.1",
      resolved: `${url}/pub/@svc/sdk/-/sdk-0.9.1.tgz`,
      integrity: expect.stringMatching(/^sha512-/),
    });

    tarballs.push(newer);
    rmSync(join(project.folder, "node_modules"), { recursive: true });
    rmSync(join(project.folder, ".cache"), { recursive: true });
    await project.manage("ci");
    expect(await answer()).toBe("41");
    await project.manage("install", "@svc/sdk@latest");
    expect(await answer()).toBe("42");
    expect(JSON.parse(await project.manage("view", "@svc/sdk", "versions", "--json"))).toEqual([
      "0.9.1",
      "0.10.0",
    ]);
    expect(await project.manage("dist-tag", "ls", "@svc/sdk")).toBe("latest: 0.10.0\n");
    await expect(project.manage("install", "@svc/other")).rejects.toThrow(
      "this server has the client library only",
    );
  });

  test.each(["a developer's folder", "a fresh clone"])(
    "%s follows the server to another address as the quick starts say",
    async (folder) => {
      const former = await serve();
      const project = new FreshProject(home, "npm", ["npm"], former.url);
      await project.manage("install", "@svc/sdk");
      await former.listener.drain();
      const next = await serve();
      if (folder === "a fresh clone") rmSync(join(project.folder, "node_modules"), { recursive: true });
      rmSync(join(project.folder, ".cache"), { recursive: true });

      await project.manage("config", "set", `@svc:registry=${next.url}/pub/`, "--location=project");
      await project.manage("install", "@svc/sdk");
      expect(resolvedIn(project)).toBe(`${next.url}/pub/@svc/sdk/-/sdk-0.9.1.tgz`);
      rmSync(join(project.folder, ".cache"), { recursive: true });
      await project.manage("ci");
      await next.listener.drain();
    },
  );

  test("the tarball installs by its address alone", async () => {
    const project = new FreshProject(home, "npm", ["npm"], url);
    await project.manage("install", `${url}/pub/sdk.tgz`);
    const { version } = JSON.parse(
      readFileSync(join(project.folder, "node_modules/@svc/sdk/package.json"), "utf8"),
    );
    expect(version).toBe(readSdkPackages(tarballs)[0]?.version);
  });
});
