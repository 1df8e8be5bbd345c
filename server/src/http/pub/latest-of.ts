/** The newest version without a suffix such as -beta.1; of releases that are sorted with the newest first. */
export function latestOf<T extends Readonly<{ version: string }>>(releases: readonly T[]): T | undefined {
  return releases.find(({ version }) => !version.includes("-")) ?? releases[0];
}
