import { generateKeyPairSync, hash, type KeyObject, randomBytes, sign } from "node:crypto";
import { cborMap, type WritableCbor, type WritableMap, writeCbor } from "./write-cbor.ts";

/** A passkey inside the authenticator. */
export type Passkey = Readonly<{
  id: Buffer;
  rpId: string;
  userHandle: Buffer;
  algorithm: PasskeyAlgorithm;
  privateKey: KeyObject;
  /** COSE. */
  publicKey: Buffer;
}>;

export type PasskeyAlgorithm = -7 | -8 | -257;

export const authenticatorFlags = { up: 0x01, uv: 0x04, be: 0x08, bs: 0x10, at: 0x40, ed: 0x80 } as const;
/** Present, verified, and synced: what the passkeys of phones say. */
const syncedFlags = 0x1d;

type Change<T> = (genuine: T) => T;
type Json = Record<string, unknown>;

/** How one ceremony goes. Everything but the origin is for attacks: what is signed is signed after the change. */
export type Ceremony = Readonly<{
  origin: string;
  /** The whole byte, without the two that say what follows (`at`, `ed`): those are set as needed. */
  flags?: number;
  counter?: number;
  type?: string;
  crossOrigin?: boolean;
  topOrigin?: string;
  /** Another RP ID than the one in the options. */
  rpId?: string;
  /** Base64url. */
  challenge?: string;
  extensions?: WritableMap;
  clientData?: Change<Json>;
  clientDataJson?: Change<Buffer>;
  authenticatorData?: Change<Buffer>;
  /** The JSON that is sent, after everything was signed. */
  credential?: Change<CredentialJson>;
}>;

export type Creation = Ceremony &
  Readonly<{
    algorithm?: PasskeyAlgorithm;
    credentialId?: Buffer;
    aaguid?: Buffer;
    transports?: readonly string[];
    format?: string;
    statement?: WritableCbor;
    publicKey?: Change<Buffer>;
    attestationObject?: Change<Buffer>;
  }>;

export type Request = Ceremony &
  Readonly<{
    credentialId?: Buffer;
    /** Null leaves it out. */
    userHandle?: Buffer | null;
    signature?: Change<Buffer>;
    signWith?: KeyObject;
  }>;

export type CredentialJson = Json & { id: string; rawId: string; type: string; response: Json };

export type Authenticator = Readonly<{
  passkeys: readonly Passkey[];
  /** `PublicKeyCredential.toJSON()` of a new passkey for these creation options. */
  create(optionsJson: string, creation: Creation): string;
  /** The same for a signature. Without `credentialId` it takes the newest passkey that the options allow. */
  get(optionsJson: string, request: Request): string;
}>;

/** A password manager in software that always says yes. */
export function createAuthenticator(): Authenticator {
  const passkeys: Passkey[] = [];
  return {
    passkeys,
    create(optionsJson, creation) {
      const options = JSON.parse(optionsJson) as CreationOptions;
      const passkey = newPasskey(options, creation, passkeys);
      passkeys.push(passkey);
      return creationJson(options, creation, passkey);
    },
    get(optionsJson, request) {
      const options = JSON.parse(optionsJson) as RequestOptions;
      return requestJson(options, request, passkeyFor(options, request, passkeys));
    },
  };
}

type Descriptor = { id: string };
type CreationOptions = {
  challenge: string;
  rp: { id: string };
  user: { id: string };
  pubKeyCredParams?: readonly { alg: number }[];
  excludeCredentials?: readonly Descriptor[];
};
type RequestOptions = { challenge: string; rpId: string; allowCredentials?: readonly Descriptor[] };

const encode = (bytes: Buffer): string => bytes.toString("base64url");
const decode = (text: string): Buffer => Buffer.from(text, "base64url");
const same = <T>(value: T): T => value;

function isListed(list: readonly Descriptor[], id: Buffer): boolean {
  return list.some((descriptor) => decode(descriptor.id).equals(id));
}

function newPasskey(options: CreationOptions, creation: Creation, passkeys: readonly Passkey[]): Passkey {
  const isExcluded = passkeys.some(({ id }) => isListed(options.excludeCredentials ?? [], id));
  if (isExcluded) throw new Error("InvalidStateError: a passkey of this list is already here");
  const algorithm = creation.algorithm ?? -7;
  const { privateKey, publicKey } = newKeyPair(algorithm);
  return {
    id: creation.credentialId ?? randomBytes(20),
    rpId: options.rp.id,
    userHandle: decode(options.user.id),
    algorithm,
    privateKey,
    publicKey: coseKey(publicKey, algorithm),
  };
}

