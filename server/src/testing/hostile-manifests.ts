import { randomBytes } from "node:crypto";
import { encodeManifest, type Manifest } from "../archive/manifest.ts";
import { manifestOf, type Piece, type Whole } from "./archive-forge.ts";

type Forged = { manifest: Manifest | Buffer; pieces: readonly Piece[] };

/** A manifest that is wrong in itself, or true about content that no backup has. */
export const hostileManifests: ReadonlyArray<{ what: string; forge: (whole: Whole) => Forged }> = [
  ...texts({
    "a manifest that is no JSON": () => "{",
    "a manifest that is null": () => "null",
    "a manifest that is a list": () => "[]",
    "a manifest of brackets": () => "[".repeat(1_000_000),
    "a manifest that begins with a mark": (text) => `\ufeff${text}`,
    "a manifest with blanks behind": (text) => `${text}  `,
    "a manifest with a key more": (text) => text.replace("{", '{"more": 1,'),
    "a manifest with a prototype": (text) => text.replace("{", '{"__proto__": {"format": 1},'),
    "a manifest that tells its format twice": (text) => text.replace("{", '{"format": 1,'),
    "a manifest without spaces": (text) => JSON.stringify(JSON.parse(text)),
  }),
  { what: "a hundred thousand files", forge: hundredThousandFiles },
  ...changes({
    "no format": { format: undefined },
    "the format 0": { format: 0 },
    "a newer format": { format: 2 },
    "a format that is text": { format: "1" },
    "a version that is a command": { version: "$(reboot)" },
    "a date that is none": { createdAt: "2030-99-99T00:00:00.000Z" },
    "a date before all": { createdAt: "1969-12-31T23:59:59.000Z" },
    "an unknown engine": { engine: "mysql" },
    "another engine": { engine: "postgres" },
    "no migrations": { migrations: [] },
    "a newer migration": { migrations: ["0001-foundation", "9999-later"] },
    "migrations with a gap": { migrations: ["0001-foundation", "0003-push-devices"] },
    "another master key's id": { masterKeyId: "AAAAAAAA" },
    "a list of files that is none": { entries: {} },
    "no files": { entries: [] },
  }),
  ...entries({
    "a size below zero": { size: -1 },
    "a size that is no whole number": { size: 1.5 },
    "a size beyond all": { size: 2 ** 60 },
    "a size of a terabyte": { size: 2 ** 40 },
    "a size that is text": { size: "5" },
    "a checksum that is none": { sha256: "" },
    "another checksum": { sha256: "0".repeat(64) },
    "no name": { name: undefined },
    "a name that is a list": { name: ["svc.db"] },
  }),
  ...contents({
    "no master key": (pieces) => pieces.filter(({ name }) => name !== "keys/master.key"),
    "no database": (pieces) => pieces.filter(({ name }) => name !== "svc.db"),
    "a short master key": (pieces) => replace(pieces, "keys/master.key", () => randomBytes(31)),
    "another master key": (pieces) => replace(pieces, "keys/master.key", () => randomBytes(32)),
    "random bytes for a database": (pieces) => replace(pieces, "svc.db", ({ length }) => randomBytes(length)),
    "an empty database": (pieces) => replace(pieces, "svc.db", () => Buffer.alloc(0)),
    "half a database": (pieces) => replace(pieces, "svc.db", (bytes) => bytes.subarray(0, bytes.length / 2)),
    "another program's database": (pieces) =>
      replace(pieces, "svc.db", (bytes) => patched(bytes, 68, "mine")),
    "a database damaged inside": (pieces) =>
      replace(pieces, "svc.db", (bytes) => patched(bytes, 4096 * 3, "damaged".repeat(500))),
    "a file twice": (pieces) => [...pieces, ...pieces.slice(-1)],
    "a file twice in other letters": (pieces) => [...pieces, file("uploads/a"), file("uploads/A")],
    "a file below a file": (pieces) => [...pieces, file("uploads/a"), file("uploads/a/b")],
    "a key of a megabyte": (pieces) => [...pieces, { name: "keys/other", content: Buffer.alloc(1_000_000) }],
  }),
];

function hundredThousandFiles(whole: Whole): Forged {
  const more = Array.from({ length: 100_000 }, (_, n) => ({
    name: `uploads/${n}`,
    size: 4,
    sha256: "0".repeat(64),
  }));
  return {
    manifest: written(whole, { entries: [...whole.manifest.entries, ...more] }),
    pieces: whole.pieces,
  };
}

function texts(cases: Record<string, (text: string) => string>) {
  return Object.entries(cases).map(([what, change]) => ({
    what,
    forge: (whole: Whole): Forged => ({
      manifest: Buffer.from(change(encodeManifest(whole.manifest).toString())),
      pieces: whole.pieces,
    }),
  }));
}

function changes(cases: Record<string, Record<string, unknown>>) {
  return Object.entries(cases).map(([what, change]) => ({
    what: `a manifest with ${what}`,
    forge: (whole: Whole): Forged => ({ manifest: written(whole, change), pieces: whole.pieces }),
  }));
}

function entries(cases: Record<string, Record<string, unknown>>) {
  return Object.entries(cases).map(([what, change]) => ({
    what: `a manifest whose last file has ${what}`,
    forge: (whole: Whole): Forged => {
      const listed = whole.manifest.entries.map((entry, n, all) =>
        n === all.length - 1 ? { ...entry, ...change } : entry,
      );
      return { manifest: written(whole, { entries: listed }), pieces: whole.pieces };
    },
  }));
}

function contents(cases: Record<string, (pieces: readonly Piece[]) => readonly Piece[]>) {
  return Object.entries(cases).map(([what, change]) => ({
    what,
    forge: (whole: Whole): Forged => {
      const pieces = change(whole.pieces);
      return { manifest: manifestOf(whole, pieces), pieces };
    },
  }));
}

/** As our own writer would lay it out, so that only the change itself is wrong. */
function written(whole: Whole, change: Record<string, unknown>): Buffer {
  return Buffer.from(`${JSON.stringify({ ...whole.manifest, ...change }, null, 2)}\n`);
}

function replace(pieces: readonly Piece[], name: string, change: (content: Buffer) => Buffer): Piece[] {
  return pieces.map((piece) => (piece.name === name ? { name, content: change(piece.content) } : piece));
}

function patched(bytes: Buffer, at: number, text: string): Buffer {
  const copy = Buffer.from(bytes);
  copy.write(text, at);
  return copy;
}

function file(name: string): Piece {
  return { name, content: Buffer.from("evil") };
}
