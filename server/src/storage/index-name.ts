/** Of a statement like `create index NAME on TABLE ...`. */
export function indexName(statement: string): string {
  return /^create (?:unique )?index (\w+) on /.exec(statement)?.[1] ?? "";
}
