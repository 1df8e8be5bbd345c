import jsQr from "jsqr";
import type { BrowserContext, Locator } from "playwright-core";

/** What a camera reads of a QR code on the screen. Undefined when it finds none. */
export async function readQrCode(context: BrowserContext, shown: Locator): Promise<string | undefined> {
  const picture = (await shown.screenshot()).toString("base64");
  const page = await context.newPage();
  const { width, height, pixels } = await page.evaluate(async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = document.createElement("canvas");
    Object.assign(canvas, { width: image.width, height: image.height });
    const pen = canvas.getContext("2d");
    if (!pen) throw new Error("no canvas");
    pen.drawImage(image, 0, 0);
    const { data } = pen.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, pixels: Array.from(data) };
  }, picture);
  await page.close();
  // Of a CommonJS package, TypeScript and Node disagree about what the default is.
  const decode = (jsQr as unknown as { default?: typeof jsQr.default }).default ?? (jsQr as never);
  return decode(Uint8ClampedArray.from(pixels), width, height)?.data;
}
