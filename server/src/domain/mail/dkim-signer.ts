/** What signs an email. */
export type DkimSigner = Readonly<{ domain: string; selector: string; privateKey: string }>;
