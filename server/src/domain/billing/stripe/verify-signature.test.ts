import Stripe from "stripe";
import { expect, test } from "vitest";
import { isSignedByStripe } from "./verify-signature.ts";

const NOW = Date.parse("2030-01-01T00:00:00Z");
const SECRET = "whsec_demodemodemo";
const BODY = '{"id":"evt_1","name":"Zoë"}';

const sign = (payload = BODY, secret = SECRET, at = NOW): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp: at / 1000 });
const isSigned = (header: string, body = BODY, secrets: string[] = [SECRET]): boolean =>
  isSignedByStripe(Buffer.from(body), header, secrets, NOW);
const [time, v1] = sign().split(",");

test("a body that Stripe's own library signed is accepted, by one of two secrets too", () => {
  expect(isSigned(sign())).toBe(true);
  expect(isSigned(sign(), BODY, ["whsec_otherother", SECRET])).toBe(true);
  expect(isSigned(`${time},v1=${"0".repeat(64)},${v1}`)).toBe(true);
  expect(isSigned(sign(BODY, SECRET, NOW - 299_000))).toBe(true);
});

test.each([
  ["a changed body", sign(), BODY.replace("evt_1", "evt_2")],
  ["another endpoint's secret", sign(BODY, "whsec_otherother"), BODY],
  ["a signature of six minutes ago", sign(BODY, SECRET, NOW - 360_000), BODY],
  ["a signature of six minutes ahead", sign(BODY, SECRET, NOW + 360_000), BODY],
  ["another time than the signed one", `t=${NOW / 1000 - 1},${v1}`, BODY],
  ["two times", `${time},t=${NOW / 1000 - 1},${v1}`, BODY],
  ["no time", `${v1}`, BODY],
  ["no signature", `${time}`, BODY],
  ["an old scheme only", `${time},${v1?.replace("v1", "v0")}`, BODY],
  ["half a signature", `${time},${v1?.slice(0, 40)}`, BODY],
  ["a signature in capitals", `${time},v1=${v1?.slice(3).toUpperCase()}`, BODY],
  ["a time that is none", `t=x,${v1}`, BODY],
  ["nothing", "", BODY],
  ["a hundred guesses", `${time},${`v1=${"0".repeat(64)},`.repeat(100)}${v1}`, BODY],
])("%s is refused, as by Stripe's library or stricter", (_, header, body) => {
  expect(isSigned(header, body)).toBe(false);
});

test("without a secret nothing is accepted", () => {
  expect(isSigned(sign(), BODY, [])).toBe(false);
});
