import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { root } from "../../cli/test/cli-runner.ts";
import { packSdk } from "../../tools/pack-sdk.ts";
import { readSdkPackages } from "../src/http/pub/npm/sdk-packages.ts";
import { readTarGz } from "../src/http/tar.ts";

const folder = mkdtempSync(join(tmpdir(), "svc-sdk-package-"));
afterAll(() => rmSync(folder, { recursive: true }));

function sdkFolder(name: string, manifest: object, files: Record<string, string>): string {
  const place = join(folder, name);
  mkdirSync(join(place, "dist/types"), { recursive: true });
  writeFileSync(join(place, "package.json"), JSON.stringify(manifest));
  writeFileSync(join(place, "README.md"), "# Read me\n");
  for (const [file, text] of Object.entries(files)) writeFileSync(join(place, "dist", file), text);
  return place;
}

const manifest = {
  name: "@svc/sdk",
  version: "1.2.3",
  date: "2026-02-03",
  private: true,
  type: "module",
  scripts: { install: "evil" },
  devDependencies: { jose: "1.0.0" },
};

test("the same files make the same bytes, whenever and in whatever order they were written", () => {
  const files = { "b.js": "b", "a.js": "a", "types/a.d.ts": "t" };
  const one = sdkFolder("one", manifest, files);
  const two = sdkFolder("two", manifest, Object.fromEntries(Object.entries(files).reverse()));
  utimesSync(join(two, "dist/a.js"), new Date(0), new Date(0));
  const [first, second] = [one, two].map((place) => packSdk(place, join(place, "dist")));
  expect(first?.file).toBe("svc-sdk-1.2.3.tgz");
  expect(first?.bytes.equals(second?.bytes ?? Buffer.alloc(0))).toBe(true);
});

test("it holds what is published and nothing else, dated with its version", () => {
  const place = sdkFolder("three", manifest, { "a.js": "a", stamp: "", "old.tgz": "x" });
  const { bytes } = packSdk(place, join(place, "dist"));
  const { entries, modifiedAt } = readTarGz(bytes);
  expect(entries.map(({ name }) => name)).toEqual([
    "package/package.json",
    "package/LICENSE",
    "package/README.md",
    "package/dist/a.js",
  ]);
  expect(new Date(modifiedAt).toISOString()).toBe("2026-02-03T00:00:00.000Z");
  const [sdk] = readSdkPackages([bytes]);
  expect(sdk?.manifest).toEqual({ name: "@svc/sdk", version: "1.2.3", type: "module" });
  expect(sdk?.publishedAt).toBe("2026-02-03T00:00:00.000Z");
});

test("a version without a date is not packed", () => {
  const { date: _, ...undated } = manifest;
  const place = sdkFolder("four", undated, {});
  expect(() => packSdk(place, join(place, "dist"))).toThrow("has no date");
});

test("every file that package.json promises is in the package, and its date is that of the changelog", () => {
  const sdk = join(root, "sdk/typescript");
  const { bytes } = packSdk(sdk, join(sdk, "dist"));
  const names = readTarGz(bytes).entries.map(({ name }) => name);
  const published = readSdkPackages([bytes])[0] ?? expect.fail();
  const promised = JSON.stringify(published.manifest).match(/\.\/dist\/[\w/.-]+\.(?:js|d\.ts)/g) ?? [];
  expect(promised.length).toBeGreaterThan(10);
  for (const path of promised) expect(names).toContain(`package/${path.slice(2)}`);
  for (const name of names) expect(name).not.toMatch(/\.test\.|\/src\/|\.tgz$/);

  const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
  const released = new RegExp(`^## ${RegExp.escape(published.version)} - (\\S+)$`, "m").exec(changelog)?.[1];
  const dated = published.publishedAt.slice(0, 10);
  expect(dated).toBe(released ?? dated);
  expect(Date.parse(dated)).toBeLessThan(Date.now());
});
