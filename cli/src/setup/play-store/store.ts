import type { BillingStore } from "../../store-entry.ts";

export const playStore: BillingStore = {
  word: "play-store",
  value: "STORE_PLAY_STORE",
  name: "play_store",
  title: "Google Play",
  section: "playStore",
  isOn: ({ playStore }) => Boolean(playStore?.packageName),
  turnsOn: "--google-package-name com.example.app",
  webhookRows: ({ playStoreUrl = "" }) => [["play-store", playStoreUrl]],
  setupFlags: [
    { name: "google-cloud-project", value: "id", about: "project of Google Cloud for the topic" },
    {
      name: "google-package-name",
      value: "name",
      about: "the app's package name; without it Google Play is left alone",
    },
    {
      name: "google-pubsub-service-account",
      value: "address",
      about: "service account that signs the pushes of Pub/Sub; the one of the key if left out",
    },
    {
      name: "google-pubsub-topic",
      value: "topic",
      about: "topic for Play's notifications: its name, or projects/<project>/topics/<topic>",
    },
    {
      name: "google-rtdn-secret",
      value: "secret",
      about:
        "secret part of the address for Google's notifications, stored encrypted; made if left out; - reads standard input",
    },
    {
      name: "google-service-account",
      value: "file",
      about: "JSON key of the service account that manages subscriptions; the server stores it encrypted",
      completes: "file",
    },
  ],
  doctorFlags: [
    {
      name: "google-service-account",
      value: "file",
      about: "try this service account at Google Play; it stays on this machine",
      completes: "file",
    },
  ],
  loadSetup: async () => (await import("./setup-module.ts")).playStoreSetupModule,
  loadKey: async () => (await import("../../doctor/play-store/key-checks.ts")).playStoreKey,
};
