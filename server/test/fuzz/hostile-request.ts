import { gzipSync } from "node:zlib";
import type { Route } from "../../src/rpc/route.ts";
import { frame } from "../protocols/raw-call.ts";
import type { Dice } from "./dice.ts";
import { HostileMessage } from "./hostile-message.ts";
import type { World } from "./world.ts";

export type HostileRequest = {
  method: string;
  path: string;
  headers: (readonly [name: string, value: string])[];
  body: Buffer;
  /** Set when the answer must be one of this content type's protocol. */
  contentType: string | undefined;
};

const BOMB = gzipSync(Buffer.alloc(20_000_000, " "), { level: 9 });
const CONTENT_TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/proto",
  "application/grpc",
  "application/grpc+proto",
  "application/grpc+json",
  "application/grpc-web",
  "application/grpc-web+json",
  "application/grpc-web-text",
  "application/grpc-web-text+proto",
];
const OTHER_TYPES = [
  "text/plain",
  "application/xml",
  "application/connect+json",
  "application/grpc+",
  "/",
  "",
  ";",
];
const METHODS = ["GET", "HEAD", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "PROPFIND"];
const FORM = "application/x-www-form-urlencoded";

/** Calls that would reach out of this machine or end the server's own mail; they come without the right to. */
const KEPT_OUT = /\/(SetSmtp|SendTestEmail)$/;

export function hostileRequest(dice: Dice, world: World): HostileRequest {
  return dice.chance(0.8) ? rpcRequest(dice, world) : plainRequest(dice, world);
}

function rpcRequest(dice: Dice, world: World): HostileRequest {
  const route = dice.pick(world.routes);
  const contentType = dice.chance(0.95) ? dice.pick(CONTENT_TYPES) : dice.pick(OTHER_TYPES);
  const isPost = dice.chance(0.97);
  const isKnown = dice.chance(0.98);
  const path = isKnown ? route.path : damagedText(dice, route.path);
  const { body, encoding } = bodyOf(dice, world, route, contentType);
  const encodingName = contentType.includes("grpc") ? "grpc-encoding" : "content-encoding";
  return {
    method: isPost ? "POST" : dice.pick(METHODS),
    path: dice.chance(0.97) ? path : `${path}?${dice.pick(["", "a=b", "message=%7b%7d&encoding=json", "%"])}`,
    headers: [
      ["content-type", contentType],
      ...(encoding === undefined ? [] : [[encodingName, encoding] as const]),
      ...credentials(dice, world, route),
      ...oddHeaders(dice, world),
    ],
    body,
    contentType: isPost && isKnown ? contentType : undefined,
  };
}

function bodyOf(
  dice: Dice,
  world: World,
  route: Route,
  contentType: string,
): { body: Buffer; encoding?: string } {
  const messages = new HostileMessage(dice, world.words);
  const isJson = contentType.includes("json");
  let message: Buffer = isJson
    ? Buffer.from(jsonText(dice, JSON.stringify(messages.json(route.method.input))))
    : messages.binary(route.method.input);
  if (dice.chance(0.1)) message = dice.damaged(message);
  if (dice.chance(0.02)) message = dice.bytes(dice.below(300));
  const encoding = dice.chance(0.15)
    ? dice.pick(["gzip", "gzip", "gzip", "identity", "br", "deflate", "gzip, gzip", "x"])
    : undefined;
  let isCompressed = encoding === "gzip" && dice.chance(0.9);
  if (isCompressed) message = compressed(dice, message);
  if (dice.chance(0.01)) isCompressed = !isCompressed;
  const whole = encoding === undefined ? {} : { encoding };
  if (!contentType.startsWith("application/grpc")) return { body: message, ...whole };
  const lie = dice.chance(0.06)
    ? { length: dice.pick([0, 1, message.length + 1, 0x7fffffff, 0xffffffff]) }
    : {};
  let framed = frame(message, { flags: dice.chance(0.02) ? dice.below(256) : Number(isCompressed), ...lie });
  if (dice.chance(0.02))
    framed = Buffer.concat([framed, dice.chance(0.5) ? framed : dice.bytes(dice.below(9))]);
  if (!contentType.includes("-text")) return { body: framed, ...whole };
  const text = Buffer.from(framed.toString("base64"));
  return { body: dice.chance(0.1) ? dice.damaged(text) : text, ...whole };
}

