import { type Html, html } from "../../wire/html.ts";
import { dartArchivePath } from "./dart/dart-routes.ts";
import { dartSection } from "./dart/dart-section.ts";
import type { Libraries } from "./libraries.ts";
import { mavenFolder } from "./maven/maven-routes.ts";
import { mavenSection } from "./maven/maven-section.ts";
import { npmSection } from "./npm/npm-section.ts";
import { tarballPath } from "./npm/packument.ts";
import { SWIFT_PACKAGE } from "./swift/swift-documents.ts";
import { swiftSection } from "./swift/swift-section.ts";

/** Where a developer begins: the lines to paste, and what is there. */
export function pubPage(baseUrl: string, libraries: Libraries): Html {
  const [npm] = libraries.npm;
  if (!npm) return notBuilt();
  const [dart] = libraries.dart;
  const [swift] = libraries.swift;
  const places = [
    ["npm", "JavaScript"],
    ...(dart ? [["dart", "Flutter and Dart"]] : []),
    ...(libraries.maven.length > 0 ? [["maven", "Kotlin and Android"]] : []),
    ...(swift ? [["swift", "Swift"]] : []),
    ["versions", "Versions"],
  ] as const;
  return html`<h1>Client libraries</h1>
<p>This server hosts the libraries for apps, in the versions that belong to it.</p>
<ul>${places.map(([id, name]) => html`<li><a href="#${id}">${name}</a></li>`)}</ul>
${npmSection(baseUrl, npm)}
${dart && dartSection(baseUrl, dart)}
${libraries.maven.length > 0 && mavenSection(baseUrl, libraries.maven)}
${swift && swiftSection(baseUrl, swift)}
<h2 id="versions">Versions</h2>
<div class="scroll" tabindex="0" role="group" aria-label="Versions"><table>
<thead><tr><th scope="col">Version</th><th scope="col">Of</th><th scope="col">File</th></tr></thead>
<tbody>${filesOf(libraries).map(fileRow)}</tbody>
</table></div>`;
}

type PublishedFile = Readonly<{ version: string; date: string; path: string; hash: string }>;

function filesOf({ npm, dart, maven, swift }: Libraries): readonly PublishedFile[] {
  const dates = new Map(npm.map(({ version, publishedAt }) => [version, publishedAt]));
  return [
    ...npm.map((sdk) => ({
      version: sdk.version,
      date: sdk.publishedAt,
      path: tarballPath(sdk),
      hash: sdk.integrity,
    })),
    ...dart.map((release) => ({
      version: release.version,
      date: release.publishedAt,
      path: dartArchivePath(release),
      hash: `sha256-${release.sha256}`,
    })),
    ...maven.flatMap(({ name, versions }) =>
      versions.map(({ version }) => ({
        version,
        date: dates.get(version) ?? "", // one version for all libraries
        path: `maven/${mavenFolder(name)}/${version}/${name}-${version}.jar`,
        hash: "",
      })),
    ),
    ...swift.map(({ version, publishedAt, sha256 }) => ({
      version,
      date: Temporal.Instant.fromEpochMilliseconds(publishedAt).toString(),
      path: `swift/${SWIFT_PACKAGE}/${version}.zip`,
      hash: `sha256-${sha256}`,
    })),
  ];
}

function fileRow({ version, date, path, hash }: PublishedFile): Html {
  return html`<tr><td>${version}</td><td>${date.slice(0, 10)}</td><td><a href="/pub/${path}">${path}</a>${hash !== "" && html`<br><code>${hash.slice(0, 30)}…</code>`}</td></tr>`;
}

function notBuilt(): Html {
  return html`<h1>Client libraries</h1>
<p>This server runs from a checkout in which the client libraries are not built. <code>npm start</code> builds them and says what is wrong.</p>`;
}
