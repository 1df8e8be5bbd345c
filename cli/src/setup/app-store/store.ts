import type { BillingStore } from "../../store-entry.ts";

export const appStore: BillingStore = {
  word: "app-store",
  value: "STORE_APP_STORE",
  name: "app_store",
  title: "App Store",
  section: "appStore",
  isOn: ({ appStore }) => Boolean(appStore?.bundleId),
  turnsOn: "--apple-bundle-id com.example.app",
  webhookRows: ({ appStoreUrl = "" }) => [["app-store", appStoreUrl]],
  setupFlags: [
    {
      name: "apple-app-apple-id",
      value: "number",
      about: "the app's Apple ID, a number; found by the bundle id if left out",
    },
    {
      name: "apple-app-id",
      value: "number",
      about: "the same number, by its name in the App Store Connect API",
    },
    {
      name: "apple-bundle-id",
      value: "id",
      about: "the app's bundle id; without it the App Store is left alone",
    },
    { name: "apple-iap-issuer-id", value: "uuid", about: "issuer id of the in-app purchase key" },
    {
      name: "apple-iap-key-id",
      value: "id",
      about: "id of the in-app purchase key; from the name of its file if left out",
    },
    {
      name: "apple-iap-p8",
      value: "file",
      about: "in-app purchase key, SubscriptionKey_<key id>.p8; the server stores it encrypted",
      completes: "file",
    },
    {
      name: "apple-notification-secret",
      value: "secret",
      about:
        "secret part of the address for Apple's notifications, stored encrypted; made if left out; - reads standard input",
    },
    { name: "asc-issuer-id", value: "uuid", about: "issuer id of the App Store Connect API key" },
    {
      name: "asc-key-id",
      value: "id",
      about: "id of the App Store Connect API key; from the name of its file if left out",
    },
    {
      name: "asc-p8",
      value: "file",
      about: "App Store Connect API key, to make the products; it stays on this machine and is never stored",
      completes: "file",
    },
  ],
  doctorFlags: [
    {
      name: "apple-iap-p8",
      value: "file",
      about: "try this in-app purchase key in the App Store's sandbox; it stays on this machine",
      completes: "file",
    },
    {
      name: "apple-test-notification",
      about: "let Apple also send a test notification in production; otherwise only in the sandbox",
    },
  ],
  loadSetup: async () => (await import("./setup-module.ts")).appStoreSetupModule,
  loadKey: async () => (await import("../../doctor/app-store/key-checks.ts")).appStoreKey,
};
