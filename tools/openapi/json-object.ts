/** A part of a document. Keywords are written in the order in which they were added. */
export type JsonObject = { readonly [keyword: string]: unknown };

/** The address of a schema by the full name of its message or enum. */
export type RefOf = (typeName: string) => string;
