import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { checkImports } from "../../tools/check-imports.ts";

const home = join(import.meta.dirname, "../..");

/** What each file imports, and the rule that this breaks; a file without a rule is allowed. */
const planted: ReadonlyArray<{ file: string; imports: string; breaks?: string }> = [
  { file: "domain/to-rpc.ts", imports: "../rpc/front.ts", breaks: "domain-knows-no-transport" },
  { file: "domain/to-connect.ts", imports: "@connectrpc/connect", breaks: "domain-knows-no-transport" },
  { file: "domain/to-proto.ts", imports: "@svc/proto/a_pb", breaks: "domain-knows-no-transport" },
  { file: "domain/to-http.ts", imports: "node:http2", breaks: "domain-knows-no-transport" },
  { file: "domain/to-provider.ts", imports: "../providers/smtp.ts", breaks: "domain-knows-no-transport" },
  { file: "rpc/to-query.ts", imports: "../storage/users.ts", breaks: "no-queries-above-domain" },
  { file: "http/to-type.ts", imports: "type ../storage/users.ts", breaks: "row-types-come-from-db" },
  { file: "http/to-row.ts", imports: "type ../storage/db.ts" },
  { file: "pages/to-domain.ts", imports: "../domain/rule.ts", breaks: "pages-use-the-public-rpcs" },
  { file: "rpc/to-http.ts", imports: "../http/route.ts", breaks: "rpc-http-and-pages-share-wire-only" },
  { file: "http/to-page.ts", imports: "../pages/page.ts", breaks: "rpc-http-and-pages-share-wire-only" },
  { file: "pages/to-rpc.ts", imports: "type ../rpc/front.ts", breaks: "rpc-http-and-pages-share-wire-only" },
  { file: "http/docs/to-http.ts", imports: "../route.ts" },
  { file: "rpc/to-wire.ts", imports: "../wire/headers.ts" },
  { file: "wire/to-rpc.ts", imports: "../rpc/front.ts", breaks: "wire-and-runtime-are-below" },
  { file: "runtime/to-domain.ts", imports: "../domain/rule.ts", breaks: "wire-and-runtime-are-below" },
  { file: "domain/to-kysely.ts", imports: "kysely", breaks: "sql-only-in-storage" },
  { file: "domain/to-pg.ts", imports: "pg", breaks: "sql-only-in-storage" },
  { file: "domain/to-sqlite.ts", imports: "node:sqlite", breaks: "sql-only-in-storage" },
  { file: "storage/to-kysely.ts", imports: "kysely" },
  { file: "storage/to-domain.ts", imports: "../domain/rule.ts", breaks: "storage-imports-nothing-of-ours" },
  {
    file: "archive/to-query.ts",
    imports: "../storage/users.ts",
    breaks: "errors-and-crypto-import-nothing-of-ours",
  },
  {
    file: "crypto/to-log.ts",
    imports: "../runtime/log.ts",
    breaks: "errors-and-crypto-import-nothing-of-ours",
  },
  { file: "domain/cycle-a.ts", imports: "./cycle-b.ts", breaks: "no-cycles" },
  { file: "domain/cycle-b.ts", imports: "./cycle-a.ts" }, // told once, of its first file
  { file: "domain/type-a.ts", imports: "type ./type-b.ts", breaks: "no-cycles-of-types" },
  { file: "domain/type-b.ts", imports: "./type-a.ts" },
  { file: "app.ts", imports: "type ./domain/takes-app.ts", breaks: "no-cycles-of-types" },
  { file: "domain/takes-app.ts", imports: "type ../app.ts" },
  { file: "domain/to-open.ts", imports: "../storage/open.ts", breaks: "only-compose-opens-databases" },
  { file: "compose.ts", imports: "./storage/open.ts" },
  {
    file: "domain/to-driver.ts",
    imports: "../storage/sqlite/driver.ts",
    breaks: "only-compose-opens-databases",
  },
  { file: "domain/to-engine.ts", imports: "../storage/postgres/errors.ts", breaks: "queries-name-no-engine" },
  { file: "storage/query.ts", imports: "type ./sqlite/driver.ts", breaks: "queries-name-no-engine" },
  { file: "storage/cannot-open.ts", imports: "./postgres/errors.ts" },
  { file: "compose/open-storage.ts", imports: "../storage/postgres/errors.ts" },
  {
    file: "storage/sqlite/to-other.ts",
    imports: "../postgres/errors.ts",
    breaks: "engines-do-not-know-each-other",
  },
  { file: "storage/sqlite/to-own.ts", imports: "./driver.ts" },
  {
    file: "domain/to-sessions.ts",
    imports: "../storage/open-sessions.ts",
    breaks: "only-admit-opens-sessions",
  },
  { file: "domain/sessions/admit.ts", imports: "../../storage/open-sessions.ts" },
  { file: "domain/sessions/admit-at-once.ts", imports: "../../storage/open-sessions.ts" },
  {
    file: "rpc/to-provider.ts",
    imports: "../providers/smtp.ts",
    breaks: "only-compose-constructs-providers",
  },
  {
    file: "providers/to-rule.ts",
    imports: "../domain/rule.ts",
    breaks: "providers-know-the-interfaces-of-domain",
  },
  {
    file: "domain/billing/to-store.ts",
    imports: "./stripe/adapter.ts",
    breaks: "stores-are-reached-through-their-list",
  },
  { file: "domain/billing/stores.ts", imports: "./stripe/adapter.ts" },
  { file: "providers/stores.ts", imports: "../domain/billing/stripe/adapter.ts" },
  { file: "providers/to-type.ts", imports: "type ../domain/rule.ts" },
  { file: "providers/to-storage.ts", imports: "../storage/users.ts", breaks: "providers-serve-nobody" },
  { file: "rpc/to-compose.ts", imports: "../compose.ts", breaks: "only-local-commands-compose" },
  { file: "http/to-config.ts", imports: "../config/keys.ts", breaks: "only-the-edge-reads-config" },
  { file: "../../cli/src/local/serve.ts", imports: "@svc/server/compose" },
  {
    file: "../../cli/src/local/to-rule.ts",
    imports: "../../../server/src/domain/rule.ts",
    breaks: "cli-imports-the-exports-of-server",
  },
  {
    file: "../../cli/src/remote/user-list.ts",
    imports: "type ../../../server/src/storage/db.ts",
    breaks: "cli-imports-the-exports-of-server",
  },
  {
    file: "../../cli/src/remote/to-admins.ts",
    imports: "@svc/server/admins",
    breaks: "only-local-commands-run-the-server",
  },
  {
    file: "../../cli/src/setup/to-compose.ts",
    imports: "type @svc/server/compose",
    breaks: "only-local-commands-run-the-server",
  },
  {
    file: "../../cli/src/program.ts",
    imports: "@svc/server/providers",
    breaks: "only-setup-and-doctor-ask-providers",
  },
  { file: "../../cli/src/setup/to-providers.ts", imports: "@svc/server/providers" },
  { file: "../../cli/src/remote/to-undeclared.ts", imports: "@svc/server/storage", breaks: "resolvable" },
  { file: "rpc/to-exports.ts", imports: "../exports/admins.ts", breaks: "exports-are-for-other-packages" },
  { file: "rpc/to-cli.ts", imports: "../../../cli/src/output.ts", breaks: "server-imports-no-other-package" },
  {
    file: "../../console/src/a.ts",
    imports: "../../server/src/runtime/log.ts",
    breaks: "console-and-sdk-see-the-contract-only",
  },
  {
    file: "../../sdk/typescript/src/to-connect.ts",
    imports: "@connectrpc/connect",
    breaks: "the-sdk-has-no-dependencies",
  },
  {
    file: "../../sdk/typescript/src/to-proto.ts",
    imports: "@svc/proto/a_pb",
    breaks: "the-sdk-has-no-dependencies",
  },
  { file: "../../sdk/typescript/src/to-types.ts", imports: "type @svc/proto/a_pb" },
  {
    file: "rpc/to-sdk.ts",
    imports: "../../../sdk/typescript/src/client.ts",
    breaks: "server-imports-no-other-package",
  },
  { file: "rpc/to-testing.ts", imports: "../testing/app.ts", breaks: "no-tests-in-the-product" },
  { file: "rpc/to-vitest.ts", imports: "vitest", breaks: "the-product-installs-what-it-imports" },
  { file: "rpc/to-nowhere.ts", imports: "./nowhere.ts", breaks: "resolvable" },
];

