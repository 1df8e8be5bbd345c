import type { ServerResponse } from "node:http";

type Page = {
  status: number;
  headers?: Record<string, string>;
  body: string;
  /** The request reached the server, but its answer is replaced. */
  isAfterServer?: boolean;
};

const HTML = { "content-type": "text/html" };
const errorInfo = Buffer.from("\n\u0013STORAGE_UNAVAILABLE\u0012\u0003svc").toString("base64");

/** Answers that a phone gets from a network in between, or from a server in trouble. */
export const pages = {
  "captive portal": { status: 200, headers: HTML, body: "<html>Welcome to the hotel</html>" },
  "captive portal by 302": { status: 302, headers: { location: "/login" }, body: "" },
  "503 page": { status: 503, headers: HTML, body: "<html>Service Unavailable</html>" },
  "503 page after the server": {
    status: 503,
    headers: HTML,
    body: "<html>Try later</html>",
    isAfterServer: true,
  },
  "429 page": { status: 429, headers: { ...HTML, "retry-after": "5" }, body: "<html>Slow down</html>" },
  "429 JSON": {
    status: 429,
    headers: { "content-type": "application/json", "retry-after": "5" },
    body: '{"message":"slow down"}',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      code: "unavailable",
      message: "no",
      details: [{ type: "google.rpc.ErrorInfo", value: errorInfo }],
    }),
  },
} as const satisfies Record<string, Page>;

export type PageName = keyof typeof pages;

export function showPage(name: PageName, outgoing: ServerResponse): void {
  const { status, headers, body }: Page = pages[name];
  outgoing.writeHead(status, headers).end(body);
}

export function isAfterServer(name: PageName): boolean {
  const { isAfterServer = false }: Page = pages[name];
  return isAfterServer;
}
