import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { PAGE_LINES, pageSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import type { Place } from "./place.ts";
import { openPage } from "./web-page.ts";

/** A client component, because a page of the server cannot hand over functions. */
const PROVIDERS = (place: Place) => `"use client";
import { createAuthClient, webStorage } from "@svc/sdk";
import { AuthProvider } from "@svc/sdk/react";

const auth = createAuthClient({ ...${JSON.stringify(place.server)}, storage: webStorage(), storageKey: "of the layout" });

export function Providers({ children }) {
  return <AuthProvider client={auth}>{children}</AuthProvider>;
}
`;

const LAYOUT = `import { Providers } from "./providers";

export default function Layout({ children }) {
  return <html><body><Providers>{children}</Providers></body></html>;
}
`;

/** The gates stand in a component of the server: the library says itself that it is for the client. */
const PAGE = `import { AuthLoading, SignedIn, SignedOut } from "@svc/sdk/react";
import { Scenario } from "./scenario-page";

export default function Page() {
  return <main>
    <p id="gates"><AuthLoading>gate loading</AuthLoading><SignedIn>gate signedIn</SignedIn><SignedOut>gate signedOut</SignedOut></p>
    <Scenario />
  </main>;
}
`;

/** The page of the other browser cells, begun when the component is mounted. */
function scenarioPage(place: Place): string {
  const source = pageSource(place)
    .replaceAll('from "./', 'from "../')
    .replace(/^all\(\)/m, "const begin = () => all()");
  return `"use client";
import { useEffect } from "react";
${source}
let hasBegun = false;
export function Scenario() {
  useEffect(() => {
    if (!hasBegun) begin();
    hasBegun = true;
  }, []);
  return <div id="root" />;
}
`;
}

export const next: Cell = {
  name: "Next.js, app router, in Chromium",
  packages: { next: "16.4.6", react: "19.3.1", "react-dom": "19.3.1" },
  extra: [...PAGE_LINES, "server: gate loading"],
  run: async (place) => {
    place.write("app/providers.jsx", PROVIDERS(place));
    place.write("app/layout.jsx", LAYOUT);
    place.write("app/page.jsx", PAGE);
    place.write("app/scenario-page.jsx", scenarioPage(place));
    await place.run("next", "build");
    return withNextStart(place, async (url) => {
      const html = await (await fetch(url)).text();
      const gates = /<p id="gates">(.*?)<\/p>/.exec(html)?.[1]?.replace(/<!--.*?-->/g, "");
      const printed = await openPage(url);
      return printed.replace(/\]$/m, `,${JSON.stringify(`server: ${gates}`)}]`);
    });
  },
};

async function withNextStart(place: Place, work: (url: string) => Promise<string>): Promise<string> {
  const program = `${place.folder}/node_modules/next/dist/bin/next`;
  const args = [program, "start", "--port", "0", "--hostname", "127.0.0.1"];
  const child = spawn(process.execPath, args, {
    cwd: place.folder,
    env: place.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  try {
    for await (const line of createInterface(child.stdout)) {
      const url = /http:\/\/127\.0\.0\.1:\d+/.exec(line)?.[0];
      if (url) return await work(url);
    }
    throw new Error("next start ended");
  } finally {
    child.kill();
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}
