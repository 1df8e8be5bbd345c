import type { BrowserContext } from "playwright-core";

/** Colours that a picture loses when it is made smaller. */
const TOLERANCE = 40;

/** The share of pixels, 0 to 1, in which two PNG pictures differ; 1 if they are of different sizes. */
export async function pictureDifference(
  context: BrowserContext,
  one: Uint8Array,
  other: Uint8Array,
): Promise<number> {
  const page = await context.newPage();
  try {
    const pictures = [one, other].map((bytes) => Buffer.from(bytes).toString("base64"));
    return await page.evaluate(compare, { pictures, tolerance: TOLERANCE });
  } finally {
    await page.close();
  }
}

/** Runs in the browser. */
async function compare({ pictures, tolerance }: { pictures: string[]; tolerance: number }): Promise<number> {
  const [a, b] = await Promise.all(
    pictures.map(async (text) => {
      const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
      const bitmap = await createImageBitmap(new Blob([bytes], { type: "image/png" }));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
      const drawing = canvas.getContext("2d");
      drawing?.drawImage(bitmap, 0, 0);
      return drawing?.getImageData(0, 0, bitmap.width, bitmap.height);
    }),
  );
  if (!a || !b || a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let at = 0; at < a.data.length; at += 4) {
    const isDifferent = [0, 1, 2].some(
      (channel) => Math.abs((a.data[at + channel] ?? 0) - (b.data[at + channel] ?? 0)) > tolerance,
    );
    if (isDifferent) different++;
  }
  return different / (a.width * a.height);
}
