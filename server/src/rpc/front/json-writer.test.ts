import { create, type DescMessage, toJsonString } from "@bufbuild/protobuf";
import { expect, test } from "vitest";
import { everyKind, messagesOfTheContract, randomFrom, someMessage } from "../../testing/any-message.ts";
import { times } from "../../testing/full.ts";
import { seed } from "../../testing/seed.ts";
import { jsonWriter } from "./json-writer.ts";

test("every message of the contract is written as the library writes it", () => {
  const messages = messagesOfTheContract();
  expect(messages.length).toBeGreaterThan(100);
  for (const message of messages) compare(message, times(4, 2_000));
});

test("so is every kind of field that a message can have", () => {
  compare(everyKind(), times(100, 50_000));
});

test("a number that is no value of its enum is a bug, not an answer", () => {
  expect(() => jsonWriter(everyKind())({ choice: 7 })).toThrow("7 is not a value of test.Choice");
});

function compare(message: DescMessage, count: number): void {
  const write = jsonWriter(message);
  for (let n = 0; n < count; n++) {
    const random = randomFrom(seed + n);
    const given = someMessage(message, random, 3);
    const expected = toJsonString(message, create(message, given as never), { alwaysEmitImplicit: true });
    expect(write(given), `${message.typeName}, SVC_SEED=${seed}`).toBe(expected);
  }
}
