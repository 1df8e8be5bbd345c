export type KeylessRequest = Readonly<{ path: string; headers?: Readonly<Record<string, string>> }>;

const SHORT = { accept: "application/vnd.npm.install-v1+json" };
const PACKED = { "accept-encoding": "br, gzip" };

/** One request for each kind of answer that anybody gets without a key. `asset` is the path of an uploaded file. */
export function keylessRequests({ slug, asset }: { slug: string; asset: string }): readonly KeylessRequest[] {
  return [
    { path: "/healthz" },
    { path: "/readyz" },
    { path: "/" },
    { path: "/nothing" },
    { path: "/nothing", headers: { accept: "text/html" } },
    { path: `/p/${slug}/.well-known/jwks.json` },
    { path: `/p/${slug}/.well-known/openid-configuration` },
    { path: `/.well-known/oauth-authorization-server/p/${slug}` },
    { path: asset },
    { path: "/.well-known/apple-app-site-association" },
    { path: "/.well-known/assetlinks.json" },
    { path: "/protos/" },
    { path: "/protos/svc-protos.tar.gz" },
    { path: "/protos/svc/auth/v1/auth.proto" },
    { path: "/protos/svc.auth.v1.openapi.json" },
    { path: "/pub/" },
    { path: "/pub/-/ping" },
    { path: "/pub/@svc%2fsdk" },
    { path: "/pub/@svc%2fsdk", headers: SHORT },
    { path: "/pub/@svc/sdk/latest" },
    { path: "/pub/@svc/sdk/-/sdk-0.1.0.tgz" },
    { path: "/pub/api/packages/svc_auth" },
    { path: "/pub/maven/dev/svc/svc-auth/maven-metadata.xml" },
    { path: "/pub/swift/svc/SvcAuth" },
    { path: "/pub/swift/SvcAuth.git/info/refs?service=git-upload-pack" },
    { path: "/docs/" },
    { path: "/docs/operations" },
    { path: "/docs/operations", headers: { accept: "text/markdown" } },
    { path: "/docs/cli.md" },
    { path: "/docs/images/overview-1280-light.png" },
    { path: "/docs/images/nothing.png" },
    { path: "/docs/search?q=how%20do%20I%20log%20a%20user%20out%20everywhere" },
    { path: "/docs/search.json?q=verify%20tokne%20in%20go" },
    { path: "/llms.txt" },
    { path: "/console/", headers: PACKED },
    { path: "/console/sign-in" },
    { path: "/console/status.json" },
    { path: "/console/preview" },
  ];
}
