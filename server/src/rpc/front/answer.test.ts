import { expect, test } from "vitest";
import { AppError } from "../../errors.ts";
import { errorAnswer, percentEncode } from "./answer.ts";
import { wireOf } from "./wire.ts";

test.each([
  ["email or password is wrong", "email or password is wrong"],
  ["50% off; a/b, c:d?", "50%25 off; a/b, c:d?"],
  ["Ünïcode ✓", "%C3%9Cn%C3%AFcode %E2%9C%93"],
  ["line\nbreak\x7f", "line%0Abreak%7F"],
  ["\ud800", "%EF%BF%BD"],
])("grpc-message %j is sent as %j", (text, encoded) => {
  expect(percentEncode(text)).toBe(encoded);
  expect(decodeURIComponent(encoded)).toBe(text.toWellFormed());
});

test.each(["application/json", "application/grpc"])("%s tells when to come back in a header too", (type) => {
  const wire = wireOf(type);
  const error = new AppError("RATE_LIMITED", undefined, { retry_after_seconds: "7" });
  expect(wire && errorAnswer(wire, error, []).headers.join(": ")).toContain("retry-after: 7");
});

test("a cancelled call is spelt as Connect spells it", () => {
  const wire = wireOf("application/json");
  const answer = wire && errorAnswer(wire, new AppError("CANCELLED"), []);
  expect(JSON.parse(String(answer?.body))).toMatchObject({ code: "canceled" });
  expect(answer?.status).toBe(499);
});
