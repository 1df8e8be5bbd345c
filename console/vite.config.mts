import { join } from "node:path";
import tailwind from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { compactDescriptors } from "./compact-descriptors.ts";

/** The server that `vite` passes calls on to while somebody works on the console. */
const SERVER = "http://localhost:8080";

/** The addresses of http/console.ts, for `vite` alone. */
const signInAddress: Plugin = {
  name: "sign-in-address",
  configureServer({ middlewares }) {
    middlewares.use((request, _response, next) => {
      request.url = request.url?.replace(/^\/console\/sign-in(?=\?|$)/, "/console/sign-in.html");
      next();
    });
  },
};

export default defineConfig({
  root: import.meta.dirname,
  base: "/console/",
  plugins: [react(), tailwind(), signInAddress, compactDescriptors()],
  server: {
    proxy: { "^/svc\\.": SERVER, "^/console/(status\\.json|preview)$": SERVER, "^/assets/": SERVER },
  },
  build: {
    // Nothing inline: the content security policy allows no inline script, style or font.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: "manifest.json",
    emptyOutDir: false,
    // Browsers that know light-dark() and :has(), which the styles use.
    target: ["chrome123", "edge123", "firefox125", "safari17.5"],
    rolldownOptions: {
      checks: { bundlerTimings: false }, // says nothing but that a machine is busy
      input: [join(import.meta.dirname, "index.html"), join(import.meta.dirname, "sign-in.html")],
      // Every screen needs these. One file compresses better than one for each set of screens that share some.
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: "libraries", test: /node_modules[\\/]@(base-ui|tanstack|connectrpc|bufbuild)[\\/]/ },
          ],
        },
      },
    },
  },
});
