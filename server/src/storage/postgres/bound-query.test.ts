import { expect, test } from "vitest";
import { BoundQuery, type Execution, OtherColumnsError, rowShape } from "./bound-query.ts";

const TEXT = 25;

/** A statement with one column. */
const execution = (name: string): Execution => ({
  name,
  values: [],
  shape: rowShape([{ name: "id", dataTypeID: TEXT }], false, () => (text) => text),
});

test("an execution that fails does not hide that a row of the one before it could not be made", () => {
  let told: unknown[] = [];
  const query = new BoundQuery([execution("first"), execution("second")], undefined, (...all) => {
    told = all;
  });
  query.handleDataRow({ fields: ["a", "a column too many"] });
  query.handleCommandComplete({ text: "SELECT 1" });
  query.handleError(new Error("of the second"));
  expect(told).toEqual([expect.any(OtherColumnsError), []]);
});
