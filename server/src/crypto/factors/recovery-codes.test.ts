import { describe, expect, test } from "vitest";
import { newRecoveryCodes, plainRecoveryCode } from "./recovery-codes.ts";

const CODE = /^([A-HJKMNP-TV-Z2-9]{4})-([A-HJKMNP-TV-Z2-9]{4})-([A-HJKMNP-TV-Z2-9]{4})$/;

describe("recovery codes", () => {
  test("are ten, all different, in three groups of letters and digits that do not look alike", () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(CODE);
  });

  test("have 58 bits: each of the 30 signs is as likely at each of the 12 places", () => {
    const plain = Array.from({ length: 300 }, newRecoveryCodes).flat().map(plainRecoveryCode);
    const signs = new Set(plain.join(""));
    expect(signs.size).toBe(30);
    expect(Math.floor(12 * Math.log2(signs.size))).toBe(58);
    for (let place = 0; place < 12; place++) {
      const counts = new Map<string, number>();
      for (const code of plain) counts.set(code[place] ?? "", (counts.get(code[place] ?? "") ?? 0) + 1);
      expect(counts.size).toBe(30);
      // 100 are expected of each. Chance alone is outside of this once in 10 million runs.
      for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(70);
    }
  });

  test("are the same however somebody groups and capitalises them", () => {
    const [code = ""] = newRecoveryCodes();
    const bare = code.replaceAll("-", "");
    const wide = Array.from(bare, (sign) => String.fromCodePoint((sign.codePointAt(0) ?? 0) + 0xfee0)).join(
      "",
    );
    const typed = [bare.toLowerCase(), code.replaceAll("-", " "), ` ${code}\n`, `${code}.`, wide];
    for (const one of [...typed, code.replaceAll("-", "\u2011")]) expect(plainRecoveryCode(one)).toBe(bare);
  });

  test("differ in every sign", () => {
    const [code = ""] = newRecoveryCodes();
    const others = [code.slice(1), `${code}A`, code.replace(/.$/, (last) => (last === "A" ? "B" : "A"))];
    for (const other of others) expect(plainRecoveryCode(other)).not.toBe(plainRecoveryCode(code));
    expect(plainRecoveryCode("ß".repeat(100_000)).length).toBeLessThanOrEqual(256);
  });
});
