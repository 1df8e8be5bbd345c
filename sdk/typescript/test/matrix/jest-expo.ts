import { appSource } from "./app-source.ts";
import type { Cell } from "./cell.ts";
import { EXPO, EXPO_VERSION } from "./expo.ts";
import { runJest } from "./jest.ts";

/** The preset puts a stand-in in the place of `fetch`, so the app brings one that reaches the server. */
const FETCH = `
const { request } = require("node:http");
globalThis.host = {
  fetch: (url, { method, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(url, { method, headers }, async (answer) => {
        const text = (await answer.toArray()).join("");
        const status = answer.statusCode;
        const get = (name) => answer.headers[name] ?? null;
        resolve({ status, ok: status < 300, headers: { get }, json: async () => JSON.parse(text) });
      });
      sent.on("error", reject).end(body);
    }),
};
`;

/** As Expo's guide sets Jest up: the preset, and nothing else. */
export const jestExpo: Cell = {
  name: "jest-expo",
  packages: EXPO,
  version: `jest-expo ${EXPO["jest-expo"]}, jest ${EXPO.jest}, ${EXPO_VERSION}`,
  run: (place) => {
    place.writeManifest({ type: undefined, jest: { preset: "jest-expo" } });
    return runJest(place, appSource(place).replace(/^const open/m, `${FETCH}const open`));
  },
};
