import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import vectors from "../../server/src/testing/data/foreign-hashes.json" with { type: "json" };
import { TransferServer } from "./transfer-server.ts";

let server: TransferServer;
beforeAll(async () => {
  server = await TransferServer.open();
});
afterAll(() => server.close());

function write(name: string, document: unknown): string {
  const path = server.cli.path(name);
  writeFileSync(path, JSON.stringify(document));
  return path;
}

const importInto = (slug: string, file: string, ...more: string[]) =>
  server.run(["project", "import", slug, "-f", file, "--yes", ...more]);

const exportOf = async (slug: string) => {
  const { stdout } = await server.run(["project", "export", slug]);
  const { users } = JSON.parse(stdout);
  return Object.fromEntries(users.map((user: { email: string }) => [user.email, user]));
};

const { firebase } = vectors;

describe("an export of Firebase", () => {
  const users = [
    {
      localId: "x1",
      email: "grace@example.com",
      emailVerified: true,
      passwordHash: firebase.hash,
      salt: firebase.salt,
      displayName: "Grace",
      photoUrl: "https://example.com/g.png",
      customAttributes: '{"role":"admin"}',
      createdAt: "1500000000000",
      lastSignedInAt: "1600000000000",
      disabled: false,
      providerUserInfo: [
        { providerId: "google.com", rawId: "108", email: "grace@gmail.example", displayName: "G" },
        { providerId: "facebook.com", rawId: "77" },
        { providerId: "password", rawId: "grace@example.com" },
      ],
    },
    {
      localId: "x2",
      email: "apple@example.com",
      disabled: true,
      photoUrl: "http://example.com/plain.png",
      providerUserInfo: [{ providerId: "apple.com", rawId: "000.abc" }],
    },
    { localId: "x3", phoneNumber: "+15550100", providerUserInfo: [{ providerId: "phone" }] },
    { localId: "x4", email: "hidden@example.com", passwordHash: "UkVEQUNURUQ=", salt: "" },
    { localId: "x5", email: "odd@example.com", customAttributes: "{not json" },
    { localId: "x6", email: "large@example.com", customAttributes: '{"n":1e400}' },
  ];
  const parameters = [
    ...["--firebase-signer-key", firebase.signerKey, "--firebase-salt-separator", firebase.saltSeparator],
    ...["--firebase-rounds", String(firebase.rounds), "--firebase-mem-cost", String(firebase.memCost)],
  ];

  test("moves in with its flags: the old password signs in, the rest is there, what cannot be kept is told", async () => {
    const key = await server.addProject("Fire");
    const { code, stdout, stderr } = await importInto("fire", write("f.json", { users }), ...parameters);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "created\t2\nskipped\t0\nrefused\t4\n" });
    expect(stderr).toContain("6 users in an export of Firebase\n");
    expect(stderr).toContain("accounts of facebook.com were left out: 1\n");
    expect(stderr).toContain("pictures without an https address were left out: 1\n");
    expect(stderr).toContain("phone numbers were left out: 1\n");
    expect(stderr).toMatch(/refused user 2: .*email/);
    expect(stderr).toContain("refused user 3 (hidden@example.com): its password hash is redacted");
    expect(stderr).toContain("refused user 4 (odd@example.com): customAttributes is not an object");
    expect(stderr).toContain("refused user 5 (large@example.com): customAttributes holds a number");

    expect(await server.signIn(key, "grace@example.com", "wrong password")).toBe("INVALID_CREDENTIALS");
    expect(await server.signIn(key, "grace@example.com", firebase.password)).toMatchObject({
      displayName: "Grace",
      avatarUrl: "https://example.com/g.png",
      createdAt: "2017-07-14T02:40:00Z",
    });
    expect(await exportOf("fire")).toMatchObject({
      "grace@example.com": {
        password_algorithm: "argon2id",
        custom_claims: { role: "admin" },
        identities: [{ provider: "google", subject: "108", email: "grace@gmail.example" }],
      },
      "apple@example.com": {
        disabled: true,
        avatar_url: "",
        password_hash: "",
        identities: [{ provider: "apple", subject: "000.abc" }],
      },
    });
  });

  test("takes the parameters from hash_config as the console shows it", async () => {
    const key = await server.addProject("Config");
    const hash_config = {
      algorithm: "SCRYPT",
      base64_signer_key: firebase.signerKey,
      base64_salt_separator: firebase.saltSeparator,
      rounds: firebase.rounds,
      mem_cost: firebase.memCost,
    };
    const file = write("config.json", { hash_config, users: users.slice(0, 1) });
    expect(await importInto("config", file, "--format", "firebase")).toMatchObject({ code: 0 });
    expect(await server.signIn(key, "grace@example.com", firebase.password)).toMatchObject({
      displayName: "Grace",
    });
  });

  test("with hashes but without their parameters it is refused as a whole, before anything is sent", async () => {
    await server.addProject("Without");
    const file = write("without.json", { users: users.slice(0, 2) });
    const importing = ["project", "import", "without", "-f", file, "--yes"];
    const failed = await server.cli.failure(importing, server.env);
    expect(failed.code).toBe(2);
    expect(failed.message).toContain("1 password hash of Firebase needs --firebase-signer-key");
    expect(await exportOf("without")).toEqual({});
    const wrong = await server.cli.failure([...importing, "--firebase-rounds", "9"], server.env);
    expect(wrong).toMatchObject({ code: 2, message: "the signer key of Firebase is missing or not base64" });
  });
});