function newKeyPair(algorithm: PasskeyAlgorithm): { privateKey: KeyObject; publicKey: KeyObject } {
  if (algorithm === -8) return generateKeyPairSync("ed25519");
  if (algorithm === -257) return generateKeyPairSync("rsa", { modulusLength: 2048 });
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

export function coseKey(publicKey: KeyObject, algorithm: PasskeyAlgorithm): Buffer {
  const { x = "", y = "", n = "", e = "" } = publicKey.export({ format: "jwk" });
  if (algorithm === -8) return writeCbor(cborMap([1, 1], [3, -8], [-1, 6], [-2, decode(x)]));
  if (algorithm === -257) return writeCbor(cborMap([1, 3], [3, -257], [-1, decode(n)], [-2, decode(e)]));
  return writeCbor(cborMap([1, 2], [3, -7], [-1, 1], [-2, decode(x)], [-3, decode(y)]));
}

function passkeyFor(options: RequestOptions, request: Request, passkeys: readonly Passkey[]): Passkey {
  const allowed = options.allowCredentials ?? [];
  const passkey = passkeys.findLast(({ id, rpId }) => {
    if (request.credentialId !== undefined) return request.credentialId.equals(id);
    return rpId === options.rpId && (allowed.length === 0 || isListed(allowed, id));
  });
  if (passkey === undefined) throw new Error("NotAllowedError: no passkey for this request is here");
  return passkey;
}

function clientDataJson(genuineType: string, challenge: string, ceremony: Ceremony): Buffer {
  const { crossOrigin = false, topOrigin } = ceremony;
  const members = {
    type: ceremony.type ?? genuineType,
    challenge: ceremony.challenge ?? challenge,
    origin: ceremony.origin,
    crossOrigin,
    ...(topOrigin === undefined ? {} : { topOrigin }),
  };
  const json = JSON.stringify((ceremony.clientData ?? same)(members));
  return (ceremony.clientDataJson ?? same)(Buffer.from(json));
}

function authenticatorData(rpId: string, ceremony: Ceremony, attested?: Buffer): Buffer {
  const header = Buffer.alloc(5);
  const follows = (attested ? authenticatorFlags.at : 0) | (ceremony.extensions ? authenticatorFlags.ed : 0);
  header.writeUInt8((ceremony.flags ?? syncedFlags) | follows, 0);
  header.writeUInt32BE(ceremony.counter ?? 0, 1);
  const parts: Buffer[] = [hash("sha256", ceremony.rpId ?? rpId, "buffer"), header];
  if (attested) parts.push(attested);
  if (ceremony.extensions) parts.push(writeCbor(ceremony.extensions));
  return (ceremony.authenticatorData ?? same)(Buffer.concat(parts));
}

function creationJson(options: CreationOptions, creation: Creation, passkey: Passkey): string {
  const {
    aaguid = Buffer.alloc(16),
    format = "none",
    statement = new Map(),
    transports = ["internal"],
  } = creation;
  const idLength = Buffer.alloc(2);
  idLength.writeUInt16BE(passkey.id.length);
  const publicKey = (creation.publicKey ?? same)(passkey.publicKey);
  const data = authenticatorData(
    options.rp.id,
    creation,
    Buffer.concat([aaguid, idLength, passkey.id, publicKey]),
  );
  const object = writeCbor(cborMap(["fmt", format], ["attStmt", statement], ["authData", data]));
  return credentialJson(passkey, creation, {
    clientDataJSON: encode(clientDataJson("webauthn.create", options.challenge, creation)),
    attestationObject: encode((creation.attestationObject ?? same)(object)),
    transports,
  });
}

function requestJson(options: RequestOptions, request: Request, passkey: Passkey): string {
  const clientData = clientDataJson("webauthn.get", options.challenge, request);
  const data = authenticatorData(options.rpId, request);
  const { privateKey, algorithm, userHandle } = passkey;
  const signed = Buffer.concat([data, hash("sha256", clientData, "buffer")]);
  const signature = sign(algorithm === -8 ? null : "sha256", signed, request.signWith ?? privateKey);
  const handle = request.userHandle === undefined ? userHandle : request.userHandle;
  return credentialJson(passkey, request, {
    clientDataJSON: encode(clientData),
    authenticatorData: encode(data),
    signature: encode((request.signature ?? same)(signature)),
    ...(handle === null ? {} : { userHandle: encode(handle) }),
  });
}

function credentialJson(passkey: Passkey, ceremony: Ceremony, response: Json): string {
  const id = encode(passkey.id);
  const credential: CredentialJson = {
    id,
    rawId: id,
    type: "public-key",
    authenticatorAttachment: "platform",
    clientExtensionResults: {},
    response,
  };
  return JSON.stringify((ceremony.credential ?? same)(credential));
}
