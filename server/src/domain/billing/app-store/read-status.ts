import { type Renewal, readRenewal, readTransaction, type Transaction } from "./read-transaction.ts";
import { untrusted, type VerifierApp, verifySigned } from "./verify-signed.ts";

/** Apple's number for where a subscription stands, with the two signed parts that belong to it. */
export type SignedStatus = Readonly<{
  status: number | undefined;
  signedTransactionInfo: string;
  signedRenewalInfo: string | undefined;
}>;

export type StatusFacts = Readonly<{
  status: number | undefined;
  transaction: Transaction;
  renewal: Renewal | undefined;
}>;

/** Verifies both parts, and that they are of one subscription of this app. */
export async function readSignedStatus(
  app: VerifierApp,
  bundleId: string,
  { status, signedTransactionInfo, signedRenewalInfo }: SignedStatus,
): Promise<StatusFacts> {
  const transaction = await readSignedTransaction(app, bundleId, signedTransactionInfo);
  if (signedRenewalInfo === undefined) return { status, transaction, renewal: undefined };
  const renewal = readRenewal(await verifySigned(app, signedRenewalInfo));
  const isOfTheSame =
    renewal.environment === transaction.environment &&
    renewal.originalTransactionId === transaction.originalTransactionId;
  if (!isOfTheSame) throw untrusted("the renewal of another subscription");
  return { status, transaction, renewal };
}

/** One that is of this app. */
export async function readSignedTransaction(
  app: VerifierApp,
  bundleId: string,
  signed: string,
): Promise<Transaction> {
  const transaction = readTransaction(await verifySigned(app, signed));
  if (bundleId === "" || transaction.bundleId !== bundleId) {
    throw untrusted(`of the app ${JSON.stringify(transaction.bundleId)}`);
  }
  return transaction;
}
