/** Where a session is used, as far as the request tells. */
export type Device = { ip: string; userAgent: string };
