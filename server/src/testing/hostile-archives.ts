import { gzipSync } from "node:zlib";
import { encodeManifest, MANIFEST } from "../archive/manifest.ts";
import { TAR_BLOCK, tarHeader } from "../archive/tar-header.ts";
import { blocksOf, END, filesOf, manifestOf, type Piece, timeOf, type Whole, zip } from "./archive-forge.ts";
import { hostileManifests } from "./hostile-manifests.ts";

/** Each turns a valid backup into one with a single error. */
export type Forgery = (whole: Whole) => Buffer;

const evil = Buffer.from("evil");

/** Names that escape the folder, are hidden, or do not belong in a backup, listed correctly in the manifest. */
const NAMES = [
  "../evil",
  "../../evil",
  "../data/keys/evil",
  "/evil",
  "/etc/cron.d/evil",
  "//evil",
  "./evil",
  "keys/../../evil",
  "uploads/../../../evil",
  "uploads/..",
  "uploads/.",
  "uploads//evil",
  "uploads/./evil",
  "uploads/evil/",
  "uploads\\..\\evil",
  "C:\\evil",
  "uploads/evil\0.png",
  "uploads/evil\n",
  "uploads/\u202egnp.live",
  "uploads/ ",
  "uploads/.hidden",
  "uploads/evil.",
  "uploads",
  "keys",
  "",
  ".",
  "..",
  "svc.db-wal",
  "svc.db-journal",
  "serve.lock",
  "initialising",
  ".restore/decided",
  "replaced-by-restore/evil",
  "tables/users.jsonl",
  "manifest.json",
  `uploads/${"a".repeat(101)}`,
];

function withName(name: string): Forgery {
  return (whole) => {
    const pieces = [...whole.pieces, { name, content: evil }];
    return zip(...filesOf(manifestOf(whole, pieces), pieces, timeOf(whole)), END);
  };
}

/** A header of the last file that a tar program would take for something else. */
const HEADERS: Readonly<Record<string, (header: Buffer) => void>> = {
  "a hard link": (header) => type(header, "1", "/etc/passwd"),
  "a symbolic link": (header) => type(header, "2", "../../../etc"),
  "a character device": (header) => type(header, "3"),
  "a block device": (header) => type(header, "4"),
  "a directory": (header) => type(header, "5"),
  "a pipe": (header) => type(header, "6"),
  "a contiguous file": (header) => type(header, "7"),
  "an old-style file": (header) => type(header, "\0"),
  "a long name of GNU": (header) => type(header, "L"),
  "a long link of GNU": (header) => type(header, "K"),
  "a sparse file": (header) => type(header, "S"),
  "a volume": (header) => type(header, "V"),
  "settings of its own": (header) => type(header, "x"),
  "settings for all": (header) => type(header, "g"),
  "a link beside a plain file": (header) => type(header, "0", "/etc/passwd"),
  "another folder in front": (header) => void header.write("../../..", 345),
  "an owner": (header) => void header.write("0001750\0", 108),
  "the name of an owner": (header) => void header.write("root", 265),
  "a set-user-id bit": (header) => void header.write("0004755\0", 100),
  "another time": (header) => void header.write("00000000000\0", 136),
  "a size below zero": (header) => void header.fill(0xff, 124, 136),
  "a size in binary": (header) => {
    header.fill(0, 124, 136);
    header[124] = 0x80;
    header[135] = 4;
  },
  "a size with blanks": (header) => void header.write("          4 ", 124),
  "a larger size": (header) => void header.write("77777777777\0", 124),
  "no size": (header) => void header.write("00000000000\0", 124),
  "no magic word": (header) => void header.fill(0, 257, 265),
  "a wrong sum": (header) => void header.write("000000\0 ", 148),
  "no sum": (header) => void header.fill(0, 148, 156),
  "something after its end": (header) => void header.write("x", 500),
};

function type(header: Buffer, letter: string, link = ""): void {
  header.write(letter, 156);
  header.write(link, 157);
}

function withHeader(forge: (header: Buffer) => void): Forgery {
  return (whole) => {
    const last: Piece = { name: "uploads/logo", content: evil };
    const pieces = [...whole.pieces, last];
    const files = filesOf(manifestOf(whole, pieces), pieces, timeOf(whole)).slice(0, -1);
    return zip(...files, blocksOf(last, timeOf(whole), forge), END);
  };
}