function jsonText(dice: Dice, text: string): string {
  if (dice.chance(0.01)) return "[".repeat(dice.size(2_000, 60_000));
  if (dice.chance(0.01)) return `${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`;
  if (dice.chance(0.02)) return text.replace("{", '{"x":1,"x":2,');
  return dice.chance(0.02) ? `\ufeff${text}` : text;
}

function compressed(dice: Dice, message: Buffer): Buffer {
  if (dice.chance(0.01)) return BOMB;
  const whole = gzipSync(message);
  return dice.chance(0.3) ? dice.damaged(whole) : whole;
}

function credentials(dice: Dice, world: World, route: Route): (readonly [string, string])[] {
  const { publishableKey, secretKey, accessToken, pat } = world;
  const admin: (readonly [string, string])[] = [["authorization", `Bearer ${pat}`]];
  const right: Record<Route["access"], (readonly [string, string])[]> = {
    open: [],
    "own-site": [],
    "publishable-key": [["x-svc-key", publishableKey]],
    user: [
      ["x-svc-key", publishableKey],
      ["authorization", `Bearer ${accessToken}`],
    ],
    "user-if-any": [
      ["x-svc-key", publishableKey],
      ["authorization", `Bearer ${accessToken}`],
    ],
    "secret-key": [["x-svc-key", secretKey]],
    admin,
    "admin-session": admin,
    "recent-admin": admin,
    "recent-admin-session": admin,
    "recent-admin-for-some-changes": admin,
  };
  if (dice.chance(0.85) && !KEPT_OUT.test(route.path)) return right[route.access];
  const some = dice.some(
    [publishableKey, accessToken, `svc_pat_${"x".repeat(40)}`, "pk_x", "a.b.c", "é", " "],
    0.3,
  );
  const names = ["x-svc-key", "authorization", "cookie", "x-svc-key"];
  return some.map((value) => [
    dice.pick(names),
    dice.pick(["", "Bearer ", "bearer", "Basic ", "svc_admin="]) + value,
  ]);
}

function oddHeaders(dice: Dice, world: World): (readonly [string, string])[] {
  const timeout = dice.pick([
    "1S",
    "0",
    "-1",
    "99999999H",
    "1e9m",
    "NaN",
    "",
    "100000000n",
    "5",
    "86400000",
    "1m",
  ]);
  const large = "x".repeat(dice.size(2_000, 20_000));
  return dice.some<readonly [string, string]>(
    [
      ["grpc-timeout", timeout],
      ["connect-timeout-ms", timeout],
      ["connect-protocol-version", dice.pick(["1", "2", "", "x"])],
      ["grpc-accept-encoding", dice.pick(["gzip", "br", "gzip;q=0", ",,,"])],
      ["accept-encoding", dice.pick(["gzip", "br, gzip", "*", "identity;q=0"])],
      ["x-data-bin", dice.pick(["!!!", "AA", "AAA=", "A", dice.bytes(30).toString("base64")])],
      ["grpc-status-details-bin", "%%%"],
      ["x-request-id", dice.pick(["a", "a b", "{}", large.slice(0, 300)])],
      ["x-forwarded-for", dice.pick(["127.0.0.1", "::1, [::1]:9", "x", ",", "999.1.1.1"])],
      ["origin", dice.pick(["null", "http://localhost", "https://evil.example", "\u00e9"])],
      ["cookie", dice.pick(["svc_admin=x", "__Secure-svc_oauth=%", ";;=;", world.pat])],
      ["accept-language", dice.pick(["de", "xx-YY;q=2", ",;=", large])],
      ["stripe-signature", dice.pick(["t=1,v1=00", "t=,v1=", "v0=x", `t=${Date.now()}`])],
      ["te", "trailers"],
      ["range", "bytes=0-"],
      ["if-none-match", dice.pick(["*", '"x"', "W/"])],
      ["x-large", large],
    ],
    0.04,
  );
}

