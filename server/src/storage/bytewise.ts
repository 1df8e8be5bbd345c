/** In an index of a migration: stands for the engine's `binaryCollation`. */
export const BYTEWISE = "{bytewise}";
