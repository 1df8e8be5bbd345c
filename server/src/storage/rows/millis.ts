/** Milliseconds since 1970, as returned by the clock of the App. */
export type Millis = number;
