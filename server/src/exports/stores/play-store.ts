/** For setup and doctor. */
export { createPlayStore } from "../../providers/play-store/create-play-store.ts";
