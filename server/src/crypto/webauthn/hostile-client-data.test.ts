import { expect, test } from "vitest";
import type { Ceremony } from "../../testing/authenticator.ts";
import { createAuthenticator } from "../../testing/authenticator.ts";
import {
  accepts,
  creationOptions,
  doubtOf,
  doubtOfSignIn,
  origin,
  registered,
} from "../../testing/passkey-ceremonies.ts";

const { registration, signIn } = registered();
const create = (ceremony: Partial<Ceremony>) =>
  createAuthenticator().create(creationOptions, { origin, ...ceremony });

const replaceText = (from: string, to: string) => (bytes: Buffer) => {
  const text = bytes.toString("utf8");
  if (!text.includes(from)) throw new Error(`the client data has no ${from}`);
  return Buffer.from(text.replace(from, to));
};
const without = (name: string) => (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([key]) => key !== name));

const otherOrigin = "the origin is not allowed";
const framed = "the page was framed";
const twice = "the JSON has a key twice";
const noJson = "not JSON";

/** Each is signed by the right key, so that only the client data can be wrong. */
const hostile: Record<string, [Partial<Ceremony>, string]> = {
  "another origin": [{ origin: "https://evil.example" }, otherOrigin],
  "a subdomain": [{ origin: "https://a.login.example.com" }, otherOrigin],
  "the parent domain": [{ origin: "https://example.com" }, otherOrigin],
  "our name as a prefix": [{ origin: "https://login.example.com.evil.example" }, otherOrigin],
  "our name as a suffix": [{ origin: "https://evil-login.example.com" }, otherOrigin],
  "our name as user": [{ origin: "https://login.example.com@evil.example" }, otherOrigin],
  "another port": [{ origin: "https://login.example.com:8443" }, otherOrigin],
  "the default port spelled out": [{ origin: "https://login.example.com:443" }, otherOrigin],
  http: [{ origin: "http://login.example.com" }, otherOrigin],
  "a slash at the end": [{ origin: "https://login.example.com/" }, otherOrigin],
  "a dot at the end": [{ origin: "https://login.example.com." }, otherOrigin],
  "capital letters": [{ origin: "https://LOGIN.example.com" }, otherOrigin],
  "a space before": [{ origin: " https://login.example.com" }, otherOrigin],
  "U+0000 after": [{ origin: "https://login.example.com\u0000" }, otherOrigin],
  "two origins in one": [{ origin: "https://login.example.com,https://evil.example" }, otherOrigin],
  "a Cyrillic letter": [{ origin: "https://login.ex\u0430mple.com" }, otherOrigin],
  "null as origin": [{ origin: "null" }, otherOrigin],
  "no origin in it": [{ origin: "" }, otherOrigin],
  "another app of Android": [{ origin: "android:apk-key-hash:AAAB" }, otherOrigin],
  "an app of Android, padded": [{ origin: "android:apk-key-hash:AAAA=" }, otherOrigin],
  "an app of Android in lower case": [{ origin: "android:apk-key-hash:aaaa" }, otherOrigin],
  "origin is missing": [{ clientData: without("origin") }, "origin is not a text"],
  "origin is a list": [
    { clientData: (members) => ({ ...members, origin: [origin] }) },
    "origin is not a text",
  ],
  "another type": [{ type: "payment.get" }, "the client data is of another ceremony"],
  "an empty type": [{ type: "" }, "the client data is of another ceremony"],
  "type is missing": [{ clientData: without("type") }, "type is not a text"],
  "a type in capitals": [{ type: "WEBAUTHN.GET" }, "the client data is of another ceremony"],
  "challenge is missing": [{ clientData: without("challenge") }, "challenge is not a text"],
  "challenge is a number": [
    { clientData: (members) => ({ ...members, challenge: 7 }) },
    "challenge is not a text",
  ],
  "challenge is not base64url": [{ challenge: "a+b/" }, "challenge is not base64url"],
  "challenge with spaces": [{ challenge: "AAAA AAAA" }, "challenge is not base64url"],
  "challenge with stray bits": [{ challenge: "AB" }, "challenge is not base64url"],
  "challenge with wrong padding": [{ challenge: "AAAA=" }, "challenge is not base64url"],
  "in a frame of another site": [{ crossOrigin: true }, framed],
  "in a frame, with the site around it": [{ crossOrigin: true, topOrigin: "https://evil.example" }, framed],
  "only the site around it": [{ topOrigin: "https://evil.example" }, framed],
  "our own site around it": [{ topOrigin: origin }, framed],
  "an empty site around it": [{ topOrigin: "" }, framed],
  "crossOrigin as a text": [
    { clientData: (members) => ({ ...members, crossOrigin: "false" }) },
    "crossOrigin is not true or false",
  ],
  "crossOrigin as null": [
    { clientData: (members) => ({ ...members, crossOrigin: null }) },
    "crossOrigin is not true or false",
  ],
  "topOrigin as null": [
    { clientData: (members) => ({ ...members, topOrigin: null }) },
    "topOrigin is not a text",
  ],
  "a byte order mark": [
    { clientDataJson: (bytes) => Buffer.concat([Buffer.from("\ufeff"), bytes]) },
    "the client data has a byte order mark",
  ],
  "UTF-16": [{ clientDataJson: (bytes) => Buffer.from(bytes.toString(), "utf16le") }, noJson],
  "a byte that is not UTF-8": [
    {
      clientDataJson: (bytes) =>
        Buffer.concat([bytes.subarray(0, -1), Buffer.from(',"a":"\xff"}', "latin1")]),
    },
    "the client data is not UTF-8",
  ],
  "an overlong slash": [
    {
      clientDataJson: (bytes) =>
        Buffer.concat([bytes.subarray(0, -1), Buffer.from(',"a":"\xc0\xaf"}', "latin1")]),
    },
    "the client data is not UTF-8",
  ],
  "origin twice, right first": [
    { clientDataJson: replaceText("}", ',"origin":"https://evil.example"}') },
    twice,
  ],
  "origin twice, right last": [
    { clientDataJson: replaceText("{", '{"origin":"https://evil.example",') },
    twice,
  ],
  "origin twice, once escaped": [
    { clientDataJson: replaceText("{", '{"\\u006frigin":"https://evil.example",') },
    twice,
  ],
  "challenge twice": [{ clientDataJson: replaceText("{", '{"challenge":"AAAA",') }, twice],
  "the name of every object twice": [
    { clientDataJson: replaceText("{", '{"__proto__":1,"__proto__":2,') },
    twice,
  ],
  "a key twice beside a text with colons": [
    { clientDataJson: replaceText("{", '{"a":"b:\\"c\\":d","a":0,') },
    twice,
  ],
  "a key twice further in": [{ clientDataJson: replaceText("}", ',"a":[{"b":1,"b" : 2}]}') }, twice],
  "bytes after the JSON": [{ clientDataJson: (bytes) => Buffer.concat([bytes, Buffer.from("{}")]) }, noJson],
  "a comma too many": [{ clientDataJson: replaceText("}", ",}") }, noJson],
  "nothing at all": [{ clientDataJson: () => Buffer.alloc(0) }, noJson],
  "a list": [{ clientDataJson: (bytes) => Buffer.from(`[${bytes}]`) }, "the JSON is not an object"],
  null: [{ clientDataJson: () => Buffer.from("null") }, "the JSON is not an object"],
  "members of the prototype": [
    { clientDataJson: (bytes) => Buffer.from(`{"__proto__":${bytes}}`) },
    "type is not a text",
  ],
};

