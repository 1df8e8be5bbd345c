import { type RequestOptions, request } from "node:https";
import { fromBinary, toBinary } from "@bufbuild/protobuf";
import { type Client, createClient, type Interceptor, type Transport } from "@connectrpc/connect";
import {
  createConnectTransport,
  createGrpcTransport,
  createGrpcWebTransport,
} from "@connectrpc/connect-node";
import * as grpc from "@grpc/grpc-js";
import { HealthCheckRequestSchema, HealthCheckResponseSchema } from "@svc/proto/grpc/health/v1/health_pb";
import { AuthService } from "@svc/proto/svc/auth/v1/auth_pb";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { makeCertificate, type TestCertificate } from "../src/testing/certificates.ts";
import { notRun } from "../src/testing/not-run.ts";
import { reasonOf } from "../src/testing/reason-of.ts";
import { noProxy, type ProxyName, RealProxy } from "./proxy-process.ts";
import { ServedInstance } from "./served-instance.ts";

const HOST = "auth.example.com";
/** Where the callers are; the proxy itself comes from 127.0.0.1. */
const CALLER = "127.0.0.2";
const password = "correct horse battery";

type Lookup = NonNullable<RequestOptions["lookup"]>;
const lookup: Lookup = (_name, options, found) =>
  options.all ? found(null, [{ address: "127.0.0.1", family: 4 }]) : found(null, "127.0.0.1", 4);

describe.each<{ name: ProxyName }>([{ name: "nginx" }, { name: "caddy" }])(
  "behind $name, configured as in deploy/,",
  ({ name }) => {
    let server: ServedInstance;
    let proxy: RealProxy;
    let certificate: TestCertificate;
    const missing = noProxy(name);

    beforeAll(async () => {
      if (missing) return;
      certificate = makeCertificate([HOST]);
      server = await ServedInstance.create({
        SVC_BASE_URL: `https://${HOST}`,
        SVC_TRUSTED_PROXIES: "127.0.0.1",
      });
      await server.start();
      proxy = await RealProxy.start(name, new URL(server.url).host, certificate);
    });
    beforeEach((context) => {
      if (missing) notRun(context, missing);
    });
    afterAll(async () => {
      await proxy?.close();
      await server?.close();
    });

    function nodeOptions(): RequestOptions {
      return { ca: certificate.chain, servername: HOST, localAddress: CALLER, lookup };
    }

    function clients(headers: Record<string, string> = {}): Client<typeof AuthService>[] {
      const addHeaders: Interceptor = (next) => (call) => {
        const all = { "x-svc-key": server.project.publishableKey, ...headers };
        for (const [field, value] of Object.entries(all)) call.header.set(field, value);
        return next(call);
      };
      const baseUrl = `https://${HOST}:${proxy.port}`;
      const options = { baseUrl, nodeOptions: nodeOptions() as object, interceptors: [addHeaders] };
      const transports: Transport[] = [
        createGrpcTransport(options),
        ...(["1.1", "2"] as const).flatMap((httpVersion) => [
          createGrpcWebTransport({ ...options, httpVersion }),
          createConnectTransport({ ...options, httpVersion, useBinaryFormat: false }),
        ]),
      ];
      return transports.map((transport) => createClient(AuthService, transport));
    }

    /** A plain request, whose path goes out as it is written. */
    function fetched(path: string, body?: string): Promise<{ status: number; type: string; body: string }> {
      const headers = {
        host: HOST,
        "content-type": "application/json",
        "x-svc-key": server.project.publishableKey,
      };
      const method = body === undefined ? "GET" : "POST";
      return new Promise((resolve, reject) => {
        request(
          { ...nodeOptions(), host: HOST, port: proxy.port, path, method, headers, agent: false },
          async (response) => {
            let text = "";
            for await (const chunk of response) text += chunk;
            const type = response.headers["content-type"] ?? "";
            resolve({ status: response.statusCode ?? 0, type, body: text });
          },
        )
          .once("error", reject)
          .end(body);
      });
    }

    test("every protocol passes, with answers and with reasons, also when they take turns", async () => {
      let accessToken = "";
      for (const [n, client] of clients().entries()) {
        const email = `user${n}@example.com`;
        const { tokens } = await client.signUp({ email, password });
        accessToken = tokens?.accessToken ?? "";
        const wrong = client.signIn({ email, password: "not the right one" });
        expect(await reasonOf(wrong)).toBe("INVALID_CREDENTIALS");
      }
      const all = clients({ authorization: `Bearer ${accessToken}` });
      for (let round = 0; round < 10; round++) {
        const answers = await Promise.all([...all, ...all].map((client) => client.getMe({})));
        expect(new Set(answers.map(({ user }) => user?.email))).toEqual(new Set(["user4@example.com"]));
      }
    });

    test("a gRPC client that is not ours gets its answer, and the status of a call that does not exist", async () => {
      const credentials = grpc.credentials.createSsl(Buffer.from(certificate.chain));
      const client = new grpc.Client(`127.0.0.1:${proxy.port}`, credentials, {
        "grpc.ssl_target_name_override": HOST,
        "grpc.default_authority": HOST,
      });
      const call = (path: string) =>
        new Promise<{ code: number; status?: number | undefined }>((resolve) => {
          client.makeUnaryRequest(
            path,
            (message: Parameters<typeof toBinary<typeof HealthCheckRequestSchema>>[1]) =>
              Buffer.from(toBinary(HealthCheckRequestSchema, message)),
            (bytes: Buffer) => fromBinary(HealthCheckResponseSchema, bytes),
            { $typeName: "grpc.health.v1.HealthCheckRequest", service: "" },
            (error, answer) => resolve({ code: error?.code ?? 0, status: answer?.status }),
          );
        });
      expect(await call("/grpc.health.v1.Health/Check")).toEqual({ code: 0, status: 1 });
      expect(await call("/svc.auth.v1.AuthService/Nothing")).toMatchObject({
        code: grpc.status.UNIMPLEMENTED,
      });
      client.close();
    });

    test("the console, the documentation and the packages are there, and svc itself reads large bodies", async () => {
      expect(await fetched("/console/")).toMatchObject({ status: 200, type: expect.stringMatching("html") });
      expect(await fetched("/docs/")).toMatchObject({ status: 200, type: expect.stringMatching("html") });
      const { status, body } = await fetched("/pub/@svc%2fsdk");
      expect({ status, name: JSON.parse(body).name }).toEqual({ status: 200, name: "@svc/sdk" });
      const large = `"${"x".repeat(4_100_000)}"`;
      const refused = await fetched("/svc.auth.v1.AuthService/SignUp", large);
      expect(refused).toMatchObject({ status: 400, body: expect.stringContaining("invalid_argument") });
    });

    test("limits count the caller's own address, whatever the caller says it is", async () => {
      for (const client of clients({ "x-forwarded-for": "203.0.113.9" })) {
        expect(await reasonOf(client.getMe({}))).toBe("ACCESS_TOKEN_INVALID");
      }
      await server.stop();
      const { stderr } = await server.running.finished;
      const addresses = [...stderr.matchAll(/AuthService\/(?:SignUp|GetMe) .*?ip=(\S+)/g)].map(
        ([, ip]) => ip,
      );
      expect(addresses.length).toBeGreaterThanOrEqual(5);
      expect(new Set(addresses)).toEqual(new Set([CALLER]));
    });
  },
);
