import qrcode from 'qrcode';
import { expect, test } from 'vitest';
import { qrDrawing } from './qr-code.tsx';

const QUIET = 4;

test('the drawing has every dark module of the code, in its place, and white around it', async () => {
  const text =
    'upi://pay?pa=trickdesk@sandbox&pn=TrickDesk%20sandbox&am=1000.00&cu=INR&tr=PAY4K2M9&tn=Wallet';
  const { modules } = qrcode.create(text, { errorCorrectionLevel: 'M' });
  const drawing = await qrDrawing(text);
  expect(drawing.size).toBe(modules.size + 2 * QUIET);
  const squares = new Set([...drawing.path.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  let dark = 0;
  for (let row = 0; row < modules.size; row += 1)
    for (let column = 0; column < modules.size; column += 1) {
      const isDark = modules.get(row, column) !== 0;
      if (isDark) dark += 1;
      expect(squares.has(`${column + QUIET},${row + QUIET}`)).toBe(isDark);
    }
  expect(squares.size).toBe(dark);
});

test('a reader finds its three corners: seven dark modules at each edge', async () => {
  const { size, path } = await qrDrawing('trickdesk://open/register?code=ASHA7K2Q');
  const far = size - QUIET - 7;
  for (const [x, y] of [
    [QUIET, QUIET],
    [far, QUIET],
    [QUIET, far],
  ] as const)
    for (let step = 0; step < 7; step += 1) {
      expect(path).toContain(`M${x + step} ${y}h1`);
      expect(path).toContain(`M${x} ${y + step}h1`);
    }
});
