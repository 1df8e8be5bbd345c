import type { Place } from "./place.ts";

/** Ends a promise of lines: printed where every cell can read them. */
const PRINTED = `.then(
  (seen) => console.log("SEEN " + JSON.stringify(seen)),
  (error) => console.log("FAILED " + ((error && error.stack) || error)),
);`;

/** How an app makes its clients. `host` has what an engine alone lacks: randomness, a network. */
export function clientSource({ server }: Place): string {
  return `import { createAuthClient, isAuthError, webStorage } from "@svc/sdk";
const storage = webStorage();
const open = () => createAuthClient({ ...${JSON.stringify(server)}, ...globalThis.host, storage });`;
}

/** The same on Expo, which has storage and randomness itself. */
export function expoClientSource({ server }: Place): string {
  return `import { isAuthError } from "@svc/sdk";
import { createExpoAuthClient } from "@svc/sdk/expo";
const open = () => createExpoAuthClient({ ...${JSON.stringify(server)}, ...globalThis.host });`;
}

/** An app without a user interface that loads the React entry and runs the scenario. */
export function appSource(place: Place, client: string = clientSource(place)): string {
  return `import { AuthProvider, useAuth } from "@svc/sdk/react";
import { describeError } from "@svc/sdk/words";
import { ptBR } from "@svc/sdk/words/pt-BR";
import { scenario } from "./scenario.js";
${client}
if (typeof AuthProvider !== "function" || typeof useAuth !== "function") throw new Error("no React entry");
if (describeError("?", { languages: [ptBR], locale: "pt" }) !== ptBR.sentences.general) throw new Error("no words");
scenario(open, isAuthError, ${JSON.stringify(place.email)})${PRINTED}
`;
}

/** The same as CommonJS. */
export function commonJsAppSource(place: Place): string {
  return appSource(place).replace(/^import (\{.*\}) from (.*);$/gm, "const $1 = require($2);");
}

/** An app for a browser: the scenario, and then a page that React renders. */
export function pageSource(place: Place, client: string = clientSource(place)): string {
  return `import { createElement } from "react";
import { createRoot } from "react-dom/client";
import * as library from "@svc/sdk/react";
import { scenario } from "./scenario.js";
import { page, watch } from "./react-scenario.js";
${client}
async function all() {
  const seen = await scenario(open, isAuthError, ${JSON.stringify(place.email)});
  const element = document.getElementById("root");
  const client = open();
  createRoot(element).render(page(createElement, library, client));
  return [...seen, ...(await watch(client, () => element.textContent))];
}
all()${PRINTED}
`;
}

/** What pageSource prints after the scenario's lines. */
export const PAGE_LINES = ["page: signedOut gate signedOut", "page: signedIn gate signedIn"];

/** The lines that an app printed. */
export function seenIn(output: string): string[] {
  const line = /SEEN (\[.*\])/.exec(output)?.[1];
  if (line === undefined) throw new Error(`the scenario did not come to its end:\n${output.slice(-4000)}`);
  return JSON.parse(line);
}
