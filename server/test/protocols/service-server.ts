import { createListener, type Listener } from "../../src/http/listener.ts";
import { createService, type Service } from "../../src/service.ts";
import { engines } from "../../src/testing/engines.ts";
import { TestApp } from "../../src/testing/test-app.ts";

export type ServiceServer = {
  t: TestApp;
  url: string;
  port: number;
  service: Service;
  listener: Listener;
  close: () => Promise<void>;
};

/** The whole service on a second port, where the test itself decides when it begins to drain. */
export async function openService(options: { reflection?: boolean } = {}): Promise<ServiceServer> {
  const [sqlite] = engines;
  if (!sqlite) throw new Error("no engine");
  const t = await TestApp.open(sqlite);
  const service = createService(t.app, { trustedProxies: [], reflection: options.reflection ?? false });
  const listener = createListener();
  listener.serve(service.handle);
  const port = await listener.listen({ host: "127.0.0.1", port: 0 });
  return {
    t,
    url: `http://127.0.0.1:${port}`,
    port,
    service,
    listener,
    async close() {
      service.beginDrain();
      await listener.drain();
      await t.close();
    },
  };
}
