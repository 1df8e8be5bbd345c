import { expect, test } from "vitest";
import { partsOfNames, stem, synonymsOf, wordsOf } from "./search-words.ts";

test.each([
  ["revokes revoked revoking revoke", "revok"],
  ["keys key", "key"],
  ["policies policy", "policy"],
  ["stopped stopping stops stop", "stop"],
  ["deletion deleted deletes", "delet"],
  ["migration migrate migrating", "migrat"],
  ["class", "class"],
  ["status", "status"],
  ["this", "this"],
])("%s are one word", (words, form) => {
  expect(new Set(words.split(" ").map(stem))).toEqual(new Set([form]));
});

test.each([
  ["How do I log a user out everywhere?", ["signout", "user", "everywher"]],
  ["sign-in, Log in, login, signIn", ["signin", "signin", "signin", "signin", "signin"]],
  ["back up", ["backup"]],
  ["REFRESH_TOKEN_REUSED", ["refresh_token_reused", "refresh", "token", "reus"]],
  ["<script>alert(1)</script>", ["script", "alert", "1", "script"]],
  ["?!", []],
  ["constructor __proto__", ["constructor", "proto"]],
])("%s", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});

test("a name with hyphens has parts, unless it is one word", () => {
  expect(partsOfNames("Purchases with expo-iap, sign-in and Expo")).toEqual(["expo", "iap"]);
});

test("words for the same thing find each other", () => {
  const [remove = "", erase = ""] = wordsOf("remove erase");
  expect(synonymsOf(remove)).toContain(erase);
  expect(synonymsOf(erase)).toContain(remove);
  expect(synonymsOf("nothing")).toEqual(new Set());
});
