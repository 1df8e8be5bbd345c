/** A private key's own certificate, as DER. */
export type SigningEntry = Readonly<{ alias: string; certificate: Buffer }>;