function plainRequest(dice: Dice, world: World): HostileRequest {
  const token = dice.pick(["", "x", "a.b", world.accessToken, "%00", "\u00ff"]);
  const path = dice.pick(plainPaths(world, token));
  const method = dice.pick(["GET", "GET", "POST", "POST", ...METHODS]);
  const body = method === "GET" || method === "HEAD" ? Buffer.alloc(0) : plainBody(dice, world);
  return {
    method,
    path: dice.chance(0.75) ? path : damagedText(dice, path),
    headers: [
      [
        "content-type",
        dice.pick([FORM, "application/json", "text/plain", "multipart/form-data; boundary=x", ""]),
      ],
      ...oddHeaders(dice, world),
    ],
    body,
    contentType: undefined,
  };
}

function plainPaths({ slug, publishableKey }: World, token: string): string[] {
  return [
    "/",
    "/healthz",
    "/readyz",
    "/console",
    "/console/",
    "/console/assets/x.js",
    "/console/status.json",
    "/console/preview",
    "/docs/",
    "/docs/guides/deploy",
    "/docs/errors.md",
    "/docs/search?q=sign%20in",
    "/docs/search.json?q=sign%20in",
    "/docs/images/a.png",
    "/llms.txt",
    "/protos/",
    "/protos/svc/auth/v1/auth.proto",
    "/pub",
    "/pub/",
    "/pub/@svc%2fsdk",
    "/pub/@svc/sdk/-/sdk-0.0.0.tgz",
    "/pub/-/npm/v1/security/advisories/bulk",
    "/pub/api/packages/svc_auth",
    "/pub/packages/svc_auth/versions/0.1.0.tar.gz",
    "/pub/maven/dev/svc/svc-auth/maven-metadata.xml.sha1",
    "/pub/swift/svc/SvcAuth/0.1.0/Package.swift?swift-version=6.0",
    "/pub/swift/identifiers?url=https%3A%2F%2Fexample.com",
    "/pub/swift/SvcAuth.git/info/refs",
    `/p/${slug}/.well-known/jwks.json`,
    "/.well-known/assetlinks.json",
    "/.well-known/apple-app-site-association",
    ...["verify", "reset", "invite", "confirm-email", "delete-account", "app"].map(
      (page) => `/p/${slug}/${page}?token=${token}`,
    ),
    `/admin/accept-invite?token=${token}`,
    `/assets/${slug}/${"0".repeat(32)}.png`,
    ...["google", "apple"].flatMap((provider) => [
      `/oauth/${provider}/start?key=${publishableKey}&redirect_to=com.example.app:/x&code_challenge=${"A".repeat(43)}&code_challenge_method=S256&state=${token}`,
      `/oauth/${provider}/callback?code=${token}&state=${token}`,
    ]),
    `/oauth/apple/notifications/${slug}`,
    ...[`apple/${slug}/${token || "x"}`, `google/${slug}/${"x".repeat(43)}`, `stripe/${slug}`].map(
      (hook) => `/webhooks/${hook}`,
    ),
  ];
}

function plainBody(dice: Dice, world: World): Buffer {
  const messages = new HostileMessage(dice, world.words);
  const text = messages.text();
  const body = dice.pick([
    () =>
      `token=${encodeURIComponent(text.toWellFormed())}&password=${"x".repeat(dice.below(100))}&state=%&code=${text}`,
    () => `payload=${world.accessToken}&id_token=${text}&user=%7B%7D`,
    () => JSON.stringify({ payload: text, signedPayload: world.accessToken, message: { data: text } }),
    () => text.repeat(dice.size(3, 300)),
  ])();
  return dice.chance(0.7) ? Buffer.from(body) : dice.damaged(Buffer.from(body));
}

/** Of characters that HTTP lets pass. */
function damagedText(dice: Dice, text: string): string {
  const odd = dice.pick([
    "%",
    "%00",
    "%ff",
    "%2f",
    "//",
    "..",
    "?",
    ";",
    "~",
    "\\",
    "A",
    "*",
    "%c0%af",
    "&x[]=1",
    "",
  ]);
  const at = 1 + dice.below(text.length);
  return text.slice(0, at) + odd + text.slice(at + dice.below(3));
}
