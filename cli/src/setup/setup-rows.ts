import type { CommandSpec } from "../command.ts";
import { type Flag, projectFlag, remoteFlags, yesFlag } from "../flags.ts";
import { billingStores } from "../stores.ts";

export const setupGroups: Readonly<Record<string, string>> = {
  setup: "Set up sign-in with Google and Apple, and the stores; safe to run again",
};

const json =
  '{"project", "provider", "changes": [{"path", "oldValue", "newValue", "kind"}], "checks": [{"id", "title", "status", "seen", "remedy"}], "steps": [{"title", "at", "values": [{"name", "value"}], "afterwards"}]}';

const appleFlags: readonly Flag[] = [
  { name: "bundle-id", value: "id", about: "the app's bundle id, such as com.example.app" },
  { name: "issuer-id", value: "uuid", about: "issuer id of the App Store Connect API key" },
  {
    name: "key-id",
    value: "id",
    about: "id of the App Store Connect API key; taken from the file name by default",
  },
  {
    name: "p8",
    value: "file",
    about:
      "App Store Connect API key, used to register the app and enable Sign in with Apple; stays on this machine and is never stored",
    completes: "file",
  },
  { name: "team-id", value: "id", about: "the team's id, ten letters and digits" },
  { name: "services-id", value: "id", about: "Services ID, for Android and the browser" },
  {
    name: "sign-in-key",
    value: "file",
    about: "key with Sign in with Apple, AuthKey_<key id>.p8; the server stores it encrypted",
    completes: "file",
  },
  { name: "rotate-key", about: "replace the stored key" },
  { name: "unofficial-api", about: "reserved; not implemented" },
];

const googleFlags: readonly Flag[] = [
  { name: "android-client-id", value: "id", about: "client id of type Android" },
  { name: "android-package", value: "name", about: "package name of the Android app" },
  {
    name: "android-sha1",
    value: "fingerprint",
    about: "SHA-1 of a certificate that signs the app; comma-separated for several",
  },
  { name: "android-sha256", value: "fingerprint", about: "SHA-256 of the same certificate" },
  { name: "gcp-project", value: "id", about: "Google Cloud project, for the links in the steps" },
  { name: "ios-bundle-id", value: "id", about: "bundle id of the iOS app, for the steps" },
  { name: "ios-client-id", value: "id", about: "client id of type iOS" },
  {
    name: "keystore",
    value: "file",
    about: "PKCS12 or JKS keystore of the app, for both fingerprints; it stays on this machine",
    completes: "file",
  },
  {
    name: "keystore-pass",
    value: "password",
    about: "keystore password; - reads it from standard input; prompts by default",
  },
  {
    name: "remove-sha1",
    value: "fingerprint",
    about: "SHA-1 of a certificate to remove; comma-separated for several",
  },
  { name: "remove-sha256", value: "fingerprint", about: "SHA-256 of the same certificate" },
  { name: "web-client-id", value: "id", about: "client id of type Web application" },
  {
    name: "web-client-secret",
    value: "secret",
    about: "its secret, stored encrypted; - reads it from standard input; empty keeps the stored one",
  },
];

const replaceFlag: Flag = {
  name: "replace",
  value: "name",
  about:
    "replace a manual change in a store that differs from the catalog, such as price:pro_monthly@app_store, trial:pro_monthly@play_store or grace@app_store; the plan lists the names; can be repeated. Without it such differences are kept; on a terminal svc asks about each",
  isRepeatable: true,
};

/** By name, like all flags of a command. */
const billingFlags: readonly Flag[] = [
  ...billingStores.flatMap(({ setupFlags }) => setupFlags),
  replaceFlag,
  yesFlag,
].sort((one, other) => (one.name < other.name ? -1 : 1));

export const setupRows: readonly CommandSpec[] = [
  {
    usage: "setup apple",
    about:
      "Set up Sign in with Apple: register the app through Apple's API, test and save the key, and print the remaining steps with the values to paste",
    flags: [...appleFlags, projectFlag, ...remoteFlags],
    json: `${json.slice(0, -1)}, "done": {"appId", "signInWithApple"}}`,
    examples: [
      "svc setup apple --project acme --bundle-id com.example.app --team-id ABCDE12345 --sign-in-key AuthKey_XYZ987WVUT.p8",
      "svc setup apple --project acme --bundle-id com.example.app --p8 AuthKey_ABC123DEFG.p8 --issuer-id 57246542-96fe-1a63-e053-0824d011072a",
      "svc setup apple --project acme --services-id com.example.app.signin",
      "svc setup apple --project acme --rotate-key --sign-in-key AuthKey_NEW1234567.p8",
    ],
    load: () => import("./setup-apple.ts"),
  },
  {
    usage: "setup google",
    about:
      "Set up sign-in with Google: check and save client IDs, secret and fingerprints, and print the remaining steps with the values to paste",
    flags: [...googleFlags, projectFlag, ...remoteFlags],
    json,
    examples: [
      "svc setup google --project acme",
      "svc setup google --project acme --web-client-id 1234-abc.apps.googleusercontent.com --web-client-secret - < secret.txt",
      "svc setup google --project acme --android-package com.example.app --keystore upload.jks",
      "svc setup google --project acme --remove-sha1 5E:8F:16:06:2E:A3:CD:2C:4A:0D:54:78:76:BA:A6:F3:8C:AB:F6:25",
    ],
    load: () => import("./setup-google.ts"),
  },
  {
    usage: "setup billing",
    about:
      "Create the catalog in the App Store, Google Play and Stripe, register webhooks, and check each store; prints the remaining steps with the values to paste. Existing products are reused. Prices, trials and grace periods that differ from the catalog are kept unless --replace names them. Shows the whole plan and asks before it changes anything in a store or in svc",
    flags: [...billingFlags, projectFlag, ...remoteFlags],
    json: '{"project", "changes": ["path"], "impacts": [{"store", "storeProductId", "storePlanId", "count", "beforeId", "afterId", "lostEntitlements", "gainedEntitlements"}], "stores": [{"store", "adopted": ["what"], "done": ["what"], "kept": [{"name", "what", "replacement"}], "failed": [{"part", "message", "hint"}], "checks": [{"id", "title", "status", "seen", "remedy"}], "steps": [{"title", "at", "values": [{"name", "value"}], "afterwards"}]}]}',
    examples: [
      "svc setup billing --project acme --stripe --stripe-secret-key - < key.txt",
      "svc setup billing --project acme --apple-bundle-id com.example.app --apple-iap-p8 SubscriptionKey_ABC123DEFG.p8 --apple-iap-issuer-id 57246542-96fe-1a63-e053-0824d011072a --asc-p8 AuthKey_XYZ987WVUT.p8 --asc-issuer-id 57246542-96fe-1a63-e053-0824d011072a",
      "svc setup billing --project acme --google-package-name com.example.app --google-service-account play.json --google-pubsub-topic projects/acme-play/topics/play-billing --google-pubsub-service-account push@acme-play.iam.gserviceaccount.com",
      "svc setup billing --project acme --google-service-account play.json --replace price:pro_monthly@play_store --replace trial:pro_monthly@play_store --yes",
    ],
    load: () => import("./setup-billing.ts"),
  },
];
