import { writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { engines } from "../../server/src/testing/engines.ts";
import { times } from "../../server/src/testing/full.ts";
import { AllStoresBench } from "../../server/src/testing/stores/all-stores-bench.ts";
import { type StoreFault, storeFaults } from "../../server/src/testing/stores/store-fault.ts";
import { ShapeCheck } from "../../server/test/shape-check.ts";
import { clientOf } from "../src/remote/client.ts";
import { BatchSender, type Line } from "../src/remote/subscription-import/send.ts";
import { Tally } from "../src/remote/subscription-import/tally.ts";
import { AppCli } from "./app-cli.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 }); // a few programs each

const ADA = "ada@example.com";
const shapes = new ShapeCheck();

let b: AllStoresBench;
let cli: AppCli;
let ada: Awaited<ReturnType<AllStoresBench["addUser"]>>;
beforeAll(async () => {
  b = await AllStoresBench.open(engines[0] ?? expect.fail());
  cli = new AppCli(b.t, b.token);
  ada = await b.addUser(ADA);
  await b.addUser("eve@example.com", false);
});
afterAll(async () => {
  cli.close();
  await b.close();
});
beforeEach(async () => {
  await b.t.app.db.deleteFrom("subscriptions").execute();
});

function file(content: string | Buffer, name = "subscribers.csv"): string {
  writeFileSync(cli.path(name), content);
  return name;
}
const importing = (...args: string[]) => ["billing", "import", ...args, "--project", "demo"];
const stored = async () => (await b.t.app.db.selectFrom("subscriptions").select("id").execute()).length;
const csv = (...rows: readonly (readonly string[])[]) => rows.map((row) => row.join(",")).join("\n");

describe("billing import", () => {
  test("takes a plain CSV of all stores, says what would happen first, and can be run again", async () => {
    const [bought, foreign] = [b.play.purchases.buy({ productId: "team" }), b.stripeSubscription()];
    const name = file(
      `\ufeffUser,Store,Key,Sandbox\r\n${[
        [ADA, "app_store", b.apple.buy().originalTransactionId, ""],
        [ada.id, "play-store", bought.token, ""],
        [`"${ADA}"`, "stripe", foreign.id, "false"],
        [ADA, "app_store", b.apple.buy({ environment: "sandbox" }).originalTransactionId, "true"],
      ]
        .map((row) => row.join(","))
        .join("\r\n")}\r\n`,
    );
    const dry = await cli.run(importing(name, "--dry-run"));
    expect(dry).toEqual({
      code: 0,
      stdout: "",
      stderr:
        "reading a CSV file with user, store and key; a dry run stores nothing\n" +
        "would import 4, 0 there already, 0 not imported\n4 give access now\n",
    });
    expect(await stored()).toBe(0);
    const first = await cli.run(importing(name));
    expect(first).toMatchObject({
      code: 0,
      stdout: "",
      stderr: expect.stringContaining("imported 4, 0 there already, 0 not imported\n"),
    });
    expect(await b.active(ada)).toEqual(["pro", "team"]);
    expect(await shapes.json(cli, ...importing(name))).toEqual({
      ...{ project: "demo", format: "csv", dryRun: false, complete: true },
      ...{ imported: 0, unchanged: 4, notImported: 0, givingAccess: 4, remarks: {}, leftOut: {}, lines: [] },
    });
  });

  test("names the line of each that was not imported, and never a purchase token", async () => {
    const token = "a-purchase-token-that-nobody-should-read-in-a-log";
    const rows = [
      ["user", "store", "key", "sandbox"],
      ["nobody@example.com", "app_store", b.apple.buy().originalTransactionId, ""],
      ["eve@example.com", "app_store", b.apple.buy().originalTransactionId, ""],
      [ADA, "play_store", token, ""],
      [ADA, "amazon", token, ""],
      [ADA, "play_store", "GPA.3345-1234-5678-90123", ""],
      [ADA, "app_store", b.apple.buy().originalTransactionId, "maybe"],
      [ADA, "app_store", b.apple.buy({ productId: "com.example.gold" }).originalTransactionId, ""],
      ["", "app_store", b.apple.buy().originalTransactionId, ""],
      [`${ADA}\0`, "app_store", b.apple.buy().originalTransactionId, ""],
    ];
    const { code, stdout, stderr } = await cli.run(importing(file(csv(...rows))));
    expect(stdout.trim().split("\n").sort()).toEqual([
      "line 10\tinvalid\tholds a zero byte",
      "line 2\tuser-unknown\tno user has this email address",
      "line 3\tuser-unknown\ta user has this email address, but has not verified it",
      "line 4\tstore-unknown\tGoogle Play does not know it",
      "line 5\tinvalid\tstore must be app_store, play_store or stripe",
      "line 6\tinvalid\tthe key is an order id of Google Play; a purchase token is needed",
      "line 7\tinvalid\tsandbox must be true or false",
    ]);
    expect(stderr).toContain(
      "warning: 1 imported: the catalog has no product com.example.gold, so it gives no access\n" +
        "warning: 1 imported: nobody owns it until somebody restores it\n" +
        "imported 2, 0 there already, 7 not imported\n1 give access now\n" +
        "svc: 7 subscriptions were not imported\n",
    );
    expect(code).toBe(1);
    const json = await cli.run([...importing(file(csv(...rows))), "--json"]);
    expect(json.code).toBe(1);
    expect(JSON.parse(json.stdout).lines).toContainEqual({
      ...{ line: 4, outcome: "store-unknown", detail: "Google Play does not know it" },
    });
    expect(JSON.stringify([stdout, stderr, json, b.t.logLines])).not.toContain(token);
  });

  test("reads RevenueCat's export: renewals once, anonymous buyers without an owner, and says what it lacks", async () => {
    const [bought, anonymous, aliased] = [b.apple.buy(), b.apple.buy(), b.apple.buy()];
    const [anon, foreign] = ["$RCAnonymousID:87c6049c58069238dce29853916d624c", b.stripeSubscription()];
    const header =
      "rc_original_app_user_id;rc_last_seen_app_user_id_alias;store;is_auto_renewable;is_sandbox;store_transaction_id;original_store_transaction_id;reserved_subscriber_attributes";
    const row = (user: string, store: string, first: string, more = "", renews = "true") =>
      [
        user,
        more || user,
        store,
        renews,
        "false",
        `${first}9`,
        first,
        '"{""$email"": {""value"": ""eve@example.com""}}"',
      ].join(";");
    const text = [
      header,
      row(ada.id, "app_store", bought.originalTransactionId),
      row(ada.id, "app_store", bought.originalTransactionId),
      row(anon, "app_store", anonymous.originalTransactionId),
      row(anon, "mac_app_store", aliased.originalTransactionId, ada.id),
      row(ada.id, "stripe", foreign.id),
      row(ada.id, "stripe", "in_123"),
      row(ada.id, "play_store", "GPA.3345-1234-5678-90123"),
      row(ada.id, "play_store", "GPA.3345-1234-5678-90124"),
      row(ada.id, "promotional", "rc_promo", "", "false"),
      row(ada.id, "amazon", "amzn1"),
    ].join("\n");
    const result = await shapes.json(cli, ...importing(file(text)));
    expect(result).toEqual({
      ...{ project: "demo", format: "revenuecat", dryRun: false, complete: true },
      ...{ imported: 4, unchanged: 0, notImported: 0, givingAccess: 4 },
      remarks: { "nobody owns it until somebody restores it": 1 },
      leftOut: {
        "purchases at Stripe without a subscription id: import Stripe's own export": 1,
        "purchases in Google Play, because RevenueCat exports order ids and no purchase tokens: the app restores them, or import a plain CSV with the tokens": 2,
        "promotional entitlements of RevenueCat: grant them with svc billing grants add": 1,
        'purchases of the store "amazon"': 1,
      },
      lines: [],
    });
    const owners = await b.t.app.db.selectFrom("subscriptions").select(["subjectKey", "userId"]).execute();
    expect(Object.fromEntries(owners.map(({ subjectKey, userId }) => [subjectKey, userId]))).toEqual({
      [bought.originalTransactionId]: ada.id,
      [anonymous.originalTransactionId]: null,
      [aliased.originalTransactionId]: ada.id,
      [foreign.id]: ada.id,
    });
  });

  test("reads Stripe's export from standard input, by the verified address of the customer", async () => {
    const foreign = b.stripeSubscription();
    const header =
      "id,Customer ID,Customer Description,Customer Email,Plan,Status,Created (UTC),userId (metadata)";
    const text = [
      header,
      `${foreign.id},${foreign.customer},"Lovelace, Ada",${ADA},price_1,active,2026-01-01 10:00,7`,
      `${b.stripeSubscription().id},cus_2,,eve@example.com,price_1,active,2026-01-01 10:00,8`,
      `${b.stripeSubscription().id},cus_3,,,price_1,active,2026-01-01 10:00,9`,
      "ch_3,cus_4,,ada@example.com,price_1,paid,2026-01-01 10:00,9",
    ].join("\n");
    const { code, stdout, stderr } = await cli.run(importing("-"), { input: text });
    expect(stdout.trim().split("\n").sort()).toEqual([
      "line 3\tuser-unknown\ta user has this email address, but has not verified it",
      "line 4\tinvalid\tthe customer has no email address; name the user in a plain CSV",
      "line 5\tinvalid\tid is not that of a subscription (sub_…); export the list of subscriptions",
    ]);
    expect(stderr).toMatch(/^reading an export of subscriptions from Stripe\n/);
    expect([code, await stored()]).toEqual([1, 1]);
    expect(foreign.metadata.svc_account).toMatch(/^[\da-f-]{36}$/);
  });

  test("refuses a file that it cannot read, before it sends anything", async () => {
    const failure = (...args: string[]) => cli.failure(importing(...args));
    expect(await failure("nowhere.csv")).toMatchObject({ code: 2, message: "there is no file nowhere.csv" });
    expect(await failure(file(""))).toMatchObject({ code: 2, message: "subscribers.csv is empty" });
    expect(await failure(file("a,b,c\n1,2,3\n"))).toMatchObject({
      code: 2,
      message:
        "subscribers.csv is not an export of RevenueCat or Stripe, nor a CSV with the header user,store,key",
    });
    expect(await failure(file("user,key\na,b\n"), "--format", "csv")).toEqual({
      code: 2,
      message: "subscribers.csv lacks the column store",
      hint: "an export of the format csv has user, store, key",
    });
    expect(await failure(file("user,store,key\n"), "--format", "excel")).toEqual({
      code: 2,
      message: '--format must be csv, revenuecat, stripe, not "excel"',
      hint: "omit it to detect the format",
    });
    expect(await failure(file(gzipSync("user,store,key"), "a.csv.gz"))).toEqual({
      code: 2,
      message: "a.csv.gz is packed with gzip",
      hint: "gunzip -c a.csv.gz | svc billing import - …",
    });
    expect(await failure(file(Buffer.from([0x75, 0x73, 0xff, 0x0a])))).toMatchObject({
      message: "subscribers.csv is not text in UTF-8",
    });
    const plain = file("user,store,key\n");
    expect((await cli.failure(["billing", "import", plain, "--project", "nope"])).code).toBe(3);
    expect(b.apple.fault).toBeUndefined();
  });

  test("waits for a store that does not answer for a moment", async () => {
    let failures = 2;
    const once: StoreFault = (request, response) => {
      failures -= 1;
      if (failures === 0) b.play.fault = undefined;
      storeFaults["answers 503"](request, response);
    };
    b.play.fault = once;
    const rows = [
      ["user", "store", "key"],
      ...[1, 2].map(() => [ADA, "play_store", b.play.purchases.buy().token]),
    ];
    const { code, stderr } = await cli.run(importing(file(csv(...rows))));
    expect(stderr).toContain("Google Play did not answer; trying again in 1 s\n");
    expect([code, await stored()]).toEqual([0, 2]);
  });

  test("goes on with the other stores when one stays silent, and says what to do", async () => {
    b.apple.fault = storeFaults["answers 503"];
    const said: string[] = [];
    const output = {
      ...{ json: false, say: (line: string) => said.push(line) },
      printFields: ([cells = []]: readonly (readonly string[])[]) => said.push(cells.join(" ")),
    } as unknown as ConstructorParameters<typeof Tally>[0];
    const tally = new Tally(output);
    const call = clientOf({ url: b.t.url, token: b.token } as Parameters<typeof clientOf>[0], "test");
    const sender = new BatchSender(
      {
        ...{ call, output, project: "demo", dryRun: false },
        ...{ signal: new AbortController().signal, delaysMs: [1, 2] },
      },
      tally,
    );
    const apple = (line: number): Line => ({
      line,
      entry: { user: ADA, store: "STORE_APP_STORE", storeKey: b.apple.buy().originalTransactionId },
    });
    const { token } = b.play.purchases.buy();
    const play: Line = { line: 3, entry: { user: ADA, store: "STORE_PLAY_STORE", storeKey: token } };
    await sender.send([apple(2), play]);
    const asked = b.apple.seen.length;
    await sender.send([apple(4)]);
    b.apple.fault = undefined;
    expect(b.apple.seen).toHaveLength(asked);
    expect(said).toEqual([
      "the App Store did not answer; trying again in 0.001 s",
      "the App Store did not answer; trying again in 0.002 s",
      "line 2 store-unavailable the App Store did not answer",
      "line 4 store-unavailable the App Store did not answer",
    ]);
    expect([tally.imported, tally.notImported, tally.unavailable]).toEqual([1, 2, 2]);
  });

  test("stops at an interruption and goes on where it stopped", async () => {
    const count = times(300, 10_000);
    const rows = Array.from({ length: count }, () => [ADA, "play_store", b.play.purchases.buy().token]);
    const name = file(csv(["user", "store", "key"], ...rows));
    const running = cli.start(importing(name));
    while ((await stored()) < 40) await new Promise((resolve) => setImmediate(resolve));
    running.child.kill("SIGINT");
    const { code, stderr } = await running.finished;
    const before = await stored();
    expect([code, before < count]).toEqual([130, true]);
    expect(stderr).toContain("svc: interrupted before the end\n");
    expect(stderr).toContain(`imported ${before}, 0 there already, 0 not imported\n`);
    const again = await cli.json(...importing(name));
    expect(again).toMatchObject({
      imported: count - before,
      unchanged: before,
      notImported: 0,
      complete: true,
    });
    expect(await stored()).toBe(count);
  }, 900_000);
});
