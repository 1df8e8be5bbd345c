export type NpmManager = Readonly<{
  name: string;
  /** The file that says where packages of the scope come from, and its lines. */
  file: string;
  lines: string;
  command: string;
}>;

/** What a developer pastes, for each package manager. The address is the server's own, as everybody reaches it. */
export function managersFor(baseUrl: string, name: string): readonly NpmManager[] {
  const scope = name.replace(/\/.*$/, "");
  const registry = `${scope}:registry=${baseUrl}/pub/\n`;
  const isPlain = baseUrl.startsWith("http:");
  const yarn = [
    "npmScopes:",
    `  ${scope.slice(1)}:`,
    `    npmRegistryServer: "${baseUrl}/pub"`,
    // Yarn waits a day before it takes a new version; this one comes from your own server.
    "npmPreapprovedPackages:",
    `  - "${name}"`,
    ...(isPlain ? ["unsafeHttpWhitelist:", `  - "${new URL(baseUrl).hostname}"`] : []),
    "",
  ].join("\n");
  return [
    { name: "npm", file: ".npmrc", lines: registry, command: `npm install ${name}` },
    { name: "pnpm", file: ".npmrc", lines: registry, command: `pnpm add ${name}` },
    { name: "Yarn 4", file: ".yarnrc.yml", lines: yarn, command: `yarn add ${name}` },
    { name: "Yarn 1", file: ".npmrc", lines: registry, command: `yarn add ${name}` },
    { name: "Bun", file: ".npmrc", lines: registry, command: `bun add ${name}` },
  ];
}
