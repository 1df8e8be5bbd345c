// The import rules of ARCHITECTURE.md. With TypeScript 7 only the swc parser reads anything at all.
const server = "^server/src";
const ours = (folders) => `${server}/(${folders})`;
const notTests = "\\.test\\.ts$";

module.exports = {
  forbidden: [
    {
      name: "domain-knows-no-transport",
      severity: "error",
      from: { path: ours("domain"), pathNot: notTests },
      to: {
        path: [
          "@connectrpc",
          "^proto/gen",
          "@svc/proto",
          "^(node:)?https?$",
          "^(node:)?http2$",
          ours("rpc|http|pages|jobs|providers|cli|config"),
        ],
      },
    },
    {
      name: "no-queries-above-domain",
      severity: "error",
      from: { path: ours("rpc|http|pages|jobs"), pathNot: notTests },
      to: { path: `${server}/storage`, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "storage-imports-nothing-of-ours",
      severity: "error",
      from: { path: `${server}/storage`, pathNot: notTests },
      to: { path: server, pathNot: [`${server}/storage`, `${server}/errors.ts`, `${server}/crypto`] },
    },
    {
      name: "sql-only-in-storage",
      severity: "error",
      from: { path: server, pathNot: [`${server}/(storage|testing)`, notTests] },
      to: { path: "node_modules/(kysely|pg|@types/pg)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "errors-and-crypto-import-nothing-of-ours",
      severity: "error",
      from: { path: [`${server}/errors.ts`, `${server}/crypto`], pathNot: notTests },
      to: { path: server, pathNot: [`${server}/errors.ts`, `${server}/crypto`] },
    },
    {
      name: "pages-use-the-public-rpcs",
      severity: "error",
      from: { path: ours("pages"), pathNot: notTests },
      to: { path: ours("domain|storage") },
    },
    {
      name: "remote-commands-are-clients",
      severity: "error",
      from: { path: ours("cli/remote"), pathNot: notTests },
      to: { path: ours("domain|storage|rpc|http|compose") },
    },
    {
      name: "no-tests-in-the-product",
      severity: "error",
      from: { path: server, pathNot: [ours("testing"), notTests] },
      to: { path: ours("testing") },
    },
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    parser: "swc",
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "types", "default"],
      extensions: [".ts", ".js", ".d.ts"],
    },
  },
};
