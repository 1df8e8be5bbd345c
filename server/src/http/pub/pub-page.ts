import { type Html, html } from "../../wire/html.ts";
import { tarballPath } from "./packument.ts";
import type { SdkPackage } from "./sdk-packages.ts";

type Manager = Readonly<{
  name: string;
  /** The file that says where packages of the scope come from, and its lines. */
  file: string;
  lines: string;
  command: string;
}>;

/** What a developer pastes, for each package manager. The address is the server's own, as everybody reaches it. */
export function managersFor(baseUrl: string, name: string): readonly Manager[] {
  const scope = name.replace(/\/.*$/, "");
  const registry = `${scope}:registry=${baseUrl}/pub/\n`;
  const isPlain = baseUrl.startsWith("http:");
  const yarn = [
    "npmScopes:",
    `  ${scope.slice(1)}:`,
    `    npmRegistryServer: "${baseUrl}/pub"`,
    // Yarn waits a day before it takes a new version; this one comes from your own server.
    "npmPreapprovedPackages:",
    `  - "${name}"`,
    ...(isPlain ? ["unsafeHttpWhitelist:", `  - "${new URL(baseUrl).hostname}"`] : []),
    "",
  ].join("\n");
  return [
    { name: "npm", file: ".npmrc", lines: registry, command: `npm install ${name}` },
    { name: "pnpm", file: ".npmrc", lines: registry, command: `pnpm add ${name}` },
    { name: "Yarn 4", file: ".yarnrc.yml", lines: yarn, command: `yarn add ${name}` },
    { name: "Yarn 1", file: ".npmrc", lines: registry, command: `yarn add ${name}` },
    { name: "Bun", file: ".npmrc", lines: registry, command: `bun add ${name}` },
  ];
}

/** Where a developer begins: the lines to paste, and what is there. */
export function pubPage(baseUrl: string, packages: readonly SdkPackage[]): Html {
  const [newest] = packages;
  if (!newest) return notBuilt();
  const { name } = newest;
  const managers = managersFor(baseUrl, name);
  const [npm] = managers;
  const alike = managers.filter((manager) => manager !== npm && manager.file === npm?.file);
  const others = managers.filter((manager) => manager.file !== npm?.file);
  return html`<h1>Client library</h1>
<p><code>${name}</code> ${newest.version} for React Native, Expo, Capacitor and the web, and for backends in JavaScript. It comes
from this server, has no dependencies and asks nobody else.</p>
${npm && steps(npm)}
<p>Then, in the app:</p>
<pre tabindex="0"><code>${example(baseUrl, name)}</code></pre>
<p class="quiet">The publishable key of a project is in the <a href="/console/">console</a> and in <code>svc project get</code>.
The <a href="/docs/">documentation</a> goes on from here.</p>
<h2>Other package managers</h2>
<p>${alike.map((manager) => manager.name).join(", ")} read the same <code>${npm?.file}</code>:</p>
<pre tabindex="0"><code>${alike.map(({ command, name }) => `${command.padEnd(24)}# ${name}\n`).join("")}</code></pre>
${others.map((manager) => html`<h3>${manager.name}</h3>${steps(manager)}`)}
<h2>Versions</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Versions"><table>
<thead><tr><th scope="col">Version</th><th scope="col">Of</th><th scope="col">File</th></tr></thead>
<tbody>${packages.map(versionRow)}</tbody>
</table></div>`;
}

function steps({ file, lines, command }: Manager): Html {
  return html`<p>In <code>${file}</code>, beside <code>package.json</code>:</p>
<pre tabindex="0"><code>${lines}</code></pre>
<p>In a terminal:</p>
<pre tabindex="0"><code>${command}
</code></pre>`;
}

function versionRow(sdk: SdkPackage): Html {
  const { version, publishedAt, integrity } = sdk;
  const file = tarballPath(sdk);
  return html`<tr><td>${version}</td><td>${publishedAt.slice(0, 10)}</td><td><a href="/pub/${file}">${file}</a><br><code>${integrity.slice(0, 30)}…</code></td></tr>`;
}

function example(baseUrl: string, name: string): string {
  return `import { createAuthClient, webStorage } from "${name}";

const auth = createAuthClient({
  baseUrl: "${baseUrl}",
  publishableKey: "pk_…",
  storage: webStorage(),
});
await auth.signInWithPassword({ email, password });
`;
}

function notBuilt(): Html {
  return html`<h1>Client library</h1>
<p>This server runs from a checkout in which the client library is not built. <code>npm start</code> builds it and says what is wrong.</p>`;
}
