import { type Html, html } from "../../../wire/html.ts";
import { MAVEN_GROUP, type MavenArtifact } from "./maven-artifacts.ts";

/** How an app in Kotlin or Java installs the library. */
export function mavenSection(baseUrl: string, artifacts: readonly MavenArtifact[]): Html {
  return html`<h2 id="maven">Kotlin and Android</h2>
<p>${artifacts.map(({ name, versions }) => html`<code>${MAVEN_GROUP}:${name}</code> ${versions[0]?.version ?? ""}. `)}Everything else
comes from the repositories that the app has already.</p>
<h3>Gradle</h3>
<p>In <code>settings.gradle.kts</code>:</p>
<pre tabindex="0"><code>${gradleRepository(baseUrl)}</code></pre>
<p>In <code>build.gradle.kts</code> of the app:</p>
<pre tabindex="0"><code>${gradleDependencies(artifacts)}</code></pre>
<h3>Maven</h3>
<p>In <code>pom.xml</code>:</p>
<pre tabindex="0"><code>${mavenLines(baseUrl, artifacts)}</code></pre>`;
}

function gradleRepository(baseUrl: string): string {
  const url = `${baseUrl}/pub/maven/`;
  const isPlain = baseUrl.startsWith("http:");
  const lines = isPlain
    ? ["maven {", `  url = uri("${url}")`, "  isAllowInsecureProtocol = true", "}"]
    : [`maven { url = uri("${url}") }`];
  return `dependencyResolutionManagement {
  repositories {
    google()
    mavenCentral()
${lines.map((line) => `    ${line}\n`).join("")}  }
}
`;
}

function gradleDependencies(artifacts: readonly MavenArtifact[]): string {
  const lines = artifacts.map(
    ({ name, versions }) => `  implementation("${MAVEN_GROUP}:${name}:${versions[0]?.version ?? ""}")\n`,
  );
  return `dependencies {\n${lines.join("")}}\n`;
}

/** The lines of a pom.xml. */
export function mavenLines(baseUrl: string, artifacts: readonly MavenArtifact[]): string {
  const dependencies = artifacts.map(
    ({ name, versions }) => `  <dependency>
    <groupId>${MAVEN_GROUP}</groupId>
    <artifactId>${name}</artifactId>
    <version>${versions[0]?.version ?? ""}</version>
  </dependency>
`,
  );
  return `<repositories>
  <repository>
    <id>svc</id>
    <url>${baseUrl}/pub/maven/</url>
  </repository>
</repositories>
<dependencies>
${dependencies.join("")}</dependencies>
`;
}
