import { registerHooks } from "node:module";

// Loaded before a server whose sign-ins are to be measured without the time of the hash.
const instant = new URL("./instant-argon2.ts", import.meta.url).href;
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "@node-rs/argon2"
      ? { url: instant, format: "module-typescript", shortCircuit: true }
      : next(specifier, context),
});
