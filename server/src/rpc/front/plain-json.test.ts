import { type DescMessage, fromJsonString, type Message } from "@bufbuild/protobuf";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { UserService } from "@svc/proto/svc/server/v1/users_pb";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readPlainJson } from "./plain-json.ts";

const { refreshToken } = AuthService.method;
const { input } = refreshToken;

/** What the library makes of it; undefined if it refuses. */
function byLibrary(message: DescMessage, text: string): Message | undefined {
  try {
    return fromJsonString(message, text, { ignoreUnknownFields: true });
  } catch {
    return undefined;
  }
}

test("an object of texts is read as the library reads it", () => {
  const plain = ['{"refreshToken":"a"}', ' { "refreshToken" : "ü,:{}" , "attemptId":"" }\n'];
  const withEscapes = ['{"refreshToken":"{\\"id\\":\\"\\\\\\"}","attemptId":"\\\\"}'];
  for (const text of [...plain, ...withEscapes]) {
    expect(readPlainJson(input, text)).toBeDefined();
    expect(readPlainJson(input, text)).toEqual(byLibrary(input, text));
  }
});

test.each([
  ["a name that is there twice", '{"refreshToken":"a","refreshToken":"b"}'],
  ["a name that is there twice, once as in the contract", '{"refreshToken":"a","refresh_token":"b"}'],
  ["a name that is there twice, once with escapes", '{"refreshToken":"a","refreshToke\\u006e":"b"}'],
  ["a name that is there twice beside escapes", '{"refreshToken":"\\"","refreshToken":"\\\\"}'],
  ["another kind of value", '{"refreshToken":1}'],
  ["nothing as a value", '{"refreshToken":null}'],
  ["an unknown name", '{"refreshToken":"a","more":"b"}'],
  ["the name of every object", '{"__proto__":"a"}'],
  ["escapes of characters by number", '{"refreshToken":"\\u0000"}'],
  ["a list", '["refreshToken"]'],
  ["a text", '"refreshToken"'],
  ["a broken text", '{"refreshToken":"a"'],
])("%s is left to the library", (_what, text) => {
  expect(readPlainJson(input, text)).toBeUndefined();
});

test("fields that are no texts are left to the library", () => {
  const listUsers = UserService.method.listUsers.input;
  expect(readPlainJson(listUsers, '{"query":"a"}')).toEqual(byLibrary(listUsers, '{"query":"a"}'));
  expect(readPlainJson(listUsers, '{"query":"a","pageSize":"3"}')).toBeUndefined();
});

test("whatever it reads, the library reads the same", () => {
  const name = fc.constantFrom("refreshToken", "refresh_token", "attemptId", "attempt_id", "more", "");
  const value = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom("a", '"', "\\", "\0", ":", ","),
    fc.constantFrom(null, 1, true, [], {}, { refreshToken: "x" }),
  );
  const members = fc.array(fc.tuple(name, value), { maxLength: 4 });
  let read = 0;
  fc.assert(
    fc.property(members, (members) => {
      const parts = members.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
      const text = `{${parts.join(",")}}`;
      const plain = readPlainJson(input, text);
      if (plain === undefined) return;
      read += 1;
      expect(plain).toEqual(byLibrary(input, text));
    }),
    { numRuns: 3_000 },
  );
  expect(read).toBeGreaterThan(100);
});
