import { readdirSync, readFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { bcryptHash, ImportBench } from "./import-bench.ts";
import { makePocketBase, type PocketBaseRecord } from "./pocketbase-fixture.ts";

const [a, b, y] = [bcryptHash("$2a$"), bcryptHash("$2b$"), bcryptHash("$2y$")];
const records: readonly PocketBaseRecord[] = [
  {
    ...{ id: "r1", email: "ada@example.com", verified: true, name: "Ada", hash: a },
    accounts: { google: "108204268033311374519", github: "7" },
  },
  { id: "r2", email: "bob@example.com", avatar: "me_x1.png", hash: b },
  { id: "r3", email: "", hash: y, accounts: { apple: "001234.abc.0001" } },
  { id: "r4", email: "yan@example.com", hash: y },
  { id: "r5", email: "", hash: a },
  { id: "r6", email: "md5@example.com", hash: "5f4dcc3b5aa765d61d8327deb882cf99" },
];

describe.each(engines)("a database of PocketBase on $kind", (engine) => {
  let bench: ImportBench;
  beforeEach(async () => {
    bench = await ImportBench.open(engine);
  });
  afterEach(() => bench.close());

  test.each(["0.22", "0.23"] as const)(
    "of version %s moves in while PocketBase runs, unchanged",
    async (version) => {
      const file = bench.cli.path("data.db");
      const db = makePocketBase(file, version, records);
      try {
        const before = contentOf(bench);
        const { code, stdout, stderr } = await bench.import(file);
        expect({ code, stdout }).toEqual({ code: 1, stdout: "created\t4\nskipped\t0\nrefused\t2\n" });
        expect(contentOf(bench)).toEqual(before);
        for (const line of [
          "6 users in an export of PocketBase",
          "warning: accounts of github were left out: 1",
          "warning: pictures that are files were left out: 1",
          "refused user 5 (md5@example.com): its password hash is of an unknown kind",
        ])
          expect(stderr.split("\n")).toContain(line);
        expect(stderr).toMatch(/^refused user 4: .*email/m);
      } finally {
        db.close();
      }

      const ada = await bench.signIn("ada@example.com");
      expect(ada).toMatchObject({ displayName: "Ada", emailVerified: true });
      expect(await bench.signInWith("google", "108204268033311374519")).toMatchObject({ id: Object(ada).id });
      expect(await bench.signIn("bob@example.com")).toMatchObject({ emailVerified: false, avatarUrl: "" });
      expect(await bench.signIn("yan@example.com", "wrong password")).toBe("INVALID_CREDENTIALS");
      expect(await bench.signIn("yan@example.com")).toMatchObject({ email: "yan@example.com" });
      expect(await bench.signInWith("apple", "001234.abc.0001")).toMatchObject({ email: "" });
      expect(await bench.exported()).toMatchObject({
        "ada@example.com": {
          password_algorithm: "argon2id",
          created_at: "2024-01-01T00:00:00.123Z",
          identities: [{ provider: "google", subject: "108204268033311374519" }],
        },
      });

      const again = await bench.import(file, "--json");
      expect(JSON.parse(again.stdout)).toMatchObject({
        format: "pocketbase",
        created: 0,
        skipped: 4,
        refused: 2,
      });
    },
  );
});

/** The database and what is beside it; its index of the log changes with every reader of the file itself. */
function contentOf(bench: ImportBench): unknown[] {
  const names = readdirSync(bench.cli.cwd).filter((name) => name.startsWith("data.db"));
  return names.map((name) => [name, readFileSync(bench.cli.path(name)).toString("base64")]);
}

describe("a file of PocketBase", () => {
  let bench: ImportBench;
  beforeEach(async () => {
    const [sqlite] = engines;
    bench = await ImportBench.open(sqlite ?? expect.fail());
  });
  afterEach(() => bench.close());

  test("another collection is imported by its name, and an unknown one is told", async () => {
    const file = bench.cli.path("data.db");
    makePocketBase(file, "0.23", records).close();
    expect(readdirSync(bench.cli.cwd)).not.toContain("data.db-wal");
    const collection = (name: string) => ["--pocketbase-collection", name];
    const { stdout } = await bench.import(file, ...collection('odd "name"'), "--json");
    expect(JSON.parse(stdout)).toMatchObject({ created: 1, refused: 0 });
    expect(await bench.exported()).toMatchObject({
      "member@example.com": { email_verified: true, password_hash: "" },
    });
    for (const name of ["posts", "nobody"])
      expect(await bench.failure(file, ...collection(name))).toEqual({
        code: 2,
        message: `./data.db has no auth collection "${name}"`,
        hint: 'pass --pocketbase-collection with one of these: odd "name", users',
      });
  });

  test("records of the API move in without their passwords", async () => {
    const record = { collectionId: "_pb_users_auth_", collectionName: "users", emailVisibility: false };
    const items = [
      {
        ...record,
        id: "r1",
        email: "ada@example.com",
        verified: true,
        name: "Ada",
        created: "2024-01-01 00:00:00.123Z",
      },
      { ...record, id: "r2", email: "bob@example.com", verified: false, avatar: "https://example.com/b.png" },
    ];
    const page = { page: 1, perPage: 500, totalItems: 2, totalPages: 1, items };
    const { stdout } = await bench.import(bench.write("page.json", JSON.stringify(page)), "--json");
    expect(JSON.parse(stdout)).toMatchObject({ created: 2, leftOut: { "passwords without a hash": 2 } });
    const again = await bench.import(bench.write("list.json", JSON.stringify(items)), "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ format: "pocketbase", skipped: 2 });
    expect(await bench.exported()).toMatchObject({
      "ada@example.com": { email_verified: true, created_at: "2024-01-01T00:00:00.123Z" },
      "bob@example.com": { email_verified: false, avatar_url: "https://example.com/b.png" },
    });
  });

  test("a damaged database, one of another program, a zip and standard input are told", async () => {
    const file = bench.cli.path("data.db");
    makePocketBase(file, "0.23", records).close();
    const bytes = readFileSync(file);
    const damaged = bench.write(
      "damaged.db",
      Buffer.concat([bytes.subarray(0, 4096), Buffer.alloc(20_000, 7)]),
    );
    expect((await bench.failure(damaged)).message).toMatch(/^cannot read \.\/damaged\.db: .*malformed/);
    const stub = bench.write("stub.db", bytes.subarray(0, 100));
    expect(await bench.failure(stub)).toMatchObject({ code: 2 });

    const svc = bench.write("svc.db", Buffer.alloc(0));
    makeOther(svc);
    expect(await bench.failure(svc)).toMatchObject({
      message: "./svc.db is not a database of PocketBase",
      hint: "pass the data.db in PocketBase's folder pb_data",
    });
    const zip = bench.write("backup.zip", Buffer.from("PK\x03\x04\xff\xfe", "latin1"));
    expect((await bench.failure(zip)).hint).toMatch(/^it is a zip; unzip it first/);
    const { code, stderr } = await bench.cli.run(["project", "import", "demo", "-f", "-", "--yes"], {
      input: bytes.subarray(0, 16).toString("latin1"),
    });
    expect(code).toBe(2);
    expect(stderr).toContain("a database cannot be read from standard input\n");
  });
});

function makeOther(path: string): void {
  const db = new DatabaseSync(path);
  db.exec("create table things (id text)");
  db.close();
}
