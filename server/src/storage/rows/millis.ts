/** Milliseconds since 1970, as the clock of the App tells them. */
export type Millis = number;
