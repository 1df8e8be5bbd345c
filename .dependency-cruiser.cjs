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
          ours(
            "rpc",
            "http",
            "pages",
            "jobs",
            "providers",
            "config",
            "compose.ts",
            "open-storage.ts",
            "service.ts",
          ),
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
      to: { path: root, pathNot: ours("storage", "crypto", "errors.ts", "soon.ts") },
    },
    {
      name: "errors-and-crypto-import-nothing-of-ours",
      severity: "error",
      from: folders("archive", "crypto", "errors.ts"),
      to: { path: root, pathNot: ours("archive", "crypto", "errors.ts") },
    },

    // 4. No cycles. App names interfaces of domain, whose use cases take an App: that circle is made of types.
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: typeOnly } },
    },
    {
      name: "no-cycles-of-types-but-app",
      severity: "error",
      from: { pathNot: ours("app.ts") },
      to: { circular: true, viaOnly: { pathNot: ours("app.ts") } },
    },

    // 5. Only compose.ts, open-storage.ts and testing/ open databases; only compose.ts and testing/ construct providers.
    {
      name: "only-compose-opens-databases",
      severity: "error",
      from: product(ours("storage", "compose.ts", "open-storage.ts")),
      to: {
        path: `${root}storage/(open|migrate|data-directory|file-lock|sqlite-driver|postgres-pool)\\.ts$`,
        dependencyTypesNot: typeOnly,
      },
    },
    {
      name: "only-compose-constructs-providers",
      severity: "error",
      from: product(ours("providers", "compose.ts"), commands("remote", "setup", "doctor")),
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
        path: ours("storage", "rpc", "http", "pages", "jobs", "compose.ts", "open-storage.ts", "service.ts"),
      },
    },
    {
      name: "only-local-commands-compose",
      severity: "error",
      from: product(ours("compose.ts"), commands("local")),
      to: { path: ours("compose.ts", "open-storage.ts", "service.ts"), dependencyTypesNot: typeOnly },
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
      from: product(ours("domain/sessions/admit.ts")),
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
          ours("testing", "domain/billing/stores.ts", "providers/stores.ts", "providers/google-account.ts"),
          commands("stores.ts"),
          `/(${storeFolders})/`,
        ],
      },
      to: { path: `^(server/src/(domain/billing|providers)|cli/src/(setup|doctor))/(${storeFolders})/` },
    },

    // The command line: a remote command is a client like any other, and no command loads the server of another.
    {
      name: "remote-commands-are-clients",
      severity: "error",
      from: { path: commands("remote", "setup", "doctor"), pathNot: tests },
      to: {
        path: ours(
          "domain",
          "storage",
          "rpc",
          "http",
          "pages",
          "jobs",
          "compose.ts",
          "open-storage.ts",
          "service.ts",
        ),
      },
    },
    {
      name: "commands-load-the-server-late",
      severity: "error",
      from: { path: commandLine, pathNot: [tests, commands("local", "remote", "setup", "doctor")] },
      to: {
        path: ours(
          "domain",
          "storage",
          "rpc",
          "http",
          "pages",
          "jobs",
          "providers",
          "compose.ts",
          "open-storage.ts",
          "service.ts",
        ),
        dependencyTypesNot: typeOnly,
      },
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