test("the same ceremonies are right when nothing is changed", async () => {
  expect(doubtOf(() => accepts(create({})))).toBeUndefined();
  expect(await doubtOfSignIn(registration, signIn())).toBeUndefined();
});

test("there are enough hostile ceremonies", () => {
  expect(Object.keys(hostile).length).toBeGreaterThanOrEqual(50);
});

test.each(Object.entries(hostile))("refuses: %s", async (_, [ceremony, doubt]) => {
  expect(doubtOf(() => accepts(create(ceremony)))).toBe(doubt);
  expect(await doubtOfSignIn(registration, signIn(ceremony))).toBe(doubt);
});

test("a registration is no assertion, and an assertion is no registration", async () => {
  const otherCeremony = "the client data is of another ceremony";
  expect(doubtOf(() => accepts(create({ type: "webauthn.get" })))).toBe(otherCeremony);
  expect(await doubtOfSignIn(registration, signIn({ type: "webauthn.create" }))).toBe(otherCeremony);
});

test("members that the standard may add later change nothing", async () => {
  const clientData = (members: Record<string, unknown>) => ({
    ...members,
    later: [{ a: 1 }, { a: 2 }],
    "a:b": '"a":',
  });
  expect(doubtOf(() => accepts(create({ clientData })))).toBeUndefined();
  expect(await doubtOfSignIn(registration, signIn({ clientData }))).toBeUndefined();
});

test("an allowed app of Android is right", async () => {
  const ceremony = { origin: "android:apk-key-hash:AAAA" };
  expect(doubtOf(() => accepts(create(ceremony)))).toBeUndefined();
  expect(await doubtOfSignIn(registration, signIn(ceremony))).toBeUndefined();
});
