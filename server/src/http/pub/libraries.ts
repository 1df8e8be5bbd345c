import { type DartPackage, readDartPackages } from "./dart/dart-packages.ts";
import { type MavenArtifact, readMavenArtifacts } from "./maven/maven-artifacts.ts";
import { readSdkPackages, type SdkPackage } from "./npm/sdk-packages.ts";
import { readSwiftReleases, type SwiftRelease } from "./swift/swift-releases.ts";

/** What each repository has, newest first. */
export type Libraries = Readonly<{
  npm: readonly SdkPackage[];
  dart: readonly DartPackage[];
  maven: readonly MavenArtifact[];
  swift: readonly SwiftRelease[];
}>;

/** Of each library how it is read. */
export type LibraryReaders = Readonly<{ [Name in keyof Libraries]: () => Libraries[Name] }>;

/** Each is read when it is first asked for. */
export const shippedLibraries: LibraryReaders = {
  npm: readSdkPackages,
  dart: readDartPackages,
  maven: readMavenArtifacts,
  swift: readSwiftReleases,
};
