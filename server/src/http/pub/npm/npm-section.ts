import { type Html, html } from "../../../wire/html.ts";
import { managersFor, type NpmManager } from "./npm-managers.ts";
import type { SdkPackage } from "./sdk-packages.ts";

/** How an app in JavaScript or TypeScript, or a backend, installs the library. */
export function npmSection(baseUrl: string, { name, version }: SdkPackage): Html {
  const managers = managersFor(baseUrl, name);
  const [npm] = managers;
  const alike = managers.filter((manager) => manager !== npm && manager.file === npm?.file);
  const others = managers.filter((manager) => manager.file !== npm?.file);
  return html`<h2 id="npm">JavaScript</h2>
<p><code>${name}</code> ${version} for React Native, Expo, Capacitor and the web, and for backends in JavaScript. It comes
from this server, has no dependencies and asks nobody else.</p>
${npm && steps(npm)}
<p>Then, in the app:</p>
<pre tabindex="0"><code>${example(baseUrl, name)}</code></pre>
<p class="quiet">The publishable key of a project is in the <a href="/console/">console</a> and in <code>svc project get</code>.
The <a href="/docs/">documentation</a> goes on from here.</p>
<h3>Other package managers</h3>
<p>${alike.map((manager) => manager.name).join(", ")} read the same <code>${npm?.file}</code>:</p>
<pre tabindex="0"><code>${alike.map(({ command, name }) => `${command.padEnd(24)}# ${name}\n`).join("")}</code></pre>
${others.map((manager) => html`<h4>${manager.name}</h4>${steps(manager)}`)}`;
}

function steps({ file, lines, command }: NpmManager): Html {
  return html`<p>In <code>${file}</code>, beside <code>package.json</code>:</p>
<pre tabindex="0"><code>${lines}</code></pre>
<p>In a terminal:</p>
<pre tabindex="0"><code>${command}
</code></pre>`;
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
