/** The device that sent a request. */
export type Device = {
  ip: string;
  userAgent: string;
  /** Whether it sent a valid device token of the account. */
  isKnown?: boolean;
};
