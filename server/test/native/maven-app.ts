import { dirname, join } from "node:path";
import { mavenLines } from "../../src/http/pub/maven/maven-section.ts";
import { FreshApp } from "./fresh-app.ts";
import type { NativeToolchain } from "./toolchain.ts";

/** The compiler in the version of the toolchains. */
const BUILD = `<build>
  <sourceDirectory>src</sourceDirectory>
  <plugins>
    <plugin>
      <groupId>org.jetbrains.kotlin</groupId>
      <artifactId>kotlin-maven-plugin</artifactId>
      <version>2.4.20</version>
      <executions><execution><id>main</id><goals><goal>compile</goal></goals></execution></executions>
      <configuration><jvmTarget>11</jvmTarget></configuration>
    </plugin>
  </plugins>
</build>
`;

/** An app that Maven builds, with a local repository of its own. */
export class MavenApp extends FreshApp {
  readonly #toolchain: NativeToolchain;

  constructor(toolchain: NativeToolchain) {
    super(toolchain);
    this.#toolchain = toolchain;
    // The plug-ins of Maven, and what the libraries need from its public repository.
    this.copy(join(dirname(dirname(this.#toolchain.path("kotlin-mvn"))), "kotlin/repo"), "repo");
    this.remove("repo/dev/svc");
  }

  /** The lines of the page at /pub/. */
  dependOn(baseUrl: string, versions: Readonly<Record<string, string>>): void {
    const artifacts = Object.entries(versions).map(([name, version]) => ({
      name,
      versions: [{ version, files: [] }],
    }));
    this.write(
      "pom.xml",
      `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion>
<groupId>app</groupId>
<artifactId>app</artifactId>
<version>1</version>
<properties>
  <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
</properties>
${mavenLines(baseUrl, artifacts)}${BUILD}</project>
`,
    );
  }

  /** A checksum that is missing or wrong ends the build. */
  mvn(...args: string[]): Promise<string> {
    return this.run("kotlin-mvn", [
      "--strict-checksums",
      `-Dmaven.repo.local=${this.path("repo")}`,
      `-Duser.home=${this.folder}`,
      ...args,
    ]);
  }
}
