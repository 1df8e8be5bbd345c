/**
 * `fetch`, except that a call which first-calls.ts has made already is not made again. Each answer is taken once, and soon:
 * later ones would be old.
 */
export async function fetchFirst(url: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const answer = await takeAnswer(String(url), init?.body);
  return answer?.ok ? answer : fetch(url, init);
}

const KEPT_MS = 10_000;

/** An answer that failed is as good as none: the call is made again and fails by itself, or not. */
function takeAnswer(url: string, body: BodyInit | null | undefined): Promise<Response | undefined> {
  const calls = globalThis.svcFirstCalls;
  if (!calls?.size || !(body instanceof Uint8Array)) return Promise.resolve(undefined);
  if (performance.now() > KEPT_MS) calls.clear();
  const key = new URL(url).pathname + new TextDecoder().decode(body);
  const answer = calls.get(key);
  calls.delete(key);
  return answer?.catch(() => undefined) ?? Promise.resolve(undefined);
}
