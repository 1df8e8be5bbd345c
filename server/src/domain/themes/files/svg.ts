import { refuseFile, requireDimensions } from "./refuse-file.ts";
import {
  ELEMENTS,
  isAllowed,
  isDropped,
  isPlainStyle,
  TEXT_ONLY,
  WITH_TEXT,
  WITHOUT_REFERENCES,
} from "./svg-rules.ts";

const MAX_BYTES = 256 * 1024;
const MAX_ELEMENTS = 2_000;
const MAX_DEPTH = 32;
const NAMESPACE = "http://www.w3.org/2000/svg";

const DECLARATION =
  /^<\?xml\s+version=["']1\.[01]["'](\s+encoding=["']utf-8["'])?(\s+standalone=["'](yes|no)["'])?\s*\?>/i;
const OPENING =
  /<([A-Za-z][\w:.-]{0,40})((?:\s+[A-Za-z][\w:.-]{0,40}\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>/y;
const CLOSING = /<\/([A-Za-z][\w:.-]{0,40})\s*>/y;
const ATTRIBUTE = /([A-Za-z][\w:.-]*)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;

export function isSvg(file: Buffer): boolean {
  return /^(\uFEFF)?\s*<(\?xml|!--|!DOCTYPE\s+svg|svg)/i.test(file.toString("utf8", 0, 256));
}

/**
 * Reads a drawing strictly and writes it anew, with nothing in it but what is on the lists of svg-rules.ts. Comments and
 * what programs for drawing leave behind are dropped; everything else that is unknown is refused.
 */
export function readSvg(file: Buffer): Buffer {
  if (file.length > MAX_BYTES) throw refuseFile("is an SVG image of more than 256 KiB");
  const reader = new SvgReader(decode(file));
  return Buffer.from(reader.read(), "utf8");
}

function decode(file: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(file).trim().replace(DECLARATION, "").trim();
  } catch {
    throw refuseFile("is not an SVG image in UTF-8");
  }
}

class SvgReader {
  readonly #text: string;
  readonly #open: string[] = [];
  readonly #written: string[] = [];
  #at = 0;
  #elements = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): string {
    while (this.#at < this.#text.length) this.#readNext();
    if (this.#open.length > 0 || this.#elements === 0) throw malformed();
    return this.#written.join("");
  }

  #readNext(): void {
    const text = this.#text;
    if (text[this.#at] !== "<") this.#readText();
    else if (text.startsWith("<!--", this.#at)) this.#skipComment();
    else this.#readTag();
  }

  #readTag(): void {
    // Doctypes with their entities, processing instructions and CDATA.
    if (this.#text.startsWith("<!", this.#at) || this.#text.startsWith("<?", this.#at)) {
      throw refuseFile("has a declaration such as <!DOCTYPE>, which a logo may not have");
    }
    const closing = this.#match(CLOSING);
    const opening = closing ? null : this.#match(OPENING);
    if (closing) this.#close(closing[1] ?? "");
    else if (!opening) throw malformed();
    else {
      const [, name = "", attributes = "", slash] = opening;
      this.#openElement(name, attributes);
      if (slash === "/") this.#close(name);
    }
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  #skipComment(): void {
    const end = this.#text.indexOf("-->", this.#at + 4);
    // What is on both sides of it would be checked apart and become one.
    if (end === -1 || this.#open.at(-1) === "style") throw malformed();
    this.#at = end + 3;
  }

  #openElement(name: string, attributes: string): void {
    const isRoot = this.#open.length === 0;
    if (isRoot !== (name === "svg") || (isRoot && this.#elements > 0)) {
      throw refuseFile("is not one <svg> element");
    }
    if (TEXT_ONLY.has(this.#open.at(-1) ?? "")) throw malformed();
    if (!ELEMENTS.has(name)) throw refuseFile(`has <${name}>, which a logo may not have`);
    if (++this.#elements > MAX_ELEMENTS) throw refuseFile(`has more than ${MAX_ELEMENTS} elements`);
    if (this.#open.length >= MAX_DEPTH) throw refuseFile(`has more than ${MAX_DEPTH} elements in each other`);
    const isReferenced = [...this.#open, name].some((above) => WITHOUT_REFERENCES.has(above));
    this.#open.push(name);
    this.#written.push(`<${name}${attributesOf(name, attributes, { isRoot, isReferenced })}>`);
  }

  #close(name: string): void {
    if (this.#open.pop() !== name) throw malformed();
    this.#written.push(`</${name}>`);
  }

  #readText(): void {
    const end = this.#text.indexOf("<", this.#at);
    const raw = this.#text.slice(this.#at, end === -1 ? undefined : end);
    this.#at += raw.length;
    const text = decoded(raw);
    const element = this.#open.at(-1) ?? "";
    if (!WITH_TEXT.has(element)) {
      if (text.trim() !== "") throw refuseFile("has text outside of <text>");
      return;
    }
    if (element === "style" && !isPlainStyle(text)) {
      throw refuseFile("has a <style> with more than plain rules");
    }
    this.#written.push(escaped(text));
  }
}

type Place = Readonly<{ isRoot: boolean; isReferenced: boolean }>;

function attributesOf(element: string, text: string, { isRoot, isReferenced }: Place): string {
  const values = new Map<string, string>();
  for (const [, name = "", double, single] of text.matchAll(ATTRIBUTE)) {
    const value = decoded(double ?? single ?? "");
    if (isDropped(name)) continue;
    const isNamespace = isRoot && name === "xmlns" && value === NAMESPACE;
    const refers = name === "clip-path" || name === "mask";
    if (!isNamespace && ((isReferenced && refers) || !isAllowed(element, name, value))) {
      throw refuseFile(`has ${name} in <${element}> with a value that a logo may not have`);
    }
    const written = name === "xlink:href" ? "href" : name;
    if (values.has(written)) throw malformed();
    values.set(written, value);
  }
  if (isRoot && !values.has("xmlns")) throw refuseFile(`has no xmlns="${NAMESPACE}"`);
  if (isRoot) requireSize(values);
  return [...values].map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
}

const LENGTH = /^\d{1,6}(\.\d+)?(px)?$/;
const VIEW_BOX = /^\s*(-?\d+(\.\d+)?[\s,]+){2}(\d+(\.\d+)?[\s,]+)\d+(\.\d+)?\s*$/;

/** Lengths in pixels, so that everybody agrees how large the picture is. */
function requireSize(values: ReadonlyMap<string, string>): void {
  const [width, height, viewBox] = [values.get("width"), values.get("height"), values.get("viewBox")];
  for (const length of [width, height]) {
    if (length !== undefined && !LENGTH.test(length)) {
      throw refuseFile("has a width or height that is not in pixels");
    }
  }
  if (viewBox !== undefined && !VIEW_BOX.test(viewBox)) {
    throw refuseFile("has a viewBox that is not four numbers");
  }
  if (width !== undefined && height !== undefined) {
    requireDimensions(Number.parseFloat(width), Number.parseFloat(height));
  } else if (viewBox === undefined) {
    throw refuseFile("has neither a viewBox nor a width and a height");
  }
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The five that XML has by itself. There are no others without a doctype, and numbers could hide what is meant. */
function decoded(text: string): string {
  return text.replace(/&(\w*;?)/g, (_, name: string) => {
    const character = ENTITIES[name.slice(0, -1)];
    if (!name.endsWith(";") || character === undefined) throw refuseFile(`has the entity &${name}`);
    return character;
  });
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

function malformed(): Error {
  return refuseFile("is not a well-formed SVG image");
}
