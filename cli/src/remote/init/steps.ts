import type { Answers, Platform } from "./answers.ts";
import type { Ask } from "./ask.ts";

/** One page of the wizard: asks and returns what it learned. */
export type Step = (ask: Ask, answers: Answers) => Promise<Partial<Answers>>;

export const steps: readonly Step[] = [
  askPlatforms,
  askName,
  askPassword,
  askGuests,
  askGoogle,
  askApple,
  askRedirects,
  askBilling,
  askPush,
];

async function askPlatforms(ask: Ask, { platforms }: Answers): Promise<Partial<Answers>> {
  const options: { value: Platform; label: string }[] = [
    { value: "ios", label: "iOS" },
    { value: "android", label: "Android" },
    { value: "web", label: "Web" },
  ];
  return { platforms: await ask.many("Which platforms is the app for?", options, platforms) };
}

async function askName(ask: Ask, answers: Answers): Promise<Partial<Answers>> {
  const name = await ask.text({
    message: "What is the app called?",
    initialValue: answers.name,
    placeholder: "Acme",
    problem: (text) => (text === "" ? "Enter a name." : undefined),
  });
  const slug = await ask.text({
    message: "Short name in addresses and tokens? It never changes.",
    initialValue: answers.slug || slugFrom(name),
    problem: (text) =>
      /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/.test(text)
        ? undefined
        : "Use 1 to 63 lower-case letters, digits and inner dashes.",
  });
  return { name, slug };
}

function slugFrom(name: string): string {
  const plain = name.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
  return plain
    .replace(/[^a-z\d]+/g, "-")
    .slice(0, 63)
    .replace(/^-+|-+$/g, "");
}

async function askPassword(ask: Ask, answers: Answers): Promise<Partial<Answers>> {
  const options = [
    { value: 8, label: "8 characters", hint: "the default" },
    { value: 12, label: "12 characters" },
    { value: 15, label: "15 characters", hint: "for passwords without a second factor, says NIST" },
  ];
  const minLength = await ask.one("How long must a password be?", options, answers.minLength);
  const requireEmailVerification = await ask.yesNo(
    "Must users verify their email address before they can sign in?",
    answers.requireEmailVerification,
  );
  return { minLength, requireEmailVerification };
}

async function askGuests(ask: Ask, answers: Answers): Promise<Partial<Answers>> {
  const allowGuests = await ask.yesNo(
    "May people use the app as guests, without an account?",
    answers.allowGuests,
  );
  if (!allowGuests) return { allowGuests, guestRetentionDays: 0 };
  const days = await ask.text({
    message: "After how many days without use is a guest deleted? 0 is never.",
    initialValue: String(answers.guestRetentionDays),
    problem: (text) => (/^\d{1,4}$/.test(text) ? undefined : "Write a whole number of days."),
  });
  return { allowGuests, guestRetentionDays: Number(days) };
}

async function askGoogle(ask: Ask, { google, platforms }: Answers): Promise<Partial<Answers>> {
  if (!(await ask.yesNo("Sign-in with Google?", google !== undefined))) return { google: undefined };
  const idOf = (what: string, initialValue = "") =>
    ask.text({
      message: `Google client id of the ${what}? Leave it empty if you have none yet.`,
      initialValue,
      placeholder: "1234-abcd.apps.googleusercontent.com",
      problem: (text) =>
        text === "" || /^\d+-[a-z\d]+\.apps\.googleusercontent\.com$/.test(text)
          ? undefined
          : "It looks like 1234-abcd.apps.googleusercontent.com.",
    });
  const web = await idOf("web application, which Android also needs", google?.web);
  const ios = platforms.includes("ios") ? await idOf("iOS app", google?.ios) : "";
  const android = platforms.includes("android") ? await idOf("Android app", google?.android) : "";
  return { google: { web, ios, android } };
}

