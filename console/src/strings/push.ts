export const push = {
  description:
    "Phones that your backend can send messages to. Push tokens are never shown here; only the secret key reads them.",
  provider: "Delivered by",
  providers: { "": "APNs and FCM", apns: "APNs", fcm: "FCM" },
  sandbox: "sandbox",
  app: "App id, such as com.example.app",
  reset: "Clear filters",
  deviceColumn: "Device",
  appColumn: "App",
  providerColumn: "Delivered by",
  notificationsColumn: "Notifications",
  seenColumn: "Registered",
  actionColumn: "Action",
  systems: { ios: "iOS", ipados: "iPadOS", android: "Android", macos: "macOS" } as Readonly<
    Record<string, string>
  >,
  unknownModel: "Unknown model",
  allowed: "Allowed",
  denied: "Off",
  revoke: "Revoke",
  revokeOf: (device: string) => `Revoke ${device}`,
  revokeTitle: (device: string) => `Revoke ${device}?`,
  revokeText:
    "Your backend no longer gets its token. The app registers it again at its next start while the user is signed in.",
  revoked: (device: string) => `${device} is revoked.`,
  newestFirst: "Newest first, 50 on a page",
  emptyTitle: "No push devices yet",
  emptyText: "A phone appears here as soon as your app registers its push token for a signed-in user.",
  noMatchTitle: "No device matches",
  noMatchText: "The app id must be complete. Or clear the filters.",
} as const;
