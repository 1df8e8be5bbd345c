import { writeFileSync } from "node:fs";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { CliShop } from "./cli-billing-bench.ts";

vi.setConfig({ testTimeout: 300_000 }); // a few programs each

let shop: CliShop;
beforeAll(async () => {
  shop = await CliShop.open();
  await shop.sell(await shop.user("ada@example.com"), { addOns: ["team"] });
  await shop.sell(await shop.user("bob@example.com"));
});
afterAll(() => shop.close());

/** Pro gives nothing any more, and team is gone. */
const spec = `slug: demo
settings:
  billing:
    tiers:
      - {id: pro, rank: 1}
`;
const warnings = [
  "2 purchases of pro p1m (play-store): keeps pro, loses pro",
  "1 purchase of team p1m (play-store): team is removed without a replacement, loses team",
];

test("project apply says whom a change of the catalog affects, and asks", async () => {
  writeFileSync(shop.cli.path("spec.yaml"), spec);
  const apply = ["project", "apply", "-f", "spec.yaml", "--merge"];
  const terminal = shop.cli.onTerminal(...apply);
  await terminal.answer("Apply 1 change to demo? This affects 3 purchases. [y/N]", "n\n");
  const { shown } = await terminal.finished;
  for (const warning of warnings) expect(shown).toContain(warning);

  const { code, stdout, stderr } = await shop.cli.run([...apply, "--yes", "--json"]);
  expect(code).toBe(0);
  for (const warning of warnings) expect(stderr).toContain(warning);
  expect(JSON.parse(stdout)).toMatchObject({
    catalogImpacts: [
      { storeProductId: "pro", count: "2", beforeId: "pro", afterId: "pro", lostEntitlements: ["pro"] },
      { storeProductId: "team", count: "1", beforeId: "team", lostEntitlements: ["team"] },
    ],
  });
  expect((await shop.cli.run([...apply, "--yes"])).stderr).not.toContain("purchases of");
});

test("billing subscriptions list shows add-ons, in the table and as JSON", async () => {
  expect(await shop.text("subscriptions", "list")).toContain("pro + team");
  const { subscriptions } = await shop.json("subscriptions", "list");
  expect(JSON.stringify(subscriptions)).toContain('"addOns":[{"storeProductId":"team"');
});