describe("an export of Supabase", () => {
  const [bcrypt, argon2id] = ["bcrypt", "argon2-cffi argon2id"].map(
    (maker) => vectors.hashes.find(({ madeBy }) => madeBy === maker)?.hash ?? "",
  );
  const { signerKey, saltSeparator, salt, hash, rounds, memCost } = firebase;
  const rows = [
    {
      instance_id: "00000000-0000-0000-0000-000000000000",
      id: "a",
      aud: "authenticated",
      role: "authenticated",
      email: "b@example.com",
      encrypted_password: bcrypt,
      email_confirmed_at: "2024-01-02 03:04:05.123456+00",
      raw_app_meta_data: { provider: "email", providers: ["email"], plan: "pro" },
      raw_user_meta_data: '{"full_name":"Bea","avatar_url":"https://example.com/b.png"}',
      created_at: "2024-01-02 03:04:05.123456+00",
      banned_until: null,
      deleted_at: null,
      is_anonymous: false,
      identities: [
        { provider: "email", provider_id: "a", identity_data: { sub: "a" } },
        { provider: "google", provider_id: "55", identity_data: { sub: "55", email: "b@gmail.example" } },
        { provider: "github", provider_id: "9", identity_data: { sub: "9" } },
      ],
    },
    { email: "argon@example.com", encrypted_password: argon2id, banned_until: "2999-01-01T00:00:00Z" },
    {
      email: "fire@example.com",
      encrypted_password: `$fbscrypt$v=1,n=${memCost},r=${rounds},p=1,ss=${saltSeparator},sk=${signerKey}$${salt}$${hash}`,
      banned_until: "2020-01-01 00:00:00+00",
    },
    { email: "no-password@example.com", encrypted_password: "", user_metadata: { name: "Nora" } },
    { email: "md5@example.com", encrypted_password: "5f4dcc3b5aa765d61d8327deb882cf99" },
    { email: null, encrypted_password: null, is_anonymous: true },
    { email: "gone@example.com", deleted_at: "2024-01-02 03:04:05+00" },
  ];

  test.each([
    ["a list of rows", (all: unknown[]) => all],
    ["an object with users", (users: unknown[]) => ({ users })],
  ])("moves in as %s", async (title, wrap) => {
    const slug = title.startsWith("a list") ? "rows" : "wrapped";
    const key = await server.addProject(slug);
    const { code, stdout, stderr } = await importInto(slug, write(`${slug}.json`, wrap(rows)));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "created\t4\nskipped\t0\nrefused\t3\n" });
    expect(stderr).toContain("7 users in an export of Supabase\n");
    expect(stderr).toContain("refused user 4 (md5@example.com): its password hash is of an unknown kind");
    expect(stderr).toContain("refused user 5: it is anonymous");
    expect(stderr).toContain("refused user 6 (gone@example.com): it was deleted");
    expect(stderr).toContain("accounts of github were left out: 1");

    expect(await server.signIn(key, "b@example.com", vectors.password)).toMatchObject({
      displayName: "Bea",
      avatarUrl: "https://example.com/b.png",
      emailVerified: true,
      createdAt: "2024-01-02T03:04:05.123Z",
    });
    expect(await server.signIn(key, "argon@example.com", vectors.password)).toBe("USER_DISABLED");
    expect(await server.signIn(key, "fire@example.com", firebase.password)).toMatchObject({
      email: "fire@example.com",
    });
    expect(await exportOf(slug)).toMatchObject({
      "b@example.com": {
        custom_claims: {},
        identities: [{ provider: "google", subject: "55", email: "b@gmail.example" }],
      },
      "no-password@example.com": { display_name: "Nora", email_verified: false, password_hash: "" },
    });
  });

  test("app metadata becomes claims only when asked, without the providers", async () => {
    await server.addProject("Claims");
    const file = write("claims.json", rows.slice(0, 1));
    expect(await importInto("claims", file, "--supabase-claims")).toMatchObject({ code: 0 });
    expect(await exportOf("claims")).toMatchObject({ "b@example.com": { custom_claims: { plan: "pro" } } });
  });
});
