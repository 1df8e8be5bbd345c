import { Failure } from "../../failure.ts";
import type { AppStoreConnect } from "../app-store-connect.ts";

/** A resource of App Store Connect (JSON:API). */
export type ConnectResource = Readonly<{
  id: string;
  attributes: Readonly<Record<string, unknown>>;
  /** Ids of what it belongs to, by the relationship's name. */
  related: (name: string) => string;
}>;

export type Link = Readonly<{ data: Readonly<{ type: string; id: string }> }>;

export function link(type: string, id: string): Link {
  return { data: { type, id } };
}

/** All of a list, page by page. */
export async function listAll(connect: AppStoreConnect, path: string): Promise<ConnectResource[]> {
  const found: ConnectResource[] = [];
  let next: string | undefined = path;
  while (next !== undefined) {
    const answer = await connect("GET", next);
    if (Array.isArray(answer.data)) found.push(...answer.data.map(resourceOf));
    next = answer.next;
  }
  return found;
}

/** Undefined when there is none. */
export async function findOne(connect: AppStoreConnect, path: string): Promise<ConnectResource | undefined> {
  const { status, data } = await connect("GET", path);
  if (status === 404 || data === null || data === undefined) return undefined;
  return resourceOf(Array.isArray(data) ? data[0] : data);
}

/** Makes or changes something, which Apple must not refuse: not even what is gone (404) or in the way (409). */
export async function write(
  connect: AppStoreConnect,
  ...call: Parameters<AppStoreConnect>
): Promise<ConnectResource> {
  const { status, data, detail } = await connect(...call);
  if (status < 400) return resourceOf(data);
  const [method, path] = call;
  throw new Failure(
    "failed_precondition",
    "PROVIDER_REFUSED",
    `App Store Connect refuses ${method} ${path} (${status})${detail}`,
    "check the product in App Store Connect and run this again: finished parts are detected",
  );
}

export function resourceOf(data: unknown): ConnectResource {
  const { id, attributes, relationships } = Object(data) as Record<string, unknown>;
  return {
    id: typeof id === "string" ? id : "",
    attributes: Object(attributes) as Record<string, unknown>,
    related: (name) => String(Object(Object(Object(relationships)[name]).data).id ?? ""),
  };
}
