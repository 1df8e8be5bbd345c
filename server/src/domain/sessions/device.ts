/** Where a session is used, as far as the request tells. */
export type Device = {
  ip: string;
  userAgent: string;
  /** Whether it has a device token of the account that counts. */
  isKnown?: boolean;
};
