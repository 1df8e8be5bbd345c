/** What PostgreSQL shows as the name of our connections. */
export const APPLICATION_NAME = "svc-server";

/** The same of version 0.1. */
export const APPLICATION_NAME_01 = "svc";

/** Of a transaction that writes a backup: it is long, and changes nothing. */
export const APPLICATION_NAME_OF_DUMPS = "svc backup";
