import { tarGz } from "../http/tar.ts";

/** A version of the client library that nobody has released, packed as `tools/pack-sdk.ts` does it. */
export function sdkTarball(version: string, date: string, code = "export const answer = 42;\n"): Buffer {
  const manifest = {
    name: "@svc/sdk",
    version,
    description: "A library for a test",
    license: "Apache-2.0",
    type: "module",
    exports: { ".": "./dist/sdk.js" },
    engines: { node: ">=20" },
  };
  const files = {
    "package.json": JSON.stringify(manifest),
    "README.md": "# Read me\n",
    "dist/sdk.js": code,
  };
  const entries = Object.entries(files).map(([name, text]) => ({
    name: `package/${name}`,
    content: Buffer.from(text),
  }));
  return tarGz(entries, Date.parse(`${date}T00:00:00Z`));
}
