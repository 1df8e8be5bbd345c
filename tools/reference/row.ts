import type { AnyMethod } from "../../server/src/rpc/methods/method.ts";

/** What the server decides about a method. What runs around it is only compared. */
export type Row = Omit<AnyMethod, "around"> & Readonly<{ around?: readonly unknown[] }>;
