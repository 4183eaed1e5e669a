import { crc32, deflateSync, inflateSync } from 'node:zlib';

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const COLOURS = 256;
const CHANNELS = 3;
/** Eight bits a channel, three channels, no interlacing: what Chromium writes of a page. */
const RGB = '0802000000';

interface Picture {
  readonly width: number;
  readonly height: number;
  /** Three bytes a pixel, row by row. */
  readonly pixels: Buffer;
}

/** Width and height that a PNG names, in pixels. */
export const sizeOf = (png: Buffer): { width: number; height: number } => {
  if (!png.subarray(0, SIGNATURE.length).equals(SIGNATURE)) throw new Error('This is no PNG');
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
};

const dataOf = (png: Buffer): Buffer => {
  const parts: Buffer[] = [];
  for (let at = SIGNATURE.length; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT') parts.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return inflateSync(Buffer.concat(parts));
};

/** Neighbour that a pixel is predicted from, by the PNG format. */
const paeth = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (a <= b && a <= c) return left;
  return b <= c ? up : corner;
};

const decode = (png: Buffer): Picture => {
  const { width, height } = sizeOf(png);
  if (png.toString('hex', 24, 29) !== RGB) throw new Error('Only plain RGB is read here');
  const stride = width * CHANNELS;
  const filtered = dataOf(png);
  const pixels = Buffer.alloc(height * stride);
  const byteAt = (index: number) => pixels[index] ?? 0;
  for (let row = 0; row < height; row++) {
    const filter = filtered[row * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x++) {
      const at = row * stride + x;
      const left = x < CHANNELS ? 0 : byteAt(at - CHANNELS);
      const up = row === 0 ? 0 : byteAt(at - stride);
      const corner = x < CHANNELS || row === 0 ? 0 : byteAt(at - stride - CHANNELS);
      const guess = [0, left, up, (left + up) >> 1, paeth(left, up, corner)][filter] ?? 0;
      pixels[at] = ((filtered[row * (stride + 1) + 1 + x] ?? 0) + guess) & 0xff;
    }
  }
  return { width, height, pixels };
};

const distance = (a: number, b: number): number =>
  [16, 8, 0].reduce((sum, shift) => sum + (((a >> shift) & 0xff) - ((b >> shift) & 0xff)) ** 2, 0);

/** The commonest colours, and each colour's nearest place among them. */
const paletteOf = ({ pixels }: Picture): { palette: number[]; placeOf: Map<number, number> } => {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += CHANNELS) {
    const colour = pixels.readUIntBE(at, CHANNELS);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const ranked = [...counts].sort(([, a], [, b]) => b - a).map(([colour]) => colour);
  const palette = ranked.slice(0, COLOURS);
  const nearest = (colour: number): number =>
    palette.reduce(
      (best, other, place) => (distance(other, colour) < distance(palette[best] ?? 0, colour) ? place : best),
      0,
    );
  return { palette, placeOf: new Map(ranked.map((colour) => [colour, nearest(colour)])) };
};

const chunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(body.length + 8);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body), body.length + 4);
  return frame;
};

/** A picture of a page with at most 256 colours: half as large, and nobody sees it. */
export const smallPng = (png: Buffer): Buffer => {
  const picture = decode(png);
  const { width, height, pixels } = picture;
  const { palette, placeOf } = paletteOf(picture);
  const rows = Buffer.alloc(height * (width + 1));
  for (let row = 0; row < height; row++)
    for (let column = 0; column < width; column++) {
      const colour = pixels.readUIntBE((row * width + column) * CHANNELS, CHANNELS);
      rows[row * (width + 1) + 1 + column] = placeOf.get(colour) ?? 0;
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, which name a colour of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  const colours = Buffer.alloc(palette.length * CHANNELS);
  for (const [place, colour] of palette.entries()) colours.writeUIntBE(colour, place * CHANNELS, CHANNELS);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colours),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
