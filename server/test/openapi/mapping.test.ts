import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  createFileRegistry,
  type FileRegistry,
  fromBinary,
  fromJson,
  type JsonValue,
  toJson,
} from "@bufbuild/protobuf";
import { FileDescriptorSetSchema } from "@bufbuild/protobuf/wkt";
import { beforeAll, describe, expect, test } from "vitest";
import { schemasOf } from "../../../tools/openapi/documents.ts";
import { type JsonObject, strictAjv } from "./documents.ts";

const PROTO = `
syntax = "proto3";
package probe.v1;
import "google/protobuf/any.proto";
import "google/protobuf/duration.proto";
import "google/protobuf/empty.proto";
import "google/protobuf/field_mask.proto";
import "google/protobuf/struct.proto";
import "google/protobuf/timestamp.proto";
import "google/protobuf/wrappers.proto";

// Everything that JSON writes in a way of its own. See \`some_text\` and \`not_a_field\`.
message Probe {
  // A kind.
  enum Kind {
    // None.
    KIND_UNSPECIFIED = 0;
    // Some.
    KIND_SOME = 1;
  }
  string some_text = 1;
  bool flag = 2;
  int32 i32 = 3;
  uint32 u32 = 4;
  int64 i64 = 5;
  uint64 u64 = 6;
  sint64 s64 = 7;
  double number = 8;
  bytes data = 9;
  Kind kind = 10;
  Probe probe = 11;
  repeated Kind kinds = 12;
  map<string, Probe> by_name = 13;
  map<int64, string> by_id = 14;
  map<bool, string> by_flag = 15;
  google.protobuf.Timestamp at = 16;
  google.protobuf.Duration lasts = 17;
  google.protobuf.FieldMask mask = 18;
  google.protobuf.Struct claims = 19;
  google.protobuf.Value anything = 20;
  google.protobuf.ListValue list = 21;
  google.protobuf.Empty nothing = 22;
  google.protobuf.Int64Value wrapped = 23;
  google.protobuf.BoolValue maybe = 24;
  optional int32 present = 25;
  string named = 26 [json_name = "otherName"];
  // One way.
  oneof way {
    // By car.
    string by_car = 27;
    string by_bike = 28;
    string by_foot = 29;
  }
  string old = 30 [deprecated = true];
  google.protobuf.Any packed = 31;
  google.protobuf.NullValue null_value = 32;
}
`;

/** Of each field: what the server may write, and what it never writes. */
const CASES: Record<string, { right: JsonValue[]; wrong: unknown[] }> = {
  someText: { right: ["", "é"], wrong: [1] },
  flag: { right: [true], wrong: ["true"] },
  i32: { right: [-2_147_483_648, 2_147_483_647], wrong: [2_147_483_648, 1.5, "1"] },
  u32: { right: [4_294_967_295], wrong: [-1, 4_294_967_296] },
  i64: { right: ["-9223372036854775808", "9223372036854775807"], wrong: [1, "1.5", "x"] },
  u64: { right: ["18446744073709551615"], wrong: [1, "-1"] },
  s64: { right: ["-1"], wrong: [-1] },
  number: { right: [1.5, "NaN", "-Infinity"], wrong: ["1.5", true] },
  data: { right: ["aGk=", ""], wrong: [1] },
  kind: { right: ["KIND_SOME"], wrong: ["KIND_OTHER", 1] },
  probe: { right: [{ someText: "x" }], wrong: [{ someText: 1 }, "x"] },
  kinds: { right: [["KIND_SOME"]], wrong: [["KIND_OTHER"], "KIND_SOME"] },
  byName: { right: [{ a: { i32: 1 } }], wrong: [{ a: 1 }] },
  byId: { right: [{ "-5": "x" }], wrong: [{ a: "x" }] },
  byFlag: { right: [{ true: "x" }], wrong: [{ yes: "x" }] },
  at: { right: ["2030-01-01T00:00:00Z", "2030-01-01T00:00:00.123Z"], wrong: ["yesterday", 1] },
  lasts: { right: ["1.500s", "-3s"], wrong: ["1 s", 1] },
  mask: { right: ["someText,flag"], wrong: [["flag"]] },
  claims: { right: [{ roles: ["admin"], deep: { null: null } }], wrong: [[], "x"] },
  anything: { right: ["x", 1, [1], { a: 1 }], wrong: [] },
  list: { right: [[1, "x"]], wrong: [{}] },
  nothing: { right: [{}], wrong: ["", null] },
  wrapped: { right: ["5"], wrong: [5] },
  maybe: { right: [true, false], wrong: ["true"] },
  present: { right: [0], wrong: ["0"] },
  otherName: { right: ["x"], wrong: [1] },
  byCar: { right: ["x"], wrong: [1] },
  byBike: { right: ["x"], wrong: [1] },
  byFoot: { right: ["x"], wrong: [1] },
  old: { right: ["x"], wrong: [1] },
  packed: { right: [{ "@type": "type.googleapis.com/probe.v1.Probe", someText: "x" }], wrong: ["x"] },
  nullValue: { right: [null], wrong: [0, "NULL_VALUE"] },
};

