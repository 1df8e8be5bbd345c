import { Agent, request } from "node:http";

// A process of its own: signs in over many connections at once, each as soon as it was answered.
export type CrowdOrder = {
  port: number;
  headers: Readonly<Record<string, string>>;
  /** The callers' own address on the loopback. */
  localAddress: string;
  bodies: readonly string[];
  connectionsEach: number;
};
export type CrowdCounts = { answered: number; refused: number };

const PATH = "/svc.auth.v1.AuthService/SignIn";

process.once("message", (message) => {
  const { port, headers, localAddress, bodies, connectionsEach } = message as CrowdOrder;
  const counts: CrowdCounts = { answered: 0, refused: 0 };
  const agent = new Agent({ keepAlive: true, maxSockets: bodies.length * connectionsEach });
  let isOver = false;
  const call = (body: string): void => {
    if (isOver) return;
    const again = (): void => call(body);
    const sent = request({
      ...{ host: "127.0.0.1", port, localAddress, path: PATH, method: "POST", agent },
      headers: { ...headers, "content-type": "application/json" },
    });
    sent.on("response", (answer) => {
      counts[answer.statusCode === 200 ? "answered" : "refused"] += 1;
      answer.resume().on("end", again);
    });
    sent.on("error", () => setTimeout(again, 10));
    sent.end(body);
  };
  for (const body of bodies) for (let n = 0; n < connectionsEach; n++) call(body);
  process.once("message", () => {
    isOver = true;
    agent.destroy();
    process.send?.(counts, () => process.exit());
  });
});
