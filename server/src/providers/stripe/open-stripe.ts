import type Stripe from "stripe";

/** `origin`: a stand-in, in tests and in development. */
export type StripeOptions = Readonly<{ origin: string | undefined; waitMs: number; retries: number }>;

/** The library takes a while to load, and most servers sell nothing through Stripe. */
export async function openStripe(
  key: string,
  { origin, waitMs, retries }: StripeOptions,
): Promise<{ stripe: Stripe; apiVersion: string }> {
  const { default: StripeApi } = await import("stripe");
  const { protocol, hostname, port } = new URL(origin ?? "https://api.stripe.com");
  const stripe = new StripeApi(key, {
    host: hostname,
    protocol: protocol === "http:" ? "http" : "https",
    ...(port !== "" && { port }),
    httpClient: strictly(StripeApi.createNodeHttpClient()),
    timeout: waitMs,
    maxNetworkRetries: retries,
    telemetry: false,
  });
  return { stripe, apiVersion: StripeApi.API_VERSION };
}

type HttpClient = Stripe.HttpClient;

/** The library takes every JSON for an answer of Stripe's, whatever its status: also that of a proxy on the way. */
function strictly(client: HttpClient): HttpClient {
  const ask = client.makeRequest.bind(client);
  client.makeRequest = async (...request) => {
    const response = await ask(...request);
    const read = response.toJSON.bind(response);
    response.toJSON = async () => checked(await read(), response.getStatusCode());
    return response;
  };
  return client;
}

function checked(json: unknown, status: number): unknown {
  const { object, error } = Object(json) as Record<string, unknown>;
  if (status < 400 && typeof object === "string") return json;
  if (status >= 400 && typeof error === "object" && error !== null) return json;
  if (status >= 400) return { error: { type: "api_error", message: `status ${status}` } };
  throw new Error("this is no answer of Stripe's");
}
