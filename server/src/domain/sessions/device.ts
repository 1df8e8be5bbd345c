/** The device that sent a request. */
export type Device = {
  ip: string;
  userAgent: string;
  /** Whether it sent a valid device token of the account. */
  isKnown?: boolean;
};

/** Where a call came from, as events record it. */
export type Origin = Readonly<Pick<Device, "ip" | "userAgent">>;