const targets = [
  ..."rpc/front.ts http/route.ts pages/page.ts wire/headers.ts storage/users.ts storage/db.ts storage/open.ts storage/open-sessions.ts storage/sqlite/driver.ts storage/postgres/errors.ts domain/rule.ts runtime/log.ts ../../cli/src/output.ts".split(
    " ",
  ),
  ..."domain/billing/stripe/adapter.ts providers/smtp.ts config/keys.ts testing/app.ts ../../sdk/typescript/src/client.ts ../../proto/gen/a_pb.js exports/admins.ts exports/providers.ts".split(
    " ",
  ),
];

const root = mkdtempSync(join(tmpdir(), "svc-rules-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("each import rule is broken by what it forbids and by nothing else", () => {
  plantTree();
  const { problems } = checkImports(root);
  for (const { file, breaks } of planted) {
    const path = join("server/src", file);
    const broken = problems.filter((problem) => problem.includes(`: ${path} imports `));
    if (breaks === undefined) expect(broken, file).toEqual([]);
    else expect(broken.join("\n"), file).toContain(`${breaks}: `);
  }
});

test("every rule of .dependency-cruiser.cjs has a planted violation", () => {
  const { forbidden } = createRequire(import.meta.url)("../../.dependency-cruiser.cjs");
  const names = forbidden.map(({ name }: { name: string }) => name);
  expect([...new Set(planted.flatMap(({ breaks }) => breaks ?? []))].sort()).toEqual(names.sort());
});

