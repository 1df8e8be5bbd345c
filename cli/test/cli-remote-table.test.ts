import { afterAll, beforeAll, expect, test } from "vitest";
import { type CommandSpec, splitUsage } from "../src/command.ts";
import { commands } from "../src/commands.ts";
import { RemoteCli } from "./remote-cli.ts";

let cli: RemoteCli;
beforeAll(() => {
  cli = new RemoteCli();
});
afterAll(() => cli.close());

const nowhere = { SVC_URL: "http://127.0.0.1:1", SVC_TOKEN: `svc_pat_${"x".repeat(49)}` };

/** The remote commands of the specification with their own flags: `!` is required, `=` is the default. */
const specified: Readonly<Record<string, string>> = {
  "login <url>": "--name",
  "instance get": "",
  "instance smtp set": "--host! --port=587 --from! --username --password --allow-sender",
  "instance smtp clear": "--yes",
  "instance smtp test": "--to!",
  "instance mail list": "--state --project --to --page-size --page-token",
  "instance mail retry [id...]": "",
  "instance mail cancel <id...>": "--yes",
  "project list": "",
  "project get <slug|id>": "",
  "project create <name>": "--slug --show-secret",
  "project update <slug|id>": "--name --etag",
  "project delete <slug|id>": "--yes",
  "project dump [slug|id]": "--with-etag",
  "project apply": "-f --file! --merge --etag --yes",
  "project keys show <slug|id>": "",
  "project keys rotate <slug|id>": "--grace-seconds=0 --wait --yes",
  "project keys reset-signing <slug|id>": "--yes",
  "project keys regenerate-secret <slug|id>": "--keep-old-seconds=0 --show-secret! --yes",
  "project keys end-old-secret <slug|id>": "--yes",
  "user list":
    "--query --verified --unverified --disabled --enabled --guests --permanent --with-password --without-password --bouncing --not-bouncing --provider --order --csv --page-size --page-token --project!",
  "user get <id|email>": "--project!",
  "user create <email>": "--password --invite --display-name --locale --verified --project!",
  "user invite <email>": "--display-name --locale --project!",
  "user delete <id|email>": "--yes --project!",
  "user export <id|email>": "--out --project!",
  "user disable <id|email>": "--project!",
  "user enable <id|email>": "--project!",
  "user keep <id|email>": "--project!",
  "user bounce mark <id|email>": "--reason --project!",
  "user bounce clear <id|email>": "--project!",
  "user claims set <id|email> <json>": "--etag --project!",
  "user sessions revoke <id|email>": "--yes --project!",
  "token create <name>": "--expires-in-days --project --read-only",
  "token list": "",
  "token revoke <id>": "--with-children --yes",
  "stats get": "--from --to --project!",
  "setup apple":
    "--bundle-id --issuer-id --key-id --p8 --team-id --services-id --sign-in-key --rotate-key --unofficial-api --project!",
  "setup google":
    "--android-client-id --android-package --android-sha1 --android-sha256 --gcp-project --ios-bundle-id --ios-client-id --keystore --keystore-pass --remove-sha1 --remove-sha256 --web-client-id --web-client-secret --project!",
};

function ownFlags({ flags }: CommandSpec): string {
  const own = flags.filter(({ name }) => name !== "context" && name !== "json");
  const shown = own.map(({ short, name, isRequired, fallback }) => {
    const mark = isRequired ? "!" : fallback === undefined ? "" : `=${fallback}`;
    return `${short === undefined ? "" : `-${short} `}--${name}${mark}`;
  });
  return shown.join(" ");
}

test.each(Object.entries(specified))("svc %s has the specification's flags: %s", (usage, flags) => {
  const spec = commands.find((command) => command.usage === usage);
  if (spec === undefined) throw new Error(`there is no command ${usage}`);
  expect(ownFlags(spec)).toBe(flags);
  const names = spec.flags.map(({ name }) => name);
  expect(names.includes("context")).toBe(usage !== "login <url>");
  expect(names).toContain("json");
  expect(spec.json).toBeDefined();
});

const mine = commands.filter(({ usage }) => usage in specified && usage !== "project apply"); // has a file of its own

test("every command that talks to a server fails with one object on stderr and nothing on stdout", async () => {
  const talking = mine.filter(({ flags }) => flags.some(({ name }) => name === "context"));
  for (const { usage, flags } of talking) {
    const { path, args } = splitUsage(usage);
    const values = args.map((arg) => (arg === "<json>" ? "{}" : "some"));
    const given = flags.filter(({ name, isRequired }) => isRequired || ["yes", "name"].includes(name));
    const typed = given.flatMap(({ name, value }) => {
      if (value === undefined) return [`--${name}`];
      return [`--${name}`, "some"];
    });
    const { code, stdout, stderr } = await cli.run([...path, ...values, ...typed, "--json"], {
      env: nowhere,
    });
    expect({ usage, code, stdout }).toEqual({ usage, code: 7, stdout: "" });
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: "unavailable",
        reason: "UNREACHABLE",
        message: "nothing answers at http://127.0.0.1:1",
        hint: expect.stringContaining("if its address has changed: svc login <url>"),
      },
    });
  }
});

test("a command that needs a confirmation fails without a terminal, before any call, and names --yes", async () => {
  // A rotation asks only about a young stand-by key, and works without a terminal as it did in 0.1.0.
  const always = mine.filter(({ usage }) => !usage.startsWith("project keys rotate"));
  const asking = always.filter(({ flags }) => flags.some(({ name }) => name === "yes"));
  expect(asking).toHaveLength(9);
  for (const { usage, flags } of asking) {
    const { path, args } = splitUsage(usage);
    const extra = flags.flatMap(({ name }) =>
      name === "project" ? ["--project", "acme"] : name === "show-secret" ? ["--show-secret"] : [],
    );
    const failed = await cli.failure([...path, ...args.map(() => "some"), ...extra], nowhere);
    expect(failed).toEqual({
      code: 2,
      message: "this needs a confirmation, and there is no terminal to prompt on",
      hint: "pass --yes to skip the confirmation",
    });
  }
});
