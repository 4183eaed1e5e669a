import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { ROOT } from './desktop-app.ts';

/** Where the pictures are kept: half the size of the window, so that what is looked at is its shape. */
const FOLDER = join(ROOT, 'tests/looks');
const LETTERS = join(FOLDER, 'letters.txt');
/** Set, a picture that differs is replaced: look at it before it is committed. */
export const ARE_MADE_ANEW = Boolean(process.env['TRICKDESK_KEEP_PICTURES']);

/** Share of a picture's points, percent, that may have another colour: a reference that is drawn by lot, a smoothed edge. */
const TOLERATED_PERCENT = 0.5;

/** A picture that differs is looked at this many times more. */
const LOOKS = 3;
const SETTLING_MS = 300;
const SETTLING_TURNS = 20;
const SHOT = { type: 'jpeg', quality: 95, scale: 'css' } as const;

interface Compared {
  /** WebP in base64, as it would be kept; empty when what is kept already is like it. */
  readonly webp: string;
  /** Share of points whose colour is another, percent; null without a picture to compare with. */
  readonly differing: number | null;
}

/** In the page: halves a screenshot and compares it with the picture that is kept, both in base64. */
const compareInPage = async ([shot, before, tolerated]: readonly [
  string,
  string | null,
  number,
]): Promise<Compared> => {
  /** Of 255: smaller differences of a channel are the compression's. */
  const CHANNEL_DIFFERENCE = 48;
  const QUALITY = 0.8;
  const decode = (base64: string) =>
    createImageBitmap(new Blob([Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))]));
  const paint = (bitmap: ImageBitmap, width: number, height: number) => {
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('There is no canvas');
    context.imageSmoothingQuality = 'high';
    context.drawImage(bitmap, 0, 0, width, height);
    // Hundreds of them would leave the page too little memory to draw its charts with.
    bitmap.close();
    return { canvas, points: context.getImageData(0, 0, width, height).data };
  };
  const bitmap = await decode(shot);
  const [width, height] = [Math.round(bitmap.width / 2), Math.round(bitmap.height / 2)];
  const now = paint(bitmap, width, height);
  /** How many points of the two differ, percent. */
  const differenceFrom = (old: Uint8ClampedArray): number => {
    const isFar = (at: number) => Math.abs((now.points[at] ?? 0) - (old[at] ?? 0)) > CHANNEL_DIFFERENCE;
    let count = 0;
    for (let at = 0; at < old.length; at += 4) if (isFar(at) || isFar(at + 1) || isFar(at + 2)) count += 1;
    return (count * 400) / old.length;
  };
  const differing =
    before === null ? null : differenceFrom(paint(await decode(before), width, height).points);
  if (differing !== null && differing <= tolerated) return { webp: '', differing };
  const blob = await now.canvas.convertToBlob({ type: 'image/webp', quality: QUALITY });
  const bytes = Array.from(new Uint8Array(await blob.arrayBuffer()), (byte) => String.fromCharCode(byte));
  return { webp: btoa(bytes.join('')), differing };
};

/** How wide the letters of this computer are: with others, every picture would be another. */
export const lettersOf = (page: Page): Promise<readonly number[]> =>
  page.evaluate(() => {
    const context = new OffscreenCanvas(1, 1).getContext('2d');
    if (!context) throw new Error('There is no canvas');
    const style = getComputedStyle(document.querySelector('.fui-FluentProvider') ?? document.body);
    const widthOf = (text: string, font: string) => {
      context.font = font;
      return Math.round(context.measureText(text).width);
    };
    const plain = `600 20px ${style.fontFamily}`;
    const fixed = `40px ${style.getPropertyValue('--fontFamilyMonospace')}`;
    return [
      widthOf('Open positions ₹12,34,567.50', plain),
      widthOf('रणनीतियाँ', plain),
      widthOf('Paid ₹1,178.82 including GST', fixed),
    ];
  });

/** The pictures that are kept, and what has been compared with them. */
export class KeptPictures {
  readonly problems: string[] = [];
  readonly #page: Page;
  readonly #failedFolder: string;
  readonly #seen = new Set<string>();

  /** `failedFolder` gets each picture that differs, to be looked into. */
  constructor(page: Page, failedFolder: string) {
    this.#page = page;
    this.#failedFolder = failedFolder;
  }

  /** Why the pictures of this computer cannot be compared, as a sentence; null when they can. */
  async whyNot(): Promise<string | null> {
    // Its fonts are those of the page once it stands there.
    await this.#page.locator('h1').first().waitFor();
    const letters = (await lettersOf(this.#page)).join(' ');
    if (ARE_MADE_ANEW) {
      await mkdir(FOLDER, { recursive: true });
      await writeFile(LETTERS, `${letters}\n`);
      return null;
    }
    const kept = existsSync(LETTERS) ? (await readFile(LETTERS, 'utf8')).trim() : 'none';
    return kept === letters
      ? null
      : `the pictures were made with other fonts (their letters are ${kept} wide, here ${letters})`;
  }

  /** Compare the window with the picture of that name, or keep it. */
  async compare(name: string): Promise<void> {
    this.#seen.add(`${name}.webp`);
    const path = join(FOLDER, `${name}.webp`);
    const before = existsSync(path) ? (await readFile(path)).toString('base64') : null;
    const compareOnce = async (): Promise<Compared> => {
      const shot = (await this.#page.screenshot(SHOT)).toString('base64');
      return this.#page.evaluate(compareInPage, [shot, before, TOLERATED_PERCENT] as const);
    };
    if (before === null) await this.#settle();
    let { webp, differing } = await compareOnce();
    // Something may still be on its way: a chart that is loaded when it is needed, a button that fades.
    for (let turn = 0; turn < LOOKS && (differing ?? 0) > TOLERATED_PERCENT; turn += 1) {
      await this.#settle();
      ({ webp, differing } = await compareOnce());
    }
    if (differing !== null && differing <= TOLERATED_PERCENT) return;
    if (ARE_MADE_ANEW) await writeFile(path, Buffer.from(webp, 'base64'));
    else if (differing === null) this.problems.push(`${name}: no picture is kept of it`);
    else {
      this.problems.push(`${name}: ${differing.toFixed(2)} % of it is different`);
      await mkdir(this.#failedFolder, { recursive: true });
      await writeFile(join(this.#failedFolder, `${name}.webp`), Buffer.from(webp, 'base64'));
    }
  }

  /** Waits until everything has been painted: two pictures of it, some time apart, are the same. */
  async #settle(): Promise<void> {
    let before = await this.#page.screenshot(SHOT);
    for (let turn = 0; turn < SETTLING_TURNS; turn += 1) {
      await this.#page.waitForTimeout(SETTLING_MS);
      const now = await this.#page.screenshot(SHOT);
      if (now.equals(before)) return;
      before = now;
    }
  }

  /** Report pictures that nothing was compared with. They show something that is no more. */
  async finish(): Promise<void> {
    const left = (await readdir(FOLDER)).filter((file) => file.endsWith('.webp') && !this.#seen.has(file));
    if (ARE_MADE_ANEW) for (const file of left) await rm(join(FOLDER, file));
    else this.problems.push(...left.map((file) => `${file}: nothing looks like this any more`));
  }
}
