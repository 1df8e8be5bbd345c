/** A `fetch` that remembers what was sent and can lose requests and answers, as a phone's network does. */
export class FlakyNetwork {
  readonly sent: Array<{ method: string; request: Record<string, unknown> }> = [];
  /** Decides about each call: goes through, never arrives, or arrives but its answer is lost. */
  fate: (method: string) => "ok" | "request lost" | "answer lost" = () => "ok";

  readonly fetch: typeof fetch = async (input, init) => {
    const method = String(input).split("/").pop() ?? "";
    const fate = this.fate(method);
    this.sent.push({ method, request: typeof init?.body === "string" ? JSON.parse(init.body) : {} });
    if (fate === "request lost") throw new TypeError("network request failed");
    const response = await fetch(input, init);
    if (fate === "ok") return response;
    await response.arrayBuffer();
    throw new TypeError("network request failed");
  };

  goOffline(): void {
    this.fate = () => "request lost";
  }

  goOnline(): void {
    this.fate = () => "ok";
  }

  count(method: string): number {
    return this.sent.filter((call) => call.method === method).length;
  }
}
