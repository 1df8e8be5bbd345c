import type { DkimKeyJson } from "@svc/proto/svc/admin/v1/dkim_pb";

/** A key with the DNS record to publish, a line each. */
export function dkimFields({
  domain = "",
  selector = "",
  recordName = "",
  recordText = "",
}: DkimKeyJson): string[][] {
  return [
    ["domain", domain],
    ["selector", selector],
    ["record name", recordName],
    ["record type", "TXT"],
    ["record text", recordText],
  ];
}