async function askApple(ask: Ask, { apple, platforms }: Answers): Promise<Partial<Answers>> {
  if (!(await ask.yesNo("Sign in with Apple?", apple !== undefined))) return { apple: undefined };
  const idOf = (message: string, initialValue = "") =>
    ask.text({
      message: `${message} Leave it empty if you have none yet.`,
      initialValue,
      problem: (text) => (/^[\w.-]*$/.test(text) ? undefined : "It looks like com.example.app."),
    });
  const bundleId = platforms.includes("ios") ? await idOf("Bundle id of the iOS app?", apple?.bundleId) : "";
  const isBrowser = platforms.includes("web") || platforms.includes("android");
  const servicesId = isBrowser ? await idOf("Services ID, for sign-in in a browser?", apple?.servicesId) : "";
  return { apple: { bundleId, servicesId } };
}

async function askRedirects(ask: Ask, answers: Answers): Promise<Partial<Answers>> {
  const listOf = async (message: string, initial: readonly string[], pattern: RegExp, example: string) => {
    const text = await ask.text({
      message,
      initialValue: initial.join(" "),
      placeholder: example,
      problem: (typed) =>
        wordsOf(typed).every((word) => pattern.test(word)) ? undefined : `Like ${example}.`,
    });
    return wordsOf(text);
  };
  const hasApp = answers.platforms.some((platform) => platform !== "web");
  const schemes = "URL schemes of the app that sign-in in a browser may return to? Empty for none.";
  const origins = "Web origins that sign-in in a browser may return to? Empty for none.";
  return {
    redirectSchemes: hasApp
      ? await listOf(schemes, answers.redirectSchemes, /^[a-z][a-z\d+.-]*$/, "com.example.app")
      : [],
    redirectOrigins: answers.platforms.includes("web")
      ? await listOf(origins, answers.redirectOrigins, /^https?:\/\/[^/\s]+$/, "https://app.example.com")
      : [],
  };
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== "");
}

async function askBilling(ask: Ask, { billing: before }: Answers): Promise<Partial<Answers>> {
  if (!(await ask.yesNo("Will the app sell subscriptions?", before !== undefined)))
    return { billing: undefined };
  const tier = await ask.text({
    message: "What do people subscribe to?",
    initialValue: before?.tier ?? "Pro",
    problem: (text) =>
      /^[\p{L}\p{N} ]{1,40}$/u.test(text) ? undefined : "Use 1 to 40 letters, digits and spaces.",
  });
  const currency = await ask.text({
    message: "In which currency is the base price? The stores convert it.",
    initialValue: before?.currency ?? "USD",
    problem: (text) => (/^[A-Z]{3}$/.test(text) ? undefined : "Use a code such as USD."),
  });
  const price = (message: string, initialValue: string) =>
    ask.text({
      message,
      initialValue,
      problem: (text) => (/^(\d{1,8}(\.\d{1,2})?)?$/.test(text) ? undefined : "Use a number such as 9.99."),
    });
  const monthly = await price("Price of a month? Empty: not sold by the month.", before?.monthly ?? "9.99");
  const yearly = await price("Price of a year? Empty: not sold by the year.", before?.yearly ?? "79.99");
  const trials = [
    { value: "", label: "none" },
    { value: "P3D", label: "3 days" },
    { value: "P1W", label: "1 week" },
    { value: "P2W", label: "2 weeks" },
    { value: "P1M", label: "1 month" },
  ];
  const trial = await ask.one("A free trial?", trials, before?.trial ?? "");
  return { billing: { tier, currency, monthly, yearly, trial } };
}

async function askPush(ask: Ask, { wantsPush: before }: Answers): Promise<Partial<Answers>> {
  const wantsPush = await ask.yesNo("Will your backend send push messages?", before);
  const text =
    "Nothing needs to be set up here. The app calls RegisterPushDevice at every start;\nthe checklist at the end says how.";
  if (wantsPush) ask.tell("Push messages", text);
  return { wantsPush };
}
