export const push = {
  description:
    "Devices your backend can send notifications to. Push tokens are never shown here; only the secret key can read them.",
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
    "Your backend no longer gets its token. The app registers the device again at its next start if the user is still signed in.",
  revoked: (device: string) => `Revoked ${device}.`,
  newestFirst: "Newest first, 50 per page",
  emptyTitle: "No push devices yet",
  emptyText: "A device appears here when your app registers its push token for a signed-in user.",
  noMatchTitle: "No devices found",
  noMatchText: "Enter the complete app id or clear the filters.",
} as const;