/** Archives that are valid up to some point. */
const STREAMS: Readonly<Record<string, Forgery>> = {
  "one file more than listed": (whole) =>
    zip(...right(whole), blocksOf({ name: "uploads/evil", content: evil }, timeOf(whole)), END),
  "a file listed once and there twice": (whole) => zip(...right(whole), right(whole).at(-1) ?? evil, END),
  "a file too few": (whole) => zip(...right(whole).slice(0, -1), END),
  "its files in another order": (whole) => {
    const [manifest = evil, ...files] = right(whole);
    return zip(manifest, ...files.reverse(), END);
  },
  "two manifests": (whole) => zip(...right(whole).slice(0, 1), ...right(whole), END),
  "its manifest at the end": (whole) => {
    const [manifest = evil, ...files] = right(whole);
    return zip(...files, manifest, END);
  },
  "no manifest": (whole) => zip(...right(whole).slice(1), END),
  "settings in front": (whole) =>
    zip(
      blocksOf({ name: "pax", content: Buffer.from("16 path=../evil\n") }, 0, (h) => type(h, "x")),
      ...right(whole),
      END,
    ),
  "no end": (whole) => zip(...right(whole)),
  "half an end": (whole) => zip(...right(whole), Buffer.alloc(TAR_BLOCK)),
  "a longer end": (whole) => zip(...right(whole), END, END),
  "something after its end": (whole) =>
    zip(...right(whole), END, blocksOf({ name: "../evil", content: evil }, 0)),
  "something between its files": (whole) => {
    const files = right(whole).map((file) => Buffer.from(file));
    files[0]?.write("x", (files[0]?.length ?? 0) - 1);
    return zip(...files, END);
  },
  "bytes after the gzip file": (whole) => Buffer.concat([zip(...right(whole), END), evil]),
  "zeros after the gzip file": (whole) => Buffer.concat([zip(...right(whole), END), Buffer.alloc(512)]),
  "a second gzip file behind": (whole) => Buffer.concat([zip(...right(whole), END), zip(evil)]),
  "a name in its gzip header": (whole) => {
    const gzip = zip(...right(whole), END);
    gzip[3] = 0x08;
    return Buffer.concat([gzip.subarray(0, 10), Buffer.from("../evil\0"), gzip.subarray(10)]);
  },
  "no compression at all": (whole) => Buffer.concat([...right(whole), END]),
  "another kind of archive": () => Buffer.from("PK\x03\x04and so on"),
  "a single byte": () => Buffer.from([0x1f]),
  "nothing in it": () => Buffer.alloc(0),
  "nothing in its gzip file": () => zip(),
  "only an end": () => zip(END),
  "half of its header": (whole) => zip(...right(whole), Buffer.alloc(100)),
  "a manifest that unpacks to a gigabyte": () => {
    const header = tarHeader(MANIFEST, 2 ** 30, 0, 0o600);
    return gzipSync(Buffer.concat([header, Buffer.alloc(24 * 1024 * 1024)]));
  },
  "a manifest of terabytes": () => zip(tarHeader(MANIFEST, 2 ** 43, 0, 0o600), Buffer.alloc(4096)),
  "a file that unpacks to more than is listed": (whole) => {
    const listed = manifestOf(whole, whole.pieces);
    const files = filesOf(listed, whole.pieces, timeOf(whole)).slice(0, -1);
    return zip(
      ...files,
      blocksOf({ name: "svc.db", content: Buffer.alloc(24 * 1024 * 1024) }, timeOf(whole)),
      END,
    );
  },
};

function right(whole: Whole): Buffer[] {
  return filesOf(whole.manifest, whole.pieces, timeOf(whole));
}

/** The right one, cut off at each of these shares of its length. */
const CUTS = [0.0001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.9999].map((share): [string, Forgery] => [
  `cut after ${share * 100} %`,
  (whole) => {
    const bytes = zip(...right(whole), END);
    return bytes.subarray(0, Math.max(1, Math.floor(bytes.length * share)));
  },
]);

export const hostileArchives: ReadonlyArray<[string, Forgery]> = [
  ...NAMES.map((name): [string, Forgery] => [
    `a file called ${JSON.stringify(name).slice(0, 60)}`,
    withName(name),
  ]),
  ...Object.entries(HEADERS).map(([what, forge]): [string, Forgery] => [
    `a header with ${what}`,
    withHeader(forge),
  ]),
  ...Object.entries(STREAMS),
  ...CUTS,
  ...hostileManifests.map(({ what, forge }): [string, Forgery] => [
    what,
    (whole) => {
      const { manifest, pieces } = forge(whole);
      const bytes = Buffer.isBuffer(manifest) ? manifest : encodeManifest(manifest);
      return zip(...filesOf(bytes, pieces, timeOf(whole)), END);
    },
  ]),
];
