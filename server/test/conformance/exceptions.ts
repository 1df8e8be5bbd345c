/** Cases of the suite that this server fails on purpose. A case that fails in another way is not excused. */
export type Exception = Readonly<{ cause: string; cases: RegExp; says: RegExp; count: number }>;

export const EXCEPTIONS: readonly Exception[] = [
  {
    cause: "REQUEST_TOO_LARGE is INVALID_ARGUMENT in our contract, RESOURCE_EXHAUSTED in the suite",
    cases: /^Server Message Size\/.*request-exceeds-server-limit$/,
    says: /^actual error \{code: 3 \(invalid_argument\), .*does not match expected code 8 \(resource_exhausted\)$/,
    count: 44,
  },
  {
    // Nobody knows the protocol of a caller who sends image/jpeg, so it is refused as Connect does: 415 with JSON.
    cause:
      "the checker looks for the JSON of a 415 that its own gRPC client has not read; status and code are right",
    cases: /^Unexpected Requests\/.*PROTOCOL_GRPC(_WEB)?\/.*unexpected-content-type$/,
    says: /^connect error JSON: unexpected end of JSON input$/,
    count: 6,
  },
];
