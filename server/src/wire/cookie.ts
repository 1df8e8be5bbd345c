import type { IncomingHttpHeaders } from "node:http";

/** The value of the cookie. If two cookies have its name, neither is used: we set only one of them. */
export function cookieNamed({ cookie = "" }: IncomingHttpHeaders, name: string): string | undefined {
  const start = `${name}=`;
  const found = cookie.split(";").flatMap((part) => {
    const pair = part.trim();
    return pair.startsWith(start) ? [pair.slice(start.length)] : [];
  });
  return found.length === 1 ? found[0] : undefined;
}
