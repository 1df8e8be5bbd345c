/** Users in the database files of other programs. */
export { readPocketBase } from "../storage/foreign/read-pocketbase.ts";
