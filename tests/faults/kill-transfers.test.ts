import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fundedFolder, wrongBooks } from '../support/funded-folder.ts';
import { killWhileMoving } from './kill-while-moving.ts';

/** Kills of the long run: `TRICKDESK_KILLS=10000 npx vitest run tests/faults/kill-transfers`. */
const KILLS = Number(process.env['TRICKDESK_KILLS'] ?? 100);
const AT_ONCE = 2;

const folders: string[] = [];
beforeAll(async () => {
  for (let number = 0; number < AT_ONCE; number++) folders.push(await fundedFolder('kill-transfers'));
});
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});

it(
  `after ${KILLS} kills every acknowledged transfer is there once, and none by half`,
  { timeout: KILLS * 3_000 },
  async () => {
    const reported = await Promise.all(
      folders.map(async (folder, number) => {
        const keys: string[] = [];
        for (let kill = number; kill < KILLS; kill += AT_ONCE)
          keys.push(...(await killWhileMoving(folder, `${kill}`)));
        return keys;
      }),
    );
    for (const [number, folder] of folders.entries())
      expect(await wrongBooks(folder, reported[number] ?? [])).toEqual([]);
    console.log(`${KILLS} kills, ${reported.flat().length} acknowledged transfers.`);
    expect(reported.flat().length).toBeGreaterThan(KILLS);
  },
);
