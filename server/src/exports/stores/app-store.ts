/** For setup and doctor. */
export { createAppStore } from "../../providers/app-store/create-app-store.ts";
