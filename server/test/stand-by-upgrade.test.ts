import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, inject, test, vi } from "vitest";
import { openForBackup } from "../src/compose/open-storage.ts";
import { restoreInstance, startServer } from "../src/compose.ts";
import { type Config, loadConfig } from "../src/config/load-config.ts";
import { systemActor } from "../src/domain/analytics/record-event.ts";
import { writeBackup } from "../src/domain/backups/write-backup.ts";
import { createProject } from "../src/domain/projects/create-project.ts";
import { createSigner } from "../src/domain/signing-keys/create-signer.ts";
import { rotateSigningKey } from "../src/domain/signing-keys/rotate-signing-key.ts";
import { readTarGz } from "../src/http/tar.ts";
import { STAND_BY_UNTIL } from "../src/storage/signing-keys.ts";
import { engines } from "../src/testing/engines.ts";
import { Instance } from "../src/testing/instance.ts";

const FIXTURE = join(import.meta.dirname, "fixtures/0.1.0");

/** The kids of the JWKS of a server on this configuration, once it has two. */
async function kidsWhenServed(config: Config, slug: string): Promise<string[]> {
  const server = await startServer(config);
  try {
    return await vi.waitFor(
      async () => {
        const answer = await fetch(`http://127.0.0.1:${server.port}/p/${slug}/.well-known/jwks.json`);
        const { keys } = (await answer.json()) as { keys: { kid: string }[] };
        expect(keys).toHaveLength(2);
        return keys.map(({ kid }) => kid);
      },
      { timeout: 20_000, interval: 50 },
    );
  } finally {
    await server.stop();
  }
}

describe.each(engines)("a server on $kind", (engine) => {
  let here: Instance;
  let there: Instance;
  beforeEach(async () => {
    here = await Instance.createMigrated(engine);
    there = await Instance.create(engine);
  });
  afterEach(() => {
    here.remove();
    there.remove();
  });

  test("adds the stand-by key of a project that has none when it starts; a backup carries it", async () => {
    await here.use(async (app) => {
      await createProject(app, systemActor, { name: "Demo", slug: "" });
      await app.db.deleteFrom("signingKeys").where("graceUntil", "=", STAND_BY_UNTIL).execute();
    });
    const [active = "", standBy = ""] = await kidsWhenServed(here.config, "demo");
    expect(await kidsWhenServed(here.config, "demo")).toEqual([active, standBy]);

    const { file } = await here.backUp();
    await there.restore(file);
    await there.use(async (app) => {
      const baseUrl = "http://localhost";
      const rotated = await rotateSigningKey({ ...app, baseUrl }, systemActor, "demo", { graceSeconds: 0 });
      expect(rotated.active.kid).toBe(standBy);
      expect(rotated.grace.map(({ kid }) => kid)).toEqual([active]);
      // The master key of the archive opens the private half.
      const signer = createSigner(app.secretBox);
      const token = signer.decode(signer.sign(rotated.active, { sub: "ada" }));
      expect(token && signer.verify(rotated.active, token)).toBe(true);
    });
  });
});

describe("data of svc 0.1.0", () => {
  let home: string;
  let slug: string;
  const configAt = (name: string): Config =>
    loadConfig({
      flags: {},
      env: { SVC_DATA_DIR: join(home, name), SVC_ADDR: "127.0.0.1:0" },
      cwd: home,
    });
  beforeEach(() => {
    home = mkdtempSync(join(inject("scratch"), "stand-by-"));
    for (const { name, content } of readTarGz(readFileSync(join(FIXTURE, "data.tar.gz"))).entries) {
      mkdirSync(dirname(join(home, "data", name)), { recursive: true, mode: 0o700 });
      writeFileSync(join(home, "data", name), content, { mode: 0o600 });
    }
    mkdirSync(join(home, "data/uploads"), { mode: 0o700 });
    ({ slug } = JSON.parse(readFileSync(join(FIXTURE, "facts.json"), "utf8")));
  });
  afterEach(() => rmSync(home, { recursive: true }));

  test("gets a stand-by key at the first start, in the directory and from a backup of it", async () => {
    const source = await openForBackup(configAt("data"));
    const { file } = await writeBackup(source, { to: join(home, "old.tar.gz") }).finally(() =>
      source.close(),
    );
    const [active = "", standBy = ""] = await kidsWhenServed(configAt("data"), slug);

    await restoreInstance(configAt("restored"), {
      ...{ archive: file, erasures: [], force: false, keepErased: false, revokeSessions: false },
    });
    const restored = await kidsWhenServed(configAt("restored"), slug);
    expect(restored[0]).toBe(active);
    expect(restored[1]).not.toBe(standBy);
  });
});
