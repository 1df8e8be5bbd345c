import { latestOf } from "../latest-of.ts";
import { MAVEN_GROUP, type MavenArtifact } from "./maven-artifacts.ts";

/**
 * The list of an artifact's versions, the oldest first. It has no date: all that is known is the versions, and a date of
 * the start of the server would change the checksums.
 */
export function mavenMetadata({ name, versions }: MavenArtifact): string {
  const [newest] = versions;
  const latest = latestOf(versions);
  return `<?xml version="1.0" encoding="UTF-8"?>
<metadata>
  <groupId>${MAVEN_GROUP}</groupId>
  <artifactId>${name}</artifactId>
  <versioning>
    <latest>${newest?.version ?? ""}</latest>
    <release>${latest?.version ?? ""}</release>
    <versions>
${versions
  .toReversed()
  .map(({ version }) => `      <version>${version}</version>\n`)
  .join("")}    </versions>
  </versioning>
</metadata>
`;
}
