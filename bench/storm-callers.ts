import { setPriority } from "node:os";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { grpcWire } from "./wire.ts";

// A process of its own: sends sign-ins at a fixed rate, whether or not they are answered. The callers
// of a real storm have machines of their own, so this one gives way to the server.
type Order = { url: string; key: string; emails: string[]; password: string; perSecond: number; ms: number };

const TICK_MS = 20;

process.once("message", async (message) => {
  setPriority(10);
  const { url, key, emails, password, perSecond, ms } = message as Order;
  const wire = grpcWire(url, 8);
  const until = performance.now() + ms;
  const pending = new Set<Promise<void>>();
  const counts = { signedIn: 0, refused: 0 };
  let debt = 0;
  while (performance.now() < until) {
    for (debt += (perSecond * TICK_MS) / 1000; debt >= 1; debt--) {
      const email = emails[Math.floor(Math.random() * emails.length)] ?? "";
      const call = wire
        .call(AuthService.method.signIn, { email, password }, { "x-svc-key": key })
        .then((answer) => {
          if (answer) counts.signedIn += 1;
          else counts.refused += 1;
          pending.delete(call);
        });
      pending.add(call);
    }
    await new Promise((resolve) => setTimeout(resolve, TICK_MS));
  }
  await Promise.all(pending);
  wire.close();
  process.send?.(counts);
  process.disconnect?.();
});
