import { randomUUID } from "node:crypto";
import { type GoogleAnswer, googleFailure } from "./google-tokens.ts";

type Policy = { version?: number; etag: string; bindings?: Array<{ role: string; members: string[] }> };
type PushConfig = { pushEndpoint?: string; oidcToken?: { serviceAccountEmail?: string; audience?: string } };
export type PushSubscription = { name: string; topic: string; pushConfig: PushConfig };

const no = (reason: string): GoogleAnswer => googleFailure(400, "INVALID_ARGUMENT", reason);
const notFound = googleFailure(404, "NOT_FOUND", "notFound");
const exists = googleFailure(409, "ALREADY_EXISTS", "alreadyExists");

/** Topics, their rights and pushes, as Cloud Pub/Sub has them. */
export class PubSubStandIn {
  readonly policies = new Map<string, Policy>();
  readonly subscriptions = new Map<string, PushSubscription>();
  /** Called before a policy is written: somebody else may be faster. */
  beforeWrite: (topic: string) => void = () => {};

  /** `path` is what comes after `projects/`, in its parts. */
  answer(method: string, path: readonly string[], query: URLSearchParams, body: unknown): GoogleAnswer {
    const [project, kind, last = "", ...more] = path;
    if (more.length > 0 || query.size > 0) return notFound;
    const [id, action = ""] = last.split(":");
    const name = `projects/${project}/${kind}/${id}`;
    if (kind === "topics") return this.#topic(`${method} ${action}`, name, body);
    if (kind === "subscriptions") return this.#subscription(`${method} ${action}`, name, body);
    return notFound;
  }

  #topic(route: string, name: string, body: unknown): GoogleAnswer {
    const policy = this.policies.get(name);
    if (route === "PUT ") {
      if (policy) return exists;
      this.policies.set(name, { etag: randomUUID() });
      return [200, { name }];
    }
    if (!policy) return notFound;
    if (route === "GET ") return [200, { name }];
    if (route === "GET getIamPolicy") return [200, policy];
    return route === "POST setIamPolicy" ? this.#setPolicy(name, body) : notFound;
  }

  #setPolicy(name: string, body: unknown): GoogleAnswer {
    const { policy, ...rest } = body as { policy?: Policy };
    if (!policy?.etag || Object.keys(rest).length > 0) return no("noEtag");
    this.beforeWrite(name);
    if (this.policies.get(name)?.etag !== policy.etag)
      return googleFailure(409, "ABORTED", "concurrentChange");
    const kept = { ...policy, etag: randomUUID() };
    this.policies.set(name, kept);
    return [200, kept];
  }

  #subscription(route: string, name: string, body: unknown): GoogleAnswer {
    const found = this.subscriptions.get(name);
    if (route === "PUT ") {
      if (found) return exists;
      const { topic, pushConfig, ackDeadlineSeconds, retryPolicy, ...rest } = body as Record<string, unknown>;
      if (Object.keys(rest).length > 0 || !isPush(pushConfig) || !retryPolicy) return no("badSubscription");
      if (Number(ackDeadlineSeconds) < 10 || Number(ackDeadlineSeconds) > 600) return no("badDeadline");
      if (!this.policies.has(String(topic))) return notFound;
      this.subscriptions.set(name, { name, topic: String(topic), pushConfig });
      return [200, this.subscriptions.get(name)];
    }
    if (!found) return notFound;
    if (route === "GET ") return [200, found];
    if (route !== "POST modifyPushConfig") return notFound;
    const { pushConfig } = body as { pushConfig?: unknown };
    if (!isPush(pushConfig)) return no("badPushConfig");
    found.pushConfig = pushConfig;
    return [200, {}];
  }
}

/** Google pushes to https only. */
function isPush(value: unknown): value is PushConfig {
  const { pushEndpoint, oidcToken } = Object(value) as PushConfig;
  return Boolean(
    pushEndpoint?.startsWith("https://") && oidcToken?.serviceAccountEmail && oidcToken.audience,
  );
}
