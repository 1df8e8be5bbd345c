import type { App } from "../app.ts";
import { getAsset, readAsset } from "../domain/themes/asset.ts";
import type { HttpRoute } from "../wire/http-route.ts";
import { respond } from "../wire/respond.ts";
import { AssetBytes } from "./asset-bytes.ts";
import { isKnown } from "./if-none-match.ts";

/** A drawing has its colours in its own style, and can do nothing else. */
const SVG_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";

/**
 * The uploaded logos and fonts of projects. A name tells the content, so an answer is good for ever.
 * Any site may show them, but whoever opens one as a page gets one that can do nothing.
 */
export function assetRoute(app: Pick<App, "db">): HttpRoute {
  const lately = new AssetBytes();
  return {
    methods: ["GET"],
    pattern: /^\/assets\/(?<slug>[a-z0-9-]+)\/(?<hash>[0-9a-f]{32})\.(?<type>[a-z0-9]{1,5})$/,
    async handle({ raw, parameters: { slug = "", hash = "", type = "" } }, response) {
      const asset = await getAsset(app, slug, `${hash}.${type}`);
      const etag = `"${hash}"`;
      const headers = {
        etag,
        "cache-control": "public, max-age=31536000, immutable",
        "content-security-policy": type === "svg" ? SVG_POLICY : "default-src 'none'; sandbox",
        "cross-origin-resource-policy": "cross-origin",
        // Browsers load a font for another site only with this.
        "access-control-allow-origin": "*",
        "referrer-policy": "no-referrer",
      };
      if (isKnown(raw.headers["if-none-match"], etag)) return respond(response, 304, headers);
      const bytes = lately.get(asset.name) ?? (await readAsset(app, asset));
      lately.put(asset.name, bytes);
      respond(response, 200, { ...headers, "content-type": asset.contentType }, bytes);
    },
  };
}
