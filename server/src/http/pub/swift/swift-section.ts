import { type Html, html } from "../../../wire/html.ts";
import { swiftGitUrl } from "./swift-documents.ts";
import { SWIFT_NAME, SWIFT_SCOPE, type SwiftRelease } from "./swift-releases.ts";

/** How an app in Swift installs the library. */
export function swiftSection(baseUrl: string, { version }: SwiftRelease): Html {
  const url = swiftGitUrl({ baseUrl });
  return html`<h2 id="swift">Swift</h2>
<p><code>${SWIFT_NAME}</code> ${version}. In Xcode choose <em>File</em>, <em>Add Package Dependencies…</em> and enter
<code>${url}</code>, or in <code>Package.swift</code>:</p>
<pre tabindex="0"><code>${swiftGitDependency(baseUrl, version)}</code></pre>
<h3>From the registry</h3>
<p>The server is a Swift package registry, too. Its URL is set once for each app:</p>
<pre tabindex="0"><code>${swiftRegistryCommand(baseUrl)}
</code></pre>
<p>Then, in <code>Package.swift</code>:</p>
<pre tabindex="0"><code>${swiftRegistryDependency(version)}</code></pre>`;
}

/** The lines of a Package.swift that reads the git repository. */
export function swiftGitDependency(baseUrl: string, version: string): string {
  return `// dependencies
.package(url: "${swiftGitUrl({ baseUrl })}", from: "${version}"),
// dependencies of the target
.product(name: "${SWIFT_NAME}", package: "${SWIFT_NAME}"),
`;
}

export function swiftRegistryCommand(baseUrl: string): string {
  const flags = baseUrl.startsWith("http:") ? "--allow-insecure-http " : "";
  return `swift package-registry set ${flags}--scope ${SWIFT_SCOPE} ${baseUrl}/pub/swift`;
}

/** The lines of a Package.swift that reads the registry. */
export function swiftRegistryDependency(version: string): string {
  return `// dependencies
.package(id: "${SWIFT_SCOPE}.${SWIFT_NAME}", from: "${version}"),
// dependencies of the target
.product(name: "${SWIFT_NAME}", package: "${SWIFT_SCOPE}.${SWIFT_NAME}"),
`;
}
