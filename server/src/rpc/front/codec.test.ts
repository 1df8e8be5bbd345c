import { create, toBinary, toJsonString } from "@bufbuild/protobuf";
import {
  GetUserRequestSchema,
  UpdateUserRequestSchema,
  UserService,
} from "@svc/proto/svc/server/v1/users_pb";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { engines } from "../../testing/engines.ts";
import { reasonOf } from "../../testing/reason-of.ts";
import { TestApp } from "../../testing/test-app.ts";
import { decodeRequest } from "./codec.ts";

const { getUser, updateUser } = UserService.method;

test.each(["json", "proto"] as const)("a NUL in any text of a %s message is refused", (codec) => {
  const encode = (userId: string) => {
    const message = create(GetUserRequestSchema, { userId });
    return codec === "proto"
      ? Buffer.from(toBinary(GetUserRequestSchema, message))
      : Buffer.from(toJsonString(GetUserRequestSchema, message));
  };
  expect(decodeRequest({ method: getUser }, codec, encode("fine"))).toMatchObject({ userId: "fine" });
  expect(() => decodeRequest({ method: getUser }, codec, encode("a\0b"))).toThrow("the request is not valid");

  const claims = create(UpdateUserRequestSchema, {
    userId: "u",
    customClaims: { "k\0": "v", deep: [{ x: "y" }] },
  });
  const bytes =
    codec === "proto"
      ? Buffer.from(toBinary(UpdateUserRequestSchema, claims))
      : Buffer.from(toJsonString(UpdateUserRequestSchema, claims));
  expect(() => decodeRequest({ method: updateUser }, codec, bytes)).toThrow("the request is not valid");
});

describe.each(engines)("on $kind", (engine) => {
  let t: TestApp;
  beforeEach(async () => {
    t = await TestApp.open(engine);
  });
  afterEach(() => t.close());

  test("it never reaches the database", async () => {
    const { secretKey } = await t.addProject();
    const users = t.client(UserService, { "x-svc-key": secretKey });
    expect(await reasonOf(users.getUser({ userId: "\0" }))).toBe("INVALID_REQUEST");
    expect(await reasonOf(users.listUsers({ query: "a\0" }))).toBe("INVALID_REQUEST");
  });
});