test("a cruise that reads no source is noticed", () => {
  plantTree();
  const config = join(root, "blind.cjs");
  const rules = JSON.stringify(join(home, ".dependency-cruiser.cjs"));
  write(
    "blind.cjs",
    `const { forbidden } = require(${rules}); module.exports = { forbidden, options: { includeOnly: "^nowhere" } };\n`,
  );
  expect(checkImports(root, config).problems.join("\n")).toContain("server/src/runtime/log.ts was not read");
});

function plantTree(): void {
  for (const file of targets) write(join("server/src", file), "export const value = 1;\n");
  for (const { file, imports } of planted) {
    const [name, kind = ""] = imports.split(" ").reverse();
    const used = kind === "type" ? "export type T = typeof value;" : "export const x = value;";
    write(join("server/src", file), `import ${kind} { value } from "${name}";\n${used}\n`);
  }
  write(".gitignore", "node_modules/\n");
  write("package.json", "{}\n");
  write("proto/package.json", `{ "name": "@svc/proto", "exports": { "./*": "./gen/*.js" } }\n`);
  const dependencies = {
    "@connectrpc/connect": "1.0.0",
    "@svc/proto": "1.0.0",
    kysely: "1.0.0",
    pg: "1.0.0",
  };
  const exports = {
    "./admins": "./src/exports/admins.ts",
    "./compose": "./src/compose.ts",
    "./providers": "./src/exports/providers.ts",
  };
  write(
    "server/package.json",
    JSON.stringify({ exports, dependencies, devDependencies: { vitest: "1.0.0" } }),
  );
  write("cli/package.json", JSON.stringify({ dependencies: { "@svc/server": "1.0.0" } }));
  for (const name of ["@connectrpc/connect", "kysely", "pg", "vitest"])
    link(join(home, "node_modules", name), `node_modules/${name}`);
  for (const name of ["proto", "server"]) link(join(root, name), `node_modules/@svc/${name}`);
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

function link(target: string, path: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  rmSync(join(root, path), { force: true });
  symlinkSync(target, join(root, path));
}
