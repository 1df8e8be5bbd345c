import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { bcryptHash, ImportBench, PASSWORD } from "./import-bench.ts";

const DATABASE = "Username-Password-Authentication";

/** One object on each line, as Auth0 writes its files. */
const lines = (...rows: unknown[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
const databaseUser = (id: string, email: string, more: object = {}) => ({
  user_id: `auth0|${id}`,
  email,
  email_verified: true,
  identities: [{ provider: "auth0", user_id: id, connection: DATABASE, isSocial: false }],
  ...more,
});
const hashOf = (id: string, email: string, more: object = {}) => ({
  _id: { $oid: id },
  email,
  email_verified: true,
  passwordHash: bcryptHash("$2b$"),
  password_set_date: { $date: "2019-12-06T18:36:12.412Z" },
  tenant: "acme",
  connection: DATABASE,
  ...more,
});

const users = [
  databaseUser("5dea9f9c82dd7c0e76e4ec93", "ada@example.com", {
    name: "Ada",
    nickname: "ada",
    picture: "https://s.gravatar.com/avatar/1.png",
    locale: "en_GB",
    created_at: "2019-12-06T18:36:12.412Z",
    updated_at: "2021-12-06T18:36:12.412Z",
    last_login: "2021-12-06T18:36:12.412Z",
    app_metadata: { plan: "pro" },
    user_metadata: { color: "red" },
    identities: [
      { provider: "auth0", user_id: "5dea9f9c82dd7c0e76e4ec93", connection: DATABASE, isSocial: false },
      {
        provider: "google-oauth2",
        user_id: "108204268033311374519",
        connection: "google-oauth2",
        isSocial: true,
        profileData: { email: "ada@gmail.example", email_verified: true },
      },
      { provider: "facebook", user_id: "77", connection: "facebook", isSocial: true },
    ],
  }),
  {
    user_id: "apple|001234.abc.0001",
    email: "bob@example.com",
    email_verified: true,
    name: "bob@example.com",
    identities: [{ provider: "apple", user_id: "001234.abc.0001", connection: "apple", isSocial: true }],
  },
  databaseUser("blocked", "blocked@example.com", { blocked: true, locale: "as the browser says" }),
  databaseUser("unproven", "unproven@example.com", { email_verified: false, multifactor: ["guardian"] }),
  databaseUser("reset", "reset@example.com"),
  { user_id: "sms|1", phone_number: "+15550100", identities: [{ provider: "sms", user_id: "1" }] },
  databaseUser("odd", "odd@example.com", { created_at: "yesterday" }),
];
const hashes = [
  hashOf("5dea9f9c82dd7c0e76e4ec93", "ada@example.com"),
  hashOf("5dea9f9c82dd7c0e76e4ec94", "", { alt_id: "blocked", passwordHash: bcryptHash("$2a$") }),
  hashOf("elsewhere", "", {
    email: undefined,
    passwordHash: bcryptHash("$2y$"),
    identifiers: [{ type: "email", value: "Unproven@example.com", verified: false }],
  }),
  hashOf("gone", "gone@example.com"),
];

describe.each(engines)("an export of Auth0 on $kind", (engine) => {
  let bench: ImportBench;
  beforeEach(async () => {
    bench = await ImportBench.open(engine);
  });
  afterEach(() => bench.close());

  test("moves in with its passwords and accounts, and what cannot be kept is told", async () => {
    const file = bench.write("users.json", lines(...users));
    const passwords = bench.write("hashes.json", lines(...hashes));
    const { code, stdout, stderr } = await bench.import(file, "--auth0-passwords", passwords);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "created\t5\nskipped\t0\nrefused\t2\n" });
    for (const line of [
      "warning: 1 password hash belongs to nobody in the export",
      "7 users in an export of Auth0",
      "warning: passwords without a hash were left out: 1",
      "warning: accounts of facebook were left out: 1",
      "warning: app_metadata objects were left out: 1",
      "warning: user_metadata objects were left out: 1",
      "warning: second factors were left out: 1",
      "warning: phone numbers were left out: 1",
      "refused user 6 (odd@example.com): created_at is not a time",
    ])
      expect(stderr.split("\n")).toContain(line);
    expect(stderr).toMatch(/^refused user 5: .*email/m);

    const ada = await bench.signIn("ada@example.com");
    expect(ada).toMatchObject({ displayName: "Ada", emailVerified: true, hasPassword: true });
    expect(await bench.signInWith("google", "108204268033311374519")).toMatchObject({ id: Object(ada).id });
    expect(await bench.signInWith("apple", "001234.abc.0001")).toMatchObject({
      email: "bob@example.com",
      displayName: "",
      hasPassword: false,
    });
    expect(await bench.signIn("blocked@example.com")).toBe("USER_DISABLED");
    expect(await bench.signIn("unproven@example.com")).toMatchObject({ emailVerified: false });
    expect(await bench.signIn("reset@example.com")).toBe("INVALID_CREDENTIALS");
    expect(await bench.exported()).toMatchObject({
      "ada@example.com": {
        password_algorithm: "argon2id",
        custom_claims: {},
        created_at: "2019-12-06T18:36:12.412Z",
        avatar_url: "https://s.gravatar.com/avatar/1.png",
        locale: "en-GB",
        identities: [{ provider: "google", subject: "108204268033311374519" }],
      },
      "blocked@example.com": { password_algorithm: "bcrypt", disabled: true },
      "reset@example.com": { password_hash: "" },
    });

    const again = await bench.import(file, "--auth0-passwords", passwords, "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ format: "auth0", created: 0, skipped: 5, refused: 2 });
  });

  test("of several users with one address, the one who verified it and has a password gets it, alone", async () => {
    const google = { user_id: "google-oauth2|1", email: "Ada@example.com", email_verified: true, name: "G" };
    const squatter = databaseUser("squatter", "ada@example.com", { email_verified: false, name: "S" });
    const own = databaseUser("own", "ada@example.com", { name: "Ada", app_metadata: { role: "editor" } });
    const second = databaseUser("second", "ada@example.com", { name: "Second" });
    const wrong = bcryptHash("$2b$").replace(/.$/, "O");
    const passwords = lines(
      hashOf("squatter", "x@example.com", { passwordHash: wrong }),
      hashOf("own", "y@example.com"),
      hashOf("second", "z@example.com", { passwordHash: wrong }),
    );
    const { code, stdout, stderr } = await bench.import(
      bench.write("same.json", lines(squatter, google, own, second)),
      ...["--auth0-claims", "--auth0-passwords", bench.write("p.json", passwords)],
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "created\t1\nskipped\t3\nrefused\t0\n" });
    expect(stderr).toContain("3 users have the address of another user in the export and will be skipped\n");
    expect(await bench.signIn("ada@example.com")).toMatchObject({ displayName: "Ada", emailVerified: true });
    expect(await bench.exported()).toMatchObject({
      "ada@example.com": { custom_claims: { role: "editor" }, identities: [] },
    });
  });
});

