import { type DescField, type DescMessage, ScalarType } from "@bufbuild/protobuf";
import type { Dice } from "./dice.ts";

const NUMBERS = [0, 1, -1, 2, 100, 1_000, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1e300, 0.5, -0];
const BIG = ["9223372036854775807", "-9223372036854775808", "18446744073709551616", "1e3", "007", "", "x"];
const NASTY = [
  "",
  " ",
  "\0",
  "a\0b",
  "'; drop table users; --",
  "%_%",
  "__proto__",
  "constructor",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "\u202eabc\u0301\u{1f469}\u200d\u{1f469}",
  "\ud800",
  "\uffff",
  "ADA@EXAMPLE.COM",
  "a@b",
  "ada@[127.0.0.1]",
  "\r\nset-cookie: a=b",
  "null",
  "2026-01-01",
  "2026-13-45T99:99:99Z",
  "Etc/GMT+5",
  "http://127.0.0.1:1/",
  "javascript:alert(1)",
  "1/0",
  "{}",
  "eyJhbGciOiJub25lIn0.e30.",
];

/** A request as its schema allows it, or nearly, out of words that mean something to the server. */
export class HostileMessage {
  readonly #dice: Dice;
  readonly #words: readonly string[];

  constructor(dice: Dice, words: readonly string[]) {
    this.#dice = dice;
    this.#words = words;
  }

  text(): string {
    const dice = this.#dice;
    if (dice.chance(0.5)) return dice.pick(this.#words);
    if (dice.chance(0.6)) return dice.pick(NASTY);
    if (dice.chance(0.5)) return dice.pick(["x", "é", "\u{1f600}", "a@"]).repeat(dice.size(300, 30_000));
    return dice.bytes(dice.below(40)).toString(dice.pick(["latin1", "base64url", "utf8"]));
  }

  json(type: DescMessage, depth = 0): Record<string, unknown> {
    const dice = this.#dice;
    const fields = dice.some(type.fields, depth > 5 ? 0.1 : 0.75);
    const entries = fields.map((field): [string, unknown] => [
      dice.chance(0.9) ? field.jsonName : field.name,
      dice.chance(0.93) ? this.#value(field, depth) : this.#anything(depth),
    ]);
    if (dice.chance(0.02)) entries.push([this.text(), this.#anything(depth)]);
    return Object.fromEntries(entries);
  }

  #value(field: DescField, depth: number): unknown {
    const dice = this.#dice;
    if (field.fieldKind === "list") {
      return Array.from({ length: dice.size(4, 400) }, () => this.#single(field, depth));
    }
    if (field.fieldKind === "map") {
      const entries = Array.from({ length: dice.size(4, 400) }, () => [
        this.text(),
        this.#single(field, depth),
      ]);
      return Object.fromEntries(entries);
    }
    return this.#single(field, depth);
  }

  #single(field: DescField, depth: number): unknown {
    const dice = this.#dice;
    if (field.message) {
      const isWellKnown = field.message.typeName.startsWith("google.protobuf.");
      return isWellKnown && dice.chance(0.8) ? this.#wellKnown() : this.json(field.message, depth + 1);
    }
    if (field.enum) {
      return dice.chance(0.8) ? dice.pick(field.enum.values).name : dice.pick([...NUMBERS, "NO_SUCH_VALUE"]);
    }
    switch (field.scalar) {
      case ScalarType.STRING:
        return this.text();
      case ScalarType.BOOL:
        return dice.chance(0.95) ? dice.chance(0.5) : "true";
      case ScalarType.BYTES:
        return dice.chance(0.8) ? dice.bytes(dice.size(200, 20_000)).toString("base64") : this.text();
      default:
        return dice.chance(0.8) ? dice.pick(NUMBERS) : dice.pick(BIG);
    }
  }

  /** Masks, times and durations are texts in JSON. */
  #wellKnown(): unknown {
    return this.#dice.pick([
      ...["displayName", "email,displayName", "", ",", "a.b.c", "settings", "*"],
      ...["2026-11-15T10:00:00Z", "9999-12-31T23:59:59.999999999Z", "0001-01-01T00:00:00Z", "3s", "-1s", {}],
    ]);
  }

  #anything(depth: number): unknown {
    const dice = this.#dice;
    if (depth < 4 && dice.chance(0.2)) return [this.#anything(depth + 1)];
    if (depth < 4 && dice.chance(0.2)) return { [this.text()]: this.#anything(depth + 1) };
    return dice.pick<unknown>([null, true, 0, -1, 1e308, "", "x", [], {}, this.text()]);
  }

  binary(type: DescMessage, depth = 0): Buffer {
    const dice = this.#dice;
    const fields = dice.some(type.fields, depth > 5 ? 0.1 : 0.75);
    const parts = fields.flatMap((field) => {
      const repeated = field.fieldKind === "list" || field.fieldKind === "map";
      return Array.from({ length: repeated ? dice.size(4, 200) : 1 }, () => this.#field(field, depth));
    });
    if (dice.chance(0.02)) parts.push(tagged(dice.below(2 ** 29), dice.below(8), dice.bytes(dice.below(12))));
    return Buffer.concat(parts);
  }

  #field(field: DescField, depth: number): Buffer {
    const dice = this.#dice;
    if (dice.chance(0.03)) return tagged(field.number, dice.below(8), dice.bytes(dice.below(20)));
    if (field.fieldKind === "map") return tagged(field.number, 2, sized(this.#entry(field, depth)));
    if (field.message) return tagged(field.number, 2, sized(this.binary(field.message, depth + 1)));
    return this.#scalar(field.number, field.scalar);
  }

  #entry(field: DescField, depth: number): Buffer {
    const value = field.message
      ? tagged(2, 2, sized(this.binary(field.message, depth + 1)))
      : this.#scalar(2, field.scalar);
    return Buffer.concat([tagged(1, 2, sized(Buffer.from(this.text()))), value]);
  }

  #scalar(number: number, scalar: ScalarType | undefined): Buffer {
    const dice = this.#dice;
    switch (scalar) {
      case ScalarType.STRING:
        return tagged(number, 2, sized(dice.chance(0.95) ? Buffer.from(this.text()) : dice.bytes(9)));
      case ScalarType.BYTES:
        return tagged(number, 2, sized(dice.bytes(dice.size(200, 5_000))));
      case ScalarType.DOUBLE:
        return tagged(number, 1, dice.bytes(8));
      case ScalarType.FLOAT:
        return tagged(number, 5, dice.bytes(4));
      default:
        return tagged(
          number,
          0,
          varint(BigInt.asUintN(64, BigInt(Math.trunc(dice.pick([0, 1, 2, 7, -1, 2 ** 53]))))),
        );
    }
  }
}

function tagged(number: number, wireType: number, bytes: Buffer): Buffer {
  return Buffer.concat([varint((BigInt(number) << 3n) | BigInt(wireType)), bytes]);
}

function sized(bytes: Buffer): Buffer {
  return Buffer.concat([varint(BigInt(bytes.length)), bytes]);
}

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = value;
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(left)]);
}
