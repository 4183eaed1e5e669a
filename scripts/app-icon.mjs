// The app's icon, drawn: a rounded square in the brand's two indigos, as the mark in the title bar.
import { deflateSync } from 'node:zlib';

const FROM = [0x7c, 0x71, 0xe8];
const TO = [0x45, 0x36, 0xb0];
const RADIUS = 0.22;
const MARGIN = 0.06;
const SAMPLES = 4;

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value >>> 0;
});
const crc32 = (bytes) => {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = CRC_TABLE[(crc ^ byte) & 0xff] ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
};

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** Whether a point of the unit square lies in the rounded one. */
function isInside(x, y) {
  const [dx, dy] = [x, y].map((at) => Math.max(MARGIN + RADIUS - at, at - (1 - MARGIN - RADIUS), 0));
  return Math.hypot(dx, dy) <= RADIUS;
}

/**
 * The icon as a PNG of `size` × `size` pixels.
 * @param {number} size
 * @returns {Buffer}
 */
export function appIcon(size) {
  const rows = Buffer.alloc((size * 4 + 1) * size);
  for (let row = 0; row < size; row++)
    for (let column = 0; column < size; column++) {
      let hits = 0;
      for (let sample = 0; sample < SAMPLES * SAMPLES; sample++) {
        const x = (column + ((sample % SAMPLES) + 0.5) / SAMPLES) / size;
        const y = (row + (Math.floor(sample / SAMPLES) + 0.5) / SAMPLES) / size;
        if (isInside(x, y)) hits++;
      }
      const share = (row + column) / (2 * size);
      const colour = FROM.map((from, part) => Math.round(from + (TO[part] - from) * share));
      const opacity = Math.round((255 * hits) / (SAMPLES * SAMPLES));
      rows.set([...colour, opacity], row * (size * 4 + 1) + 1 + column * 4);
    }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  // Eight bits of red, green, blue and opacity.
  header.set([8, 6, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
