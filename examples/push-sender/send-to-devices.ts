import type { ServerClient, ServerPushDevice } from "@svc/sdk/server";
import type { Message, Outcome, Send } from "./message.ts";
import { sendWithRetries } from "./send-with-retries.ts";

export type Senders = Readonly<{ fcm: Send; apns: Readonly<Record<"sandbox" | "production", Send>> }>;

/** How many messages are under way at once. */
const AT_ONCE = 50;

type Server = Pick<ServerClient, "listPushDevices" | "listUserPushDevices" | "revokePushDevice">;
type Counts = Record<Outcome["kind"] | "muted", number>;

/** Sends to all devices of the project, or of one user, and removes those whose token is dead. */
export async function sendToDevices(
  server: Server,
  senders: Senders,
  message: Message,
  { userId, log }: { userId?: string | undefined; log: (line: string) => void },
): Promise<Counts> {
  const counts: Counts = { sent: 0, dead: 0, later: 0, failed: 0, muted: 0 };
  const deliver = async (device: ServerPushDevice) => {
    if (!device.notificationsEnabled) {
      counts.muted++;
      return;
    }
    const send = device.provider === "fcm" ? senders.fcm : senders.apns[device.environment ?? "production"];
    const outcome = await sendWithRetries(send, device, message);
    counts[outcome.kind]++;
    if (outcome.kind === "sent") return;
    // The id of the device, never its token: with the token, others could send to the phone.
    log(`${device.id}: ${outcome.kind}: ${outcome.code}`);
    if (outcome.kind === "dead") await remove(device, outcome);
  };
  // svc keeps the device if the app has registered it again after `invalidSince`.
  const remove = ({ id, token }: ServerPushDevice, { reason, since }: Outcome & { kind: "dead" }) =>
    server
      .revokePushDevice({ token, reason, invalidSince: since.toISOString() })
      .catch((error) => log(`${id}: not removed, the next message will try again: ${error.reason}`));

  for await (const page of pages(server, userId)) {
    for (let at = 0; at < page.length; at += AT_ONCE) {
      await Promise.all(page.slice(at, at + AT_ONCE).map(deliver));
    }
  }
  return counts;
}

async function* pages(server: Server, userId?: string): AsyncGenerator<readonly ServerPushDevice[]> {
  if (userId !== undefined) return yield await server.listUserPushDevices(userId);
  let pageToken = "";
  do {
    const { devices, nextPageToken } = await server.listPushDevices({ pageSize: 200, pageToken });
    yield devices;
    pageToken = nextPageToken;
  } while (pageToken !== "");
}
