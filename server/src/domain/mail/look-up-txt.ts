/** Asks DNS for the TXT records of a name: none when there are none. Throws when DNS does not answer. */
export type LookUpTxt = (name: string) => Promise<readonly string[]>;
