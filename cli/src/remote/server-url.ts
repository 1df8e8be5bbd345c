import { usageFailure } from "../failure.ts";

/** The address of a server without a slash at its end. A bare host means https, on this machine http. */
export function parseServerUrl(typed: string, where: string): string {
  const text = typed.trim();
  const withScheme = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `${schemeFor(text)}://${text}`;
  const url = URL.canParse(withScheme) ? new URL(withScheme) : undefined;
  if (url === undefined || !["http:", "https:"].includes(url.protocol) || url.hostname === "") {
    throw usageFailure(`${where} is not an http or https address`, "write it like https://auth.example.com");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    const hint = `use ${url.origin}`;
    throw usageFailure(`${where} is more than a server URL`, hint);
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

function schemeFor(text: string): "http" | "https" {
  const bare = `http://${text}`;
  return URL.canParse(bare) && isLoopback(new URL(bare)) ? "http" : "https";
}

/** True when a token would travel over a network where others can read it. */
export function isPlainToOthers(url: string): boolean {
  const parsed = new URL(url);
  return parsed.protocol === "http:" && !isLoopback(parsed);
}

export function isLoopback({ hostname }: URL): boolean {
  return hostname === "localhost" || hostname.endsWith(".localhost") || /^(127\.|\[::1\]$)/.test(hostname);
}
