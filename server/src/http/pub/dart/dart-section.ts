import { type Html, html } from "../../../wire/html.ts";
import type { DartPackage } from "./dart-packages.ts";

/** How an app in Flutter or Dart installs the library. */
export function dartSection(baseUrl: string, { name, version }: DartPackage): Html {
  return html`<h2 id="dart">Flutter and Dart</h2>
<p><code>${name}</code> ${version}. In a terminal, in the folder of the app:</p>
<pre tabindex="0"><code>dart pub add ${name} --hosted-url ${baseUrl}/pub/
</code></pre>
<p>This writes into <code>pubspec.yaml</code>:</p>
<pre tabindex="0"><code>${dartDependency(baseUrl, name, version)}</code></pre>`;
}

/** The lines of a pubspec.yaml. */
export function dartDependency(baseUrl: string, name: string, version: string): string {
  return `dependencies:
  ${name}:
    hosted: ${baseUrl}/pub/
    version: ^${version}
`;
}
