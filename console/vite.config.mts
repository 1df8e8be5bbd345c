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

/**
 * Few files, because each costs a part of a round trip where HTTP/2 is missing: React and the fields, which the page to sign in has too;
 * what every screen needs besides; the parts that most screens share; and dialogs, which none needs before one is opened.
 */
const GROUPS = [
  {
    name: "react",
    // With what fetches a part that somebody needs later, which would otherwise stand among the parts.
    test: /node_modules\/(react|react-dom|scheduler|use-sync-external-store)\/|vite\/preload-helper/,
    priority: 5,
  },
  { name: "dialogs", test: /node_modules\/@(base-ui|floating-ui)\//, priority: 4 },
  { name: "libraries", test: /node_modules\//, priority: 3, minShareCount: 3 },
  {
    name: "fields",
    test: /src\/(components\/(brand|button|error-notice|fields|icon|password-field|rights)|strings\/(common|reasons)|api\/(failure|session)|app\/(colour-scheme|documentation))\.tsx?$/,
    priority: 2,
  },
  { name: "parts", test: /src\/components\/.*\.tsx$/, priority: 1, minShareCount: 4 },
];

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
      input: ["index.html", "sign-in.html", "src/first-calls.ts"].map((name) =>
        join(import.meta.dirname, name),
      ),
      output: { codeSplitting: { groups: GROUPS } },
    },
  },
});
