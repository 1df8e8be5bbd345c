import { describe, expect, test } from "vitest";
import { changesBetween, contractNames } from "./changes.ts";

describe("What changed between two states", () => {
  test("names each field with its old and its new value, and leaves out what is the same", () => {
    const before = { claims: { role: "user", plan: "pro", gone: 1 } };
    const after = { claims: { role: "admin", plan: "pro", came: [1] } };
    expect(changesBetween(before, after)).toEqual({
      changes: [
        { field: "claims.role", old: "user", new: "admin" },
        { field: "claims.gone", old: 1 },
        { field: "claims.came", new: [1] },
      ],
    });
    expect(changesBetween(after, structuredClone(after))).toEqual({ changes: [] });
  });

  test("compares entries of a list by their ids, and says so when only their order changed", () => {
    const [a, b] = [
      { id: "a", name: "A" },
      { id: "b", name: "B" },
    ];
    expect(changesBetween({ tiers: [a, b] }, { tiers: [{ ...b, name: "Big" }] }).changes).toEqual([
      { field: "tiers.a", old: a },
      { field: "tiers.b.name", old: "B", new: "Big" },
    ]);
    expect(changesBetween({ tiers: [a, b] }, { tiers: [b, a] }).changes).toEqual([
      { field: "tiers", old: [a, b], new: [b, a] },
    ]);
  });

  test("a secret is masked: that it changed is said, and nothing else", () => {
    expect(changesBetween({}, {}, ["google.web_client_secret"])).toEqual({
      changes: [{ field: "google.web_client_secret", masked: true }],
    });
  });

  test("long values are cut between characters, and a long list ends", () => {
    const [long] = changesBetween({ text: "" }, { text: `${"x".repeat(399)}😀` }).changes;
    expect(long).toEqual({ field: "text", old: "", new: `${"x".repeat(399)}…` });
    const [list] = changesBetween({ urls: [] }, { urls: ["x".repeat(900)] }).changes;
    expect(String(list?.new)).toHaveLength(401);

    const many = Object.fromEntries(Array.from({ length: 70 }, (_, n) => [`field${n}`, n]));
    const { changes, more_changes: more } = changesBetween({}, many);
    expect([changes.length, more]).toEqual([50, 20]);
    const large = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`field${n}`, "x".repeat(390)]));
    expect(JSON.stringify(changesBetween({}, large)).length).toBeLessThan(8_100);
  });

  test("names fields as the contract does", () => {
    expect(
      contractNames({ cornerRadius: 1, darkColors: { onPrimary: "#fff" }, list: [{ priceMicros: 1 }] }),
    ).toEqual({
      corner_radius: 1,
      dark_colors: { on_primary: "#fff" },
      list: [{ price_micros: 1 }],
    });
  });
});
