// The import rules of ARCHITECTURE.md; server/test/docs-import-rules.test.ts breaks each of them once.
const tests = "\\.test\\.ts$";
const typeOnly = ["type-only"];
const root = "^server/src/";

/** Files and folders of server/src: `ours("rpc", "compose.ts")`. */
const ours = (...names) =>
  `${root}(${names.map((name) => name.replace(/\.ts$/, "\\.ts$").replace(/\w$/, "$&/")).join("|")})`;
const storeFolders = "app-store|play-store|stripe";
const commandLine = "^cli/src/";
/** The same for cli/src. */
const commands = (...names) => ours(...names).replace(root, commandLine);
const product = (...except) => ({ path: [root, commandLine], pathNot: [tests, ours("testing"), ...except] });
const folders = (...names) => ({ path: ours(...names), pathNot: tests });

/** Files of storage/ that open, back up or restore databases. */
const NAME_AN_ENGINE = [
  "open",
  "cannot-open",
  "data-directory",
  "file-lock",
  "replace-data",
  "backup-schema",
];

module.exports = {
  forbidden: [
    // 1. Domain knows no transport.
    {
      name: "domain-knows-no-transport",
      severity: "error",
      from: folders("domain"),
      to: {
        path: [
          "@connectrpc/",
          "@grpc/",
          "@svc/proto",
          "^proto/",
          "^(node:)?(https?|http2|net|tls)$",
          ours("rpc", "http", "pages", "jobs", "providers", "config", "compose.ts", "compose", "service.ts"),
        ],
      },
    },

    // 2. No query above domain; the types of rows may be named.
    {
      name: "no-queries-above-domain",
      severity: "error",
      from: folders("rpc", "http", "pages", "jobs"),
      to: { path: ours("storage"), dependencyTypesNot: typeOnly },
    },
    {
      name: "row-types-come-from-db",
      severity: "error",
      from: folders("rpc", "http", "pages", "jobs"),
      to: { path: ours("storage"), pathNot: ours("storage/db.ts") },
    },
    {
      name: "pages-use-the-public-rpcs",
      severity: "error",
      from: folders("pages"),
      to: { path: ours("domain", "storage") },
    },
    {
      name: "rpc-http-and-pages-share-wire-only",
      severity: "error",
      from: { path: `${root}(rpc|http|pages)/`, pathNot: tests },
      to: { path: `${root}(rpc|http|pages)/`, pathNot: `${root}$1/` },
    },
    {
      name: "wire-and-runtime-are-below",
      severity: "error",
      from: folders("wire", "runtime"),
      to: { path: root, pathNot: [`${root}(wire|runtime)/`, ours("crypto", "errors.ts")] },
    },

    // 3. SQL and drivers only in storage, which knows nothing of ours.
    {
      name: "sql-only-in-storage",
      severity: "error",
      from: product(ours("storage")),
      to: { path: ["node_modules/(kysely|pg|@types/pg)/", "^(node:)?sqlite$"], dependencyTypesNot: typeOnly },
    },
    {
      name: "storage-imports-nothing-of-ours",
      severity: "error",
      from: folders("storage"),
      to: { path: root, pathNot: ours("storage", "crypto", "errors.ts", "runtime/maybe-promise.ts") },
    },
    {
      name: "errors-and-crypto-import-nothing-of-ours",
      severity: "error",
      from: folders("archive", "crypto", "text", "errors.ts"),
      to: { path: root, pathNot: ours("archive", "crypto", "text", "errors.ts") },
    },

    // Queries ask the Engine interface; only what opens, backs up and restores databases names an engine.
    {
      name: "queries-name-no-engine",
      severity: "error",
      from: product(
        ours(
          "compose",
          "config",
          "storage/sqlite",
          "storage/postgres",
          ...NAME_AN_ENGINE.map((name) => `storage/${name}.ts`),
        ),
      ),
      to: { path: ours("storage/sqlite", "storage/postgres") },
    },
    {
      name: "engines-do-not-know-each-other",
      severity: "error",
      from: { path: `${root}storage/(sqlite|postgres)/`, pathNot: tests },
      to: { path: `${root}storage/(sqlite|postgres)/`, pathNot: `${root}storage/$1/` },
    },

    // 4. No cycles, not even of types: the interfaces that App names are in files that do not import it.
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: typeOnly } },
    },
    {
      name: "no-cycles-of-types",
      severity: "error",
      from: {},
      to: { circular: true },
    },

    // 5. Only compose.ts, compose/ and testing/ open databases; only compose.ts and testing/ construct providers.
    {
      name: "only-compose-opens-databases",
      severity: "error",
      from: product(ours("storage", "compose.ts", "compose")),
      to: {
        path: `${root}storage/(open|migrate|data-directory|file-lock|(sqlite|postgres)/(dialect|driver|pool))\\.ts$`,
        dependencyTypesNot: typeOnly,
      },
    },
    {
      name: "only-compose-constructs-providers",
      severity: "error",
      from: product(ours("providers", "compose.ts", "exports")),
      to: { path: ours("providers") },
    },
    {
      name: "providers-know-the-interfaces-of-domain",
      severity: "error",
      // The list of stores puts the adapter and the client of each store together.
      from: { path: ours("providers"), pathNot: [tests, ours("providers/stores.ts")] },
      to: { path: ours("domain"), dependencyTypesNot: typeOnly },
    },
    {
      name: "providers-serve-nobody",
      severity: "error",
      from: folders("providers"),
      to: {
        path: ours("storage", "rpc", "http", "pages", "jobs", "compose.ts", "compose", "service.ts"),
      },
    },
    {
      name: "only-local-commands-compose",
      severity: "error",
      from: product(ours("compose.ts", "compose", "exports"), commands("local")),
      to: { path: ours("compose.ts", "compose", "service.ts"), dependencyTypesNot: typeOnly },
    },

    // 6. Only config/ reads the environment and files, and only the edge reads config.
    {
      name: "only-the-edge-reads-config",
      severity: "error",
      from: folders("domain", "storage", "crypto", "rpc", "http", "pages", "jobs", "providers"),
      to: { path: ours("config"), dependencyTypesNot: typeOnly },
    },

    // 9. One use case opens sessions, so that every way in is decided in one place.
    {
      name: "only-admit-opens-sessions",
      severity: "error",
      from: product(ours("domain/sessions/admit.ts", "domain/sessions/admit-at-once.ts")),
      to: { path: ours("storage/open-sessions.ts") },
    },

    // 10. Each store is self-contained: the rest of the product reaches it through the lists of stores only.
    {
      name: "stores-are-reached-through-their-list",
      severity: "error",
      from: {
        path: [root, commandLine, "^console/src/"],
        pathNot: [
          tests,
          ours(
            "testing",
            "exports",
            "domain/billing/stores.ts",
            "providers/stores.ts",
            "providers/google-account.ts",
          ),
          commands("stores.ts"),
          "^console/src/pages/billing/stores\\.ts$",
          `/(${storeFolders})/`,
        ],
      },
      to: {
        path: `^(server/src/(domain/billing|providers)|cli/src/(setup|doctor)|console/src/pages/billing)/(${storeFolders})/`,
      },
    },

    // The command line imports what server/package.json exports, and only its local commands run the server.
    {
      name: "cli-imports-the-exports-of-server",
      severity: "error",
      from: { path: commandLine, pathNot: tests },
      to: { path: "^server/", dependencyTypes: ["local"] },
    },
    {
      name: "only-local-commands-run-the-server",
      severity: "error",
      from: { path: commandLine, pathNot: [tests, commands("local")] },
      to: {
        path: ours(
          "compose.ts",
          "runtime/log.ts",
          "exports/admins.ts",
          "exports/backups.ts",
          "exports/workers.ts",
        ),
      },
    },
    {
      name: "only-setup-and-doctor-ask-providers",
      severity: "error",
      from: { path: commandLine, pathNot: [tests, commands("setup", "doctor", "remote/try-client.ts")] },
      to: { path: ours("exports/providers.ts", "exports/stores") },
    },
    {
      name: "exports-are-for-other-packages",
      severity: "error",
      from: { path: root, pathNot: ours("exports") },
      to: { path: ours("exports") },
    },

    // The packages.
    {
      name: "console-and-sdk-see-the-contract-only",
      severity: "error",
      from: { path: "^(console|sdk)/" },
      to: { path: "^(server|cli)/" },
    },
    {
      name: "the-sdk-has-no-dependencies",
      severity: "error",
      from: {
        path: "^sdk/typescript/src/",
        pathNot: [tests, "/testing/", "^sdk/typescript/src/(react|expo)\\.ts$"],
      },
      to: { path: ["node_modules/", "^proto/", "^node:"], dependencyTypesNot: typeOnly },
    },
    {
      name: "server-imports-no-other-package",
      severity: "error",
      from: { path: "^server/src/", pathNot: tests },
      to: { path: "^(cli|console|sdk)/" },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: product(),
      to: { path: [ours("testing"), tests, "^(server|cli)/test/"] },
    },
    {
      name: "the-product-installs-what-it-imports",
      severity: "error",
      from: product(),
      to: { dependencyTypes: ["npm-dev", "npm-no-pkg", "npm-unknown"], dependencyTypesNot: typeOnly },
    },
    // What a phone's app installs is not installed here.
    {
      name: "resolvable",
      severity: "error",
      from: {},
      to: { couldNotResolve: true, pathNot: "^(react-native|expo-[a-z-]+)$" },
    },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    // Beside TypeScript 7 the other parsers know no type imports, and without @swc/core they read nothing at all.
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".js", ".d.ts"],
    },
  },
};
