import { bodyOf, childrenOf, type Der, DerError, derTags, oidOf, readDer } from "../../../crypto/der.ts";

/**
 * The extensions of an X.509 certificate by their object id, which node:crypto does not tell. Undefined
 * when it has none, has one twice, or is written in another way than RFC 5280 says.
 */
export function certificateExtensions(certificate: Buffer): ReadonlyMap<string, Buffer> | undefined {
  try {
    const [body] = childrenOf(readDer(certificate)[0]);
    const wrapped = childrenOf(body).find(({ tag }) => tag === derTags.context3);
    const [list] = childrenOf(wrapped, derTags.context3);
    const entries = childrenOf(list).map(readExtension);
    const extensions = new Map(entries);
    return extensions.size === entries.length ? extensions : undefined;
  } catch (error) {
    if (error instanceof DerError) return undefined;
    throw error;
  }
}

function readExtension(entry: Der): readonly [string, Buffer] {
  const [id, value, ...rest] = childrenOf(entry).filter(({ tag }) => tag !== derTags.boolean);
  if (rest.length > 0) throw new DerError("more in an extension than its value");
  return [oidOf(id), bodyOf(value, derTags.octets)];
}