describe("The schema of a message", () => {
  let types: FileRegistry;
  let schemas: JsonObject["$defs"];
  beforeAll(() => {
    types = build(PROTO);
    schemas = schemasOf(types, "probe.v1", (typeName) => `#/$defs/${typeName}`) as JsonObject["$defs"];
  });

  const validator = () => {
    const withoutError = Object.entries(schemas).filter(([name]) => !name.startsWith("connect."));
    return strictAjv().compile({ $ref: "#/$defs/probe.v1.Probe", $defs: Object.fromEntries(withoutError) });
  };
  const probe = () => types.getMessage("probe.v1.Probe") ?? expect.fail();

  test("has every field by its name in JSON, and the cases of this test are all of them", () => {
    const names = Object.keys(schemas["probe.v1.Probe"]?.properties ?? {});
    expect(names).toEqual(probe().fields.map(({ jsonName }) => jsonName));
    expect(Object.keys(CASES)).toEqual(names);
  });

  test.each(Object.entries(CASES))(
    "accepts %s as protobuf's library writes it, and no other type",
    (name, cases) => {
      const validate = validator();
      for (const value of cases.right) {
        const written = toJson(probe(), fromJson(probe(), { [name]: value }, { registry: types }), {
          alwaysEmitImplicit: true,
          registry: types,
        });
        expect(written).toMatchObject({ [name]: value });
        expect(validate(written), JSON.stringify([written, validate.errors])).toBe(true);
      }
      for (const value of cases.wrong) expect(validate({ [name]: value }), JSON.stringify(value)).toBe(false);
    },
  );

  test("accepts no field, a field that it does not know, and at most one field of a oneof", () => {
    const validate = validator();
    expect(validate({})).toBe(true);
    expect(validate({ unknown: 1 })).toBe(true);
    expect(validate({ byBike: "x", byFoot: "y" })).toBe(false);
    expect(validate({ byCar: "x", byFoot: "y" })).toBe(false);
  });

  test("has the comments of the contract, with the names of fields as JSON has them", () => {
    expect(schemas["probe.v1.Probe"]).toMatchObject({
      description: "Everything that JSON writes in a way of its own. See `someText` and `not_a_field`.",
      properties: {
        byCar: { description: "By car.\n\nOne way. Set at most one of `byCar`, `byBike`, `byFoot`." },
        old: { deprecated: true },
      },
    });
    expect(schemas["probe.v1.Probe.Kind"]).toMatchObject({
      description: "A kind.\n\n- `KIND_UNSPECIFIED`: None.\n- `KIND_SOME`: Some.",
    });
  });
});

function build(proto: string): FileRegistry {
  const folder = mkdtempSync(join(tmpdir(), "svc-openapi-"));
  try {
    writeFileSync(join(folder, "probe.proto"), proto);
    const buf = join(import.meta.dirname, "../../../node_modules/.bin/buf");
    execFileSync(buf, ["build", folder, "-o", join(folder, "image.binpb")]);
    return createFileRegistry(fromBinary(FileDescriptorSetSchema, readFileSync(join(folder, "image.binpb"))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
