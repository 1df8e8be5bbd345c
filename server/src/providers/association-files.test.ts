import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { AppError } from "../errors.ts";
import { createAssociationFiles } from "./association-files.ts";
import { createIsPublic } from "./public-addresses.ts";

test.each([
  "0.0.0.0",
  "10.1.2.3",
  "100.64.0.1",
  "127.0.0.1",
  "169.254.169.254",
  "172.31.255.255",
  "192.168.1.1",
  "198.19.0.1",
  "203.0.113.5",
  "224.0.0.1",
  "255.255.255.255",
  "::",
  "::1",
  "::ffff:10.0.0.1",
  "::ffff:8.8.8.8",
  "64:ff9b::a00:1",
  "fd00::1",
  "fe80::1",
  "ff02::1",
  "2001:db8::1",
  "2002:a00:1::",
])("%s is not an address of the internet", (address) => {
  expect(createIsPublic()(address)).toBe(false);
});

test.each(["8.8.8.8", "93.184.215.14", "172.32.0.1", "192.169.0.1", "2606:2800:21f::1", "2a00:1450::1"])(
  "%s is one",
  (address) => {
    expect(createIsPublic()(address)).toBe(true);
  },
);

test("a name with a private address is not contacted, and no address is", async () => {
  let calls = 0;
  const server = createServer((_request, response) => {
    calls++;
    response.end("{}");
  });
  server.on("connection", () => calls++);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const files = createAssociationFiles({ origin: undefined });
  const reasonFor = async (host: string) => {
    const [outcome] = await Promise.allSettled([files.fetch(host, "/.well-known/webauthn")]);
    const { reason, detail } = (outcome.status === "rejected" ? outcome.reason : {}) as AppError;
    return `${reason}: ${detail}`;
  };
  for (const host of [`localhost:${port}`, "no-such-name.invalid"]) {
    expect(await reasonFor(host)).toBe(
      `PROVIDER_UNAVAILABLE: https://${host}/.well-known/webauthn: the name has no address, or one that is not public`,
    );
  }
  for (const host of ["127.0.0.1", "127.1", "2130706433", "0x7f.1", "[::1]"]) {
    expect(await reasonFor(host)).toContain("not a name");
  }
  expect(calls).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});
