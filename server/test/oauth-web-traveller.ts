import type { Seen } from "./pages-visitor.ts";

/** The request with which a provider sends the browser back, before it is sent. */
export type Return = { method: "GET" | "POST"; url: string; fields: URLSearchParams };

/** A browser that follows redirects one by one, as the test says, and keeps its cookies. */
export class Traveller {
  readonly #cookies = new Map<string, Map<string, string>>();

  async open(url: string, form?: URLSearchParams): Promise<Seen> {
    const jar = this.#jarOf(url);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, {
      redirect: "manual",
      headers: cookie === "" ? {} : { cookie },
      ...(form && { method: "POST", body: form }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [pair = ""] = line.split(";");
      const [name = "", value = ""] = pair.split("=");
      jar.set(name, value);
    }
    return { status: response.status, headers: response.headers, text: await response.text() };
  }

  /** From our server's start to the provider, through its sign-in page, up to the way back. */
  async travel(startUrl: string, choice: string): Promise<Return> {
    let at = startUrl;
    let seen = await this.open(at);
    while (seen.headers.has("location")) {
      at = new URL(seen.headers.get("location") ?? "", at).href;
      const { pathname } = new URL(at);
      if (pathname.endsWith("/callback")) return { method: "GET", url: at, fields: new URL(at).searchParams };
      const isSignIn = pathname.startsWith("/interaction/");
      seen = isSignIn ? await this.open(`${at}/${choice}`, new URLSearchParams()) : await this.open(at);
    }
    return formIn(seen);
  }

  /** Goes back to our server. */
  goBack({ method, url, fields }: Return): Promise<Seen> {
    return method === "GET" ? this.open(withQuery(url, fields)) : this.open(url, fields);
  }

  #jarOf(url: string): Map<string, string> {
    const { host } = new URL(url);
    const jar = this.#cookies.get(host) ?? new Map<string, string>();
    this.#cookies.set(host, jar);
    return jar;
  }
}

/** Where a page sends the app, whichever way it does: by redirect, or by the button on the page. */
export function landingOf(seen: Seen): URL {
  const href = seen.headers.get("location") ?? /<a class="button" href="([^"]+)"/.exec(seen.text)?.[1];
  if (href === undefined)
    throw new Error(`no way back to the app: ${seen.status} ${seen.text.slice(0, 400)}`);
  return new URL(plain(href));
}

function formIn({ status, text }: Seen): Return {
  const action = /<form method="post" action="([^"]+)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`no form: ${status} ${text.slice(0, 400)}`);
  const inputs = text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g);
  const fields = new URLSearchParams();
  for (const [, name = "", value = ""] of inputs) fields.append(name, plain(value));
  return { method: "POST", url: plain(action), fields };
}

function plain(text: string): string {
  return text
    .replace(/&#(\d+);/g, (_all, code: string) => String.fromCharCode(Number(code)))
    .replaceAll("&quot;", '"')
    .replaceAll("&#x2F;", "/")
    .replaceAll("&amp;", "&");
}

function withQuery(url: string, fields: URLSearchParams): string {
  return `${url.split("?", 1)[0]}?${fields}`;
}
