import { CamelCasePlugin } from "kysely";

export type RowMaker = (values: readonly unknown[]) => object;

class ColumnNames extends CamelCasePlugin {
  nameOf(column: string): string {
    return this.camelCase(column);
  }
}

const names = new ColumnNames();

/**
 * Makes rows with the names that the code has for these columns, as Kysely's plugin would. Written out as a literal,
 * the rows of a statement share one shape from the start. Built name by name they cost more than SQLite needs to find
 * them. `first` is where the value of the first column stands.
 */
export function rowMaker(columns: readonly string[], first = 0): RowMaker {
  const fields = columns.map(
    (column, at) => `${JSON.stringify(names.nameOf(column))}: values[${first + at}]`,
  );
  return new Function("values", `return { ${fields.join(", ")} };`) as RowMaker;
}
