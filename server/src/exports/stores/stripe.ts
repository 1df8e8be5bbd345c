/** For setup and doctor. */
export { createStripe } from "../../providers/stripe/create-stripe.ts";
export { openStripe } from "../../providers/stripe/open-stripe.ts";
export { probeStripe } from "../../providers/stripe/probe-stripe.ts";
