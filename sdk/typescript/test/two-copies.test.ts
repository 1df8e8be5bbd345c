import { rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import { createElement } from "react";
import { renderToString } from "react-dom/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import type * as Billing from "../src/billing.ts";
import type * as Push from "../src/push.ts";
import type * as React from "../src/react.ts";
import type * as Sdk from "../src/sdk.ts";
import { linkedFolder } from "./matrix/place.ts";
import { TestProject } from "./test-project.ts";

let folder: string;
beforeAll(async () => {
  folder = await linkedFolder({ react: "" });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The two builds of an entry, each on its own, as a bundle has them that mixes `import` and `require`. */
async function copiesOf<T>(entry: string): Promise<{ esm: T; cjs: T }> {
  const dist = join(folder, "node_modules/@svc/sdk/dist");
  const esm = await import(pathToFileURL(join(dist, `${entry}.js`)).href);
  return { esm, cjs: createRequire(join(dist, "cjs/package.json"))(`./${entry}.js`) };
}

test("import and require get the same copy from Node and from a bundler", async () => {
  const require = createRequire(join(folder, "app.js"));
  expect(require.resolve("@svc/sdk")).toBe(join(folder, "node_modules/@svc/sdk/dist/sdk.js"));
  const contents = `import { createAuthClient } from "@svc/sdk"; console.log(createAuthClient, require("@svc/sdk"));`;
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    bundle: true,
    format: "iife",
    write: false,
  });
  expect(outputFiles[0]?.text.match(/"svc\.sdk\.caller"/g)).toHaveLength(1);
});

test("two copies are two, and know each other's errors, clients and providers", async () => {
  const project = await TestProject.create();
  const { esm, cjs } = await copiesOf<typeof Sdk>("sdk");
  expect(esm.createAuthClient).not.toBe(cjs.createAuthClient);
  const { url: baseUrl, publishableKey } = project;
  const client = esm.createAuthClient({ baseUrl, publishableKey, storage: esm.memoryStorage() });
  const failure = await client
    .signInWithPassword({ email: "a@example.com", password: "x" })
    .catch((error) => error);
  expect(cjs.isAuthError(failure, "INVALID_CREDENTIALS")).toBe(true);

  await client.signInAnonymously();
  const push = await copiesOf<typeof Push>("push");
  expect(await push.cjs.pushDevices(client).listMyPushDevices()).toEqual([]);

  const billing = await copiesOf<typeof Billing>("billing");
  expect(billing.cjs.billing(client)).toBe(billing.esm.billing(client));

  const react = await copiesOf<typeof React>("react");
  const Status = () => createElement("b", null, react.cjs.useAuth().status);
  expect(renderToString(createElement(react.esm.AuthProvider, { client }, createElement(Status)))).toBe(
    "<b>loading</b>",
  );
});

test("clients of two copies on one storage take turns: one refresh for both", async () => {
  const { url: baseUrl, publishableKey } = await TestProject.create();
  const { esm, cjs } = await copiesOf<typeof Sdk>("sdk");
  const storage = esm.memoryStorage();
  let refreshes = 0;
  const counting: typeof fetch = (input, init) => {
    if (String(input).endsWith("/RefreshToken")) refreshes++;
    return fetch(input, init);
  };
  const first = esm.createAuthClient({ baseUrl, publishableKey, storage, fetch: counting });
  await first.signInAnonymously();
  const second = cjs.createAuthClient({ baseUrl, publishableKey, storage, fetch: counting });
  await second.ready;
  const tokens = await Promise.all([first, second].map((client) => client.getAccessToken({ minTtlMs: 1e9 })));
  expect(refreshes).toBe(1);
  expect(tokens[0]).toBe(tokens[1]);
});