describe("a file of Auth0", () => {
  let bench: ImportBench;
  beforeEach(async () => {
    const [sqlite] = engines;
    bench = await ImportBench.open(sqlite ?? expect.fail());
  });
  afterEach(() => bench.close());

  test("with one line, with empty lines or with Windows line ends is read", async () => {
    const one = lines(databaseUser("1", "one@example.com"));
    const more = lines(databaseUser("2", "two@example.com"), databaseUser("3", "three@example.com"));
    for (const [text, created] of [
      [one, 1],
      [`\n${more.replaceAll("\n", "\r\n")}\r\n`, 2],
    ] as const) {
      const { stdout } = await bench.import(bench.write("lines.json", text), "--json");
      expect(JSON.parse(stdout)).toMatchObject({ format: "auth0", created, refused: 0 });
    }
  });

  test("that is damaged is refused as a whole, with the place", async () => {
    const whole = lines(databaseUser("1", "one@example.com"), databaseUser("2", "two@example.com"));
    const cut = bench.write("cut.json", whole.slice(0, -20));
    const failed = await bench.failure(cut);
    expect(failed).toMatchObject({ code: 2, hint: "the file is cut off or damaged; export it again" });
    expect(failed.message).toMatch(/^\.\/cut\.json:2:\d+: this is not JSON$/);
    const latin = Buffer.concat([
      Buffer.from(whole),
      Buffer.from('{"user_id":"auth0|3","name":"'),
      Buffer.of(0xe9),
    ]);
    expect(await bench.failure(bench.write("latin.json", latin))).toMatchObject({
      message: "./latin.json is not text in UTF-8",
      hint: "line 3 is the first one that is not",
    });
    expect(await bench.exported()).toEqual({});
  });

  test("refuses a huge user and lines that are no users, and imports the others", async () => {
    const huge = databaseUser("1", "huge@example.com", { name: "x".repeat(4 * 1024 * 1024) });
    const text = lines(
      huge,
      5,
      databaseUser("2", "two@example.com"),
      databaseUser("3", "3@example.com", { identities: [7] }),
    );
    const { code, stdout } = await bench.import(bench.write("huge.json", text), "--json");
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      created: 1,
      refusedUsers: [
        { index: 0, email: "huge@example.com", reason: "it is larger than 3.5 MiB" },
        { index: 1, reason: "is not an object" },
        { index: 3, reason: "is not an object" },
      ],
    });
  });

  test("an export without identities has the first one in user_id", async () => {
    const rows = [
      { user_id: "google-oauth2|42", email: "g@example.com" },
      { user_id: "auth0|7", email: "d@example.com" },
    ];
    const passwords = bench.write("p.json", lines(hashOf("7", "d@example.com")));
    await bench.import(bench.write("few.json", lines(...rows)), "--auth0-passwords", passwords);
    expect(await bench.signInWith("google", "42")).toMatchObject({ email: "g@example.com" });
    expect(await bench.signIn("d@example.com", PASSWORD)).toMatchObject({ email: "d@example.com" });
  });

  test("ids and addresses count within a connection, and a hash that may be another's is not taken", async () => {
    const account = (id: string, connection: string) => ({
      identities: [{ provider: "auth0", user_id: id, connection }],
    });
    const rows = [
      databaseUser("1", "one@example.com"),
      databaseUser("2", "two@example.com"),
      databaseUser("3", "three@example.com", account("Staff|5", "Staff")),
      databaseUser("4", "four@example.com", account("Club|5", "Club")),
    ];
    const wrong = bcryptHash("$2b$").replace(/.$/, "O");
    const passwords = lines(
      hashOf("x", "one@example.com", { connection: "Other" }),
      hashOf("y", "two@example.com"),
      hashOf("z", "two@example.com"),
      hashOf("a", "", { alt_id: "5", connection: "Club", passwordHash: wrong }),
      hashOf("b", "", { alt_id: "5", connection: "Staff" }),
    );
    const { stderr } = await bench.import(
      bench.write("users.json", lines(...rows)),
      ...["--auth0-passwords", bench.write("p.json", passwords)],
    );
    expect(stderr).toContain("3 password hashes belong to nobody in the export\n");
    expect(stderr).toContain("passwords without a hash were left out: 2\n");
    expect(await bench.signIn("three@example.com")).toMatchObject({ email: "three@example.com" });
    expect(await bench.signIn("four@example.com")).toBe("INVALID_CREDENTIALS");
  });

  test("password hashes in the wrong place are refused before anything is sent", async () => {
    const only = bench.write("hashes.json", lines(...hashes));
    const single = bench.write("single.json", lines(hashes[0]));
    const exported = bench.write("users.json", lines(...users));
    const told = { code: 2, message: "these are Auth0's password hashes without their users" };
    for (const file of [only, single]) {
      expect(await bench.failure(file)).toMatchObject(told);
      expect(await bench.failure(file, "--format", "auth0")).toMatchObject(told);
    }
    expect(await bench.failure(exported, "--auth0-passwords", exported)).toMatchObject({
      code: 2,
      message: "./users.json: entry 0 has no passwordHash",
    });
    const svc = bench.write("svc.json", '{"version": 1, "users": []}');
    expect(await bench.failure(svc, "--auth0-passwords", only)).toMatchObject({
      code: 2,
      message: "--auth0-passwords was given, but the export is one of svc",
    });
    expect(await bench.exported()).toEqual({});
  });
});
