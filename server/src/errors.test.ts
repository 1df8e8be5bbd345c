import { expect, test } from "vitest";
import { AppError } from "./errors.ts";

test("a refusal captures no stack, and what is thrown after it does", () => {
  expect(new AppError("NOT_FOUND").stack ?? "").not.toContain("errors.test.ts");
  expect(new Error("a bug").stack).toContain("errors.test.ts");
});
