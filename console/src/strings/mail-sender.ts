/** Who emails are from, and how they are signed. */
export const mailSender = {
  sender: "Sender",
  senderText: "Who the emails of this project are from.",
  name: "Sender name",
  nameHint: "Leave empty for the product name.",
  address: "Sender address",
  addressHint: "Leave empty for the address of the mail relay.",
  addressOwners: "Only owners can change the address.",
  replyTo: "Reply to",
  replyToHint: "Leave empty for the support email of the branding.",
  notAllowed: (address: string) =>
    `${address} is not an allowed sender. Emails are sent from the mail relay’s own address until an owner allows it.`,

  allowed: "Addresses that projects may use",
  allowedHint:
    "One per line: an address, or @example.com for every address of a domain. Projects can choose from these. Leave empty to allow only the sender above.",

  dkim: "Signatures (DKIM)",
  dkimText: "Emails from a domain with a key are signed, so that mailboxes can tell they are yours.",
  noKeys: "No domain has a key. Your mail relay may sign emails itself.",
  domain: "Domain",
  selector: "Selector",
  selectorHint: "Name of the key in DNS, for example s1.",
  privateKey: "Private key",
  privateKeyHint:
    "PEM, RSA with at least 2048 bits, for example from openssl genrsa 2048. Stored encrypted and never shown again.",
  saveKey: "Add key",
  savedKey: "Saved the key. Publish its DNS record.",
  recordName: (domain: string) => `Name of the TXT record of ${domain}`,
  recordText: (domain: string) => `Text of the TXT record of ${domain}`,
  check: "Check DNS",
  checkOf: (domain: string) => `Check DNS of ${domain}`,
  published: "DNS has the record.",
  remove: "Remove",
  removeOf: (domain: string) => `Remove the key of ${domain}`,
  removeTitle: (domain: string) => `Remove the key of ${domain}?`,
  removeText: "Emails from this domain are no longer signed. The private key is deleted.",
  removed: "Removed the key.",
} as const;
