export type WireName = "JSON" | "gRPC";

/** One request as it goes on the wire. The body is base64: orders travel between processes as JSON. */
export type Call = {
  method?: "GET" | "POST";
  path: string;
  headers: Readonly<Record<string, string>>;
  body?: string;
};

/** The task of the generator: each client sends its next call as soon as the last one was answered. */
export type Order = {
  host: string;
  port: number;
  wire: WireName;
  clients: number;
  /** Calls before this time has passed are not counted. */
  warmUpMs: number;
  ms: number;
  calls: readonly Call[];
  /**
   * `again`: client n repeats call n. `turns`: idle clients send the calls of the list, which repeats. `once`: the same,
   * but the end of the list ends the run. `chain`: like `again`, with the refresh token of the previous answer.
   */
  use: "again" | "turns" | "once" | "chain";
  /** With `chain`: a new attempt id with every request, as the client library sends it. */
  attemptIds?: boolean;
  /** With `chain`: how many of the access tokens that come along to hand back. */
  collect?: number;
};

export type Outcome = {
  answered: number;
  refused: number;
  /** All answers and refusals of the run, also those before and after the counted part. */
  all: number;
  /** How long the counted part took. */
  ms: number;
  p50: number;
  p95: number;
  p99: number;
  /** The generator's own work. */
  cpuMs: number;
  /** With `chain`: the newest refresh token of each client, and access tokens. */
  refreshTokens: readonly string[];
  accessTokens: readonly string[];
};

/** What the generator says, in this order. */
export type Report =
  | { kind: "counting" }
  | { kind: "counted" }
  | { kind: "done"; outcome: Outcome }
  | { kind: "failed"; why: string };

/** Of one client at a time; `answer` is called once for each `send`. */
export type Sender = {
  send: (client: number, call: Prepared) => void;
  close: () => void;
};

/** The bytes of a call, made before the clock runs. */
export type Prepared = { bytes: Buffer; headerLength: number };

/** The body is a view that does not outlive the callback. */
export type OnAnswer = (client: number, isOk: boolean, body: Buffer) => void;
