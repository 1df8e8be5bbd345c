import { everyCommandWith } from "./spec-commands.ts";
import { asWritten, type Chapter, extended, outsideWorld } from "./statement.ts";

const apple = "cli/test/cli-setup-apple.test.ts";
const google = "cli/test/cli-setup-google.test.ts";
const billing = "cli/test/cli-setup-billing.test.ts";
const refused = "cli/test/cli-setup-billing-refused.test.ts";
const everyFlag = "every flag of the specification is there";
const everything = "makes everything that is missing, and a second run finds all of it";
const noSecretShown = "nothing secret is shown, --asc-p8 is stored nowhere, and what is stored is encrypted";
const numberAndTopic = "Apple's number of the app and the whole name of the topic are taken as they are";
const googleStores = "tries the secret at Google, stores everything, and the second run writes nothing";
const appleStores = "tries the key at Apple for each client id, stores it, and the second run writes nothing";

export const cliSetup: Chapter = {
  title: "setup",
  statements: [
    asWritten(
      "C84",
      "Every `setup` command needs `--project`.",
      {
        [google]: "a project that does not exist, and one that nobody named, are refused",
        [refused]: "a project that does not exist is said so",
        "cli/test/cli-remote-table.test.ts": "svc %s has the specification's flags: %s » setup apple",
      },
      { covers: everyCommandWith("--project", /^setup /) },
    ),
    asWritten(
      "C85",
      "`setup apple` saves `--bundle-id`, `--services-id` and `--team-id`; a second run changes nothing.",
      { [apple]: appleStores },
      { covers: ["setup apple --bundle-id --services-id --team-id"] },
    ),
    asWritten(
      "C86",
      "`setup apple` registers the app with the console API key: `--p8`, `--key-id`, `--issuer-id`.",
      {
        [apple]: [
          "registers the app and switches Sign in with Apple on; the second run only looks",
          "--p8 needs to know the app",
          "%j is refused, exit code %i: %s » --p8 needs --issuer-id",
        ],
      },
      { covers: ["setup apple --p8 --key-id --issuer-id"] },
    ),
    asWritten("C87", "The console API key is used in the process only and never stored.", {
      [apple]: "the console API key is used in this process only: svc never gets or stores it",
    }),
    extended(
      "C88",
      "The sign-in key is stored encrypted; `--rotate-key` replaces a stored one. Apple has no API that makes such a key: `--sign-in-key` brings it.",
      "0041-specs-exports-and-setup.md",
      {
        [apple]: [
          "a stored key is kept; another one is refused without --rotate-key and replaces it with it",
          "a key that Apple refuses for a client id is not saved",
        ],
        "server/src/rpc/admin/project-update.test.ts":
          "a provider secret is stored sealed and never comes back, only that there is one",
      },
      { covers: ["setup apple --rotate-key"] },
    ),
    asWritten(
      "C89",
      "`setup apple --unofficial-api` is reserved.",
      {
        [apple]:
          "%j is refused, exit code %i: %s » --unofficial-api is reserved: svc uses Apple's official API only",
      },
      { covers: ["setup apple --unofficial-api"] },
    ),
    outsideWorld(
      "C90",
      "`setup apple` registers the app at the real App Store Connect.",
      "It needs a paid developer account of Apple's and its key.",
      { [apple]: "registers the app and switches Sign in with Apple on; the second run only looks" },
    ),
    asWritten(
      "C91",
      "`setup google` saves the client ids of web, iOS and Android; a second run changes nothing.",
      { [google]: googleStores },
      { covers: ["setup google --web-client-id --ios-client-id --android-client-id"] },
    ),
    asWritten(
      "C92",
      "`setup google --web-client-secret` is stored encrypted; blank keeps the stored one.",
      {
        [google]: [googleStores, "a blank secret keeps the stored one"],
        "server/src/rpc/admin/project-update.test.ts":
          "a provider secret is stored sealed and never comes back, only that there is one",
      },
      { covers: ["setup google --web-client-secret"] },
    ),
    asWritten(
      "C93",
      "`setup google --android-package`, `--android-sha1` and `--android-sha256` describe the Android app.",
      { [google]: "a certificate of Google Play is added to that of the keystore; another app starts anew" },
      { covers: ["setup google --android-package --android-sha1 --android-sha256"] },
    ),
    asWritten(
      "C94",
      "`setup google --keystore` reads the fingerprints; `--keystore-pass` is asked for without echo if left out.",
      {
        [google]: [
          "on a terminal it asks for the keystore's password without showing it",
          "a keystore with several keys is refused with the fingerprints of each",
        ],
      },
      { covers: ["setup google --keystore --keystore-pass"] },
    ),
    asWritten(
      "C95",
      "`setup google --gcp-project` and `--ios-bundle-id` say where to create the clients and with which value.",
      {
        [google]:
          "--gcp-project leads to that project's pages, and --ios-bundle-id is the value to paste there",
      },
      { covers: ["setup google --gcp-project --ios-bundle-id"] },
    ),
    outsideWorld(
      "C96",
      "`setup google` tries the secret at the real Google.",
      "It needs a project of Google Cloud with OAuth clients.",
      { [google]: googleStores },
    ),
    asWritten(
      "C97",
      "`setup billing` pushes the catalog to the app stores and to Stripe; a second run changes nothing.",
      {
        [billing]: [everything, "a changed price replaces the price at each store, and back again"],
        "cli/test/cli-setup-billing-interrupted.slow.test.ts":
          "killed after any of its changes, the next run brings about the same as one that was left alone",
      },
    ),
    asWritten("C98", "`setup billing` wires the webhooks and verifies each store.", {
      [billing]: [
        everything,
        "the webhook's secret is the one that the server checks with",
        "what it says it will do is what it does, in words",
      ],
    }),
    asWritten(
      "C99",
      "`--apple-bundle-id` blank skips Apple, `--google-package-name` blank skips Google.",
      { [billing]: "a store whose flags are left blank is skipped" },
      { covers: ["setup billing --apple-bundle-id --google-package-name"] },
    ),
    asWritten(
      "C100",
      "`--apple-app-id` and `--apple-app-apple-id` name the app at Apple.",
      {
        [refused]: [everyFlag, "%j: %s » --apple-app-id and --apple-app-apple-id are different"],
        [billing]: numberAndTopic,
      },
      { covers: ["setup billing --apple-app-id --apple-app-apple-id"] },
    ),
    asWritten(
      "C101",
      "The in-app purchase key, `--apple-iap-p8`, `--apple-iap-key-id`, `--apple-iap-issuer-id`, is stored encrypted.",
      { [billing]: [everything, noSecretShown], [refused]: everyFlag },
      { covers: ["setup billing --apple-iap-p8 --apple-iap-key-id --apple-iap-issuer-id"] },
    ),
    asWritten(
      "C102",
      "`--apple-notification-secret` and `--google-rtdn-secret` are stored encrypted.",
      { [billing]: noSecretShown },
      { covers: ["setup billing --apple-notification-secret --google-rtdn-secret"] },
    ),
    asWritten(
      "C103",
      "The App Store Connect key, `--asc-p8`, `--asc-key-id`, `--asc-issuer-id`, pushes the catalog and is not stored.",
      {
        [billing]: noSecretShown,
        [refused]: ["a key that App Store Connect refuses, with the flag it was given by", everyFlag],
      },
      { covers: ["setup billing --asc-p8 --asc-key-id --asc-issuer-id"] },
    ),
    asWritten(
      "C104",
      "`--google-service-account` is stored encrypted.",
      { [billing]: [everything, noSecretShown] },
      { covers: ["setup billing --google-service-account"] },
    ),
    asWritten(
      "C105",
      "`--google-cloud-project`, `--google-pubsub-topic` (whole or bare) and `--google-pubsub-service-account` wire Google's notifications.",
      {
        [billing]: [
          everything,
          numberAndTopic,
          "Google Play: without another account, the key's own signs the pushes, and stays when it is not named again",
        ],
      },
      {
        covers: [
          "setup billing --google-cloud-project --google-pubsub-topic --google-pubsub-service-account",
        ],
      },
    ),
    asWritten(
      "C106",
      "`--stripe` enables Stripe and asks for the key if `--stripe-secret-key` is left out.",
      {
        [refused]: [
          "on a terminal it asks for Stripe's key, and does not show what is typed",
          "without a terminal, --stripe without a key is refused unless one is stored; nothing is changed",
        ],
      },
      { covers: ["setup billing --stripe"] },
    ),
    asWritten(
      "C107",
      "`--stripe-secret-key`, `sk_` or `rk_`, is stored encrypted, makes products, prices and the webhook, whose secret is stored.",
      {
        [billing]: [everything, noSecretShown, "the webhook's secret is the one that the server checks with"],
        [refused]: "a key that Stripe does not know is not saved",
      },
      { covers: ["setup billing --stripe-secret-key"] },
    ),
    asWritten(
      "C108",
      "`setup billing` changes nothing before the plan is confirmed, or `--yes` is given.",
      {
        [refused]: [
          "without --yes, and without a terminal to ask on, it shows what it would do and refuses",
          "on a terminal, whoever answers no has changed nothing, secrets included",
        ],
      },
      { covers: ["setup billing --yes"] },
    ),
    outsideWorld(
      "C109",
      "`setup billing` pushes to the real App Store Connect, Google Play and Stripe.",
      "It needs accounts of all three that may sell.",
      {
        [billing]: everything,
        "server/src/providers/stripe/create-stripe.test.ts":
          "the stand-in refuses what Stripe does not publish",
      },
    ),
  ],
};
