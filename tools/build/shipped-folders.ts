/** Folders that the program reads at run time and the executable contains, by their path from the root. */
export const shippedFolders: readonly { folder: string; includes(name: string): boolean }[] = [
  { folder: "proto/svc", includes: (name) => name.endsWith(".proto") },
  { folder: "proto/google", includes: (name) => name.endsWith(".proto") },
  { folder: "proto/grpc", includes: (name) => name.endsWith(".proto") },
  { folder: "proto/openapi", includes: (name) => name.endsWith(".json") },
  { folder: "server/skill", includes: (name) => name.endsWith(".md") },
  { folder: "server/site", includes: (name) => name.endsWith(".js") },
  { folder: "console/dist", includes: () => true },
  { folder: "docs", includes: () => true },
  { folder: "sdk/typescript/dist", includes: (name) => name.endsWith(".tgz") },
  { folder: "sdk/typescript/releases", includes: (name) => name.endsWith(".tgz") },
  { folder: "sdk/dist", includes: (name) => name !== "stamp" },
  { folder: "sdk/flutter/releases", includes: (name) => name.endsWith(".tar.gz") },
  { folder: "sdk/kotlin/releases", includes: (name) => /\.(?:pom|jar)$/.test(name) },
  { folder: "sdk/swift/releases", includes: (name) => name.endsWith(".zip") },
];
