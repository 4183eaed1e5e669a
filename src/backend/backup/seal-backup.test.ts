import { createHash } from 'node:crypto';
import {
  appendFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contentOf } from '../../../tests/support/data-rows.ts';
import { MoneyWorld } from '../../../tests/support/money-world.ts';
import { openBackupFile } from './byte-source.ts';
import { runDataTask, taskTrouble } from './data-tasks.ts';
import { settle } from './pending-change.ts';
import { sealingSink, unsealed } from './seal-backup.ts';
import { CHUNK_BYTES, TAG_BYTES } from './sealed-format.ts';

const PASSPHRASE = 'गहरे पानी में मोती é 42';
const CANARY = 'Somebody with a name to be found';
const folders: string[] = [];
const newFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-sealed-'));
  folders.push(folder);
  return folder;
};
const place = (dataDir: string) => ({ dataDir, dataKeys: [] });

let dataDir: string;
let backup: string;

beforeAll(async () => {
  const world = await MoneyWorld.open();
  folders.push(world.folder);
  const person = await world.person({ paise: 700_00 });
  await world.database.write(person, async ({ query }) => {
    await query.updateTable('users').set({ full_name: CANARY }).where('id', '=', person).execute();
    // More than two chunks of it.
    const text = 'x'.repeat(1_000);
    for (let row = 0; row < 3_000; row++)
      await query
        .insertInto('logs')
        .values({
          user_id: person,
          kind: 'activity',
          level: 'info',
          topic: '',
          text,
          strategy_id: null,
          at: 1,
        })
        .execute();
  });
  await world.database.close();
  dataDir = world.folder;
  backup = join(newFolder(), 'sealed.trickdesk');
  await runDataTask({ kind: 'back-up', path: backup, app: '1', passphrase: PASSPHRASE }, place(dataDir));
}, 60_000);
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

const trouble = async (bytes: Buffer, passphrase: string | undefined = PASSPHRASE): Promise<string> => {
  const path = join(newFolder(), 'given.trickdesk');
  writeFileSync(path, bytes);
  const target = newFolder();
  const said = await runDataTask({ kind: 'stage', path, passphrase }, place(target)).then(
    () => 'taken',
    (error: unknown) => taskTrouble(error),
  );
  if (said !== 'taken') expect(readdirSync(target).filter((name) => name !== 'data.key')).toEqual([]);
  return said;
};
const DAMAGED = 'This backup is damaged and is not used. Choose another one; nothing was changed.';
const WRONG = 'That is not the passphrase of this backup. Type it again; nothing was changed.';
const headOf = (bytes: Buffer): { header: Record<string, unknown>; chunksAt: number } => {
  const from = bytes.indexOf('{');
  const to = bytes.indexOf('}', from) + 1;
  return {
    header: JSON.parse(bytes.toString('utf8', from, to)) as Record<string, unknown>,
    chunksAt: to + 65,
  };
};
/** As somebody who knows the format, but not the passphrase, writes it. */
const withHeader = (bytes: Buffer, change: object): Buffer => {
  const { header, chunksAt } = headOf(bytes);
  const body = JSON.stringify({ ...header, ...change });
  const head = `TrickDesk sealed backup 1\n${createHash('sha256').update(body).digest('hex')} ${String(body.length).padStart(6, '0')}\n${body}`;
  return Buffer.concat([Buffer.from(head), bytes.subarray(chunksAt - 65)]);
};

describe('a backup with a passphrase', () => {
  it('comes back row for row with it', async () => {
    const target = newFolder();
    await runDataTask({ kind: 'check', path: backup, passphrase: PASSPHRASE }, place(target));
    await runDataTask({ kind: 'stage', path: backup, passphrase: PASSPHRASE }, place(target));
    await runDataTask({ kind: 'restore' }, place(target));
    expect(settle(target).outcome).toBe('restored');
    expect(contentOf(target)).toEqual(contentOf(dataDir));
  });

  it('shows nothing of what is in it', () => {
    const bytes = readFileSync(backup);
    for (const text of [CANARY, 'SQLite format', 'ledger_entries', '"rows"', PASSPHRASE])
      expect(bytes.includes(text), text).toBe(false);
    expect(bytes.length).toBeGreaterThan(2 * CHUNK_BYTES);
  });

  it('is another file each time, though nothing has changed', async () => {
    const again = join(newFolder(), 'again.trickdesk');
    const task = { kind: 'back-up', path: again, app: '1', passphrase: PASSPHRASE } as const;
    await runDataTask(task, place(dataDir));
    const [one, other] = [readFileSync(backup), readFileSync(again)];
    expect(headOf(one).header['salt']).not.toBe(headOf(other).header['salt']);
    expect(one.subarray(-1_000).equals(other.subarray(-1_000))).toBe(false);
  });

  it('opens with the same letters however a system writes them', async () => {
    expect(await trouble(readFileSync(backup), PASSPHRASE.normalize('NFD'))).toBe('taken');
  });

  it('leaves no part of itself behind, and is its owner’s alone', () => {
    expect(readdirSync(join(backup, '..'))).toEqual(['sealed.trickdesk']);
    if (process.platform !== 'win32') expect(statSync(backup).mode & 0o077).toBe(0);
  });
});

describe('is refused, with a sentence that says which', () => {
  it.each<[string, (bytes: Buffer) => Buffer, string | RegExp, string?]>([
    ['another passphrase', (bytes) => bytes, WRONG, `${PASSPHRASE} `],
    ['no letters at all', (bytes) => bytes, WRONG, ''],
    ['its last byte missing', (bytes) => bytes.subarray(0, -1), /^This backup is incomplete: \d+ of \d+/],
    [
      'its last chunk missing',
      (bytes) => bytes.subarray(0, headOf(bytes).chunksAt + CHUNK_BYTES + TAG_BYTES),
      /incomplete/,
    ],
    ['only its head', (bytes) => bytes.subarray(0, 60), DAMAGED],
    ['something after its end', (bytes) => Buffer.concat([bytes, Buffer.from('x')]), DAMAGED],
    ['a bit of the header', (bytes) => flipped(bytes, 120), DAMAGED],
    ['a bit of a chunk', (bytes) => flipped(bytes, headOf(bytes).chunksAt + 5_000), DAMAGED],
    ['the last bit', (bytes) => flipped(bytes, bytes.length - 1), DAMAGED],
    [
      'two chunks exchanged',
      (bytes) => {
        const { chunksAt } = headOf(bytes);
        const size = CHUNK_BYTES + TAG_BYTES;
        const chunk = (place: number) =>
          bytes.subarray(chunksAt + place * size, chunksAt + (place + 1) * size);
        const rest = bytes.subarray(chunksAt + 2 * size);
        return Buffer.concat([bytes.subarray(0, chunksAt), chunk(1), chunk(0), rest]);
      },
      DAMAGED,
    ],
    [
      'a chunk left out, and a header that says so',
      (bytes) => {
        const { chunksAt, header } = headOf(bytes);
        const cut = Buffer.concat([
          bytes.subarray(0, chunksAt),
          bytes.subarray(chunksAt + CHUNK_BYTES + TAG_BYTES),
        ]);
        return withHeader(cut, { bytes: Number(header['bytes']) - CHUNK_BYTES });
      },
      WRONG,
    ],
    [
      'a later format',
      (bytes) => Buffer.concat([Buffer.from('TrickDesk sealed backup 2\n'), bytes.subarray(26)]),
      /newer version/,
    ],
    ['64 GB of memory', (bytes) => withHeader(bytes, { memory: 64 * 1024 * 1024 }), /another way of sealing/],
    ['a million passes', (bytes) => withHeader(bytes, { passes: 1_000_000 }), /another way of sealing/],
    ['a hundred lanes', (bytes) => withHeader(bytes, { lanes: 100 }), /another way of sealing/],
    ['a cheaper key', (bytes) => withHeader(bytes, { memory: 8, passes: 1 }), /another way of sealing/],
    ['a salt of another length', (bytes) => withHeader(bytes, { salt: 'AAAA' }), /another way of sealing/],
    ['more than is known', (bytes) => withHeader(bytes, { run: 'this' }), /another way of sealing/],
  ])('%s', async (_what, change, said, passphrase) => {
    const began = performance.now();
    const refusal = await trouble(change(readFileSync(backup)), passphrase);
    expect(refusal).toEqual(typeof said === 'string' ? said : expect.stringMatching(said));
    expect(performance.now() - began).toBeLessThan(5_000);
  });

  it('a passphrase that was not given', async () => {
    const task = { kind: 'check', path: backup } as const;
    await expect(runDataTask(task, place(newFolder()))).rejects.toThrow(
      'This backup is sealed with a passphrase. Type it to open it.',
    );
  });
});

const flipped = (bytes: Buffer, at: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
};

it('a passphrase is not asked for where there is none, and one that is given does no harm', async () => {
  const path = join(newFolder(), 'open.trickdesk');
  await runDataTask({ kind: 'back-up', path, app: '1' }, place(dataDir));
  await runDataTask({ kind: 'check', path, passphrase: 'not needed' }, place(newFolder()));
  expect(readFileSync(path).includes(CANARY)).toBe(true);
});

it('no more of a file is held at once than a few chunks of it, sealing and opening', async () => {
  const path = join(newFolder(), 'large');
  const pieces = 96;
  const piece = Buffer.alloc(CHUNK_BYTES + 7, 'a');
  writeFileSync(path, '');
  collect();
  const before = process.memoryUsage().arrayBuffers;
  let most = 0;
  let samples = 0;
  // What is held, and not what waits to be collected.
  const sample = () => {
    if (samples++ % 100 > 0) return;
    collect();
    // What the first has found is freed by another thread, for which the second waits.
    collect();
    most = Math.max(most, process.memoryUsage().arrayBuffers - before);
  };
  const sink = await sealingSink(PASSPHRASE, pieces * piece.length, (bytes) => {
    appendFileSync(path, bytes);
    sample();
  });
  for (let count = 0; count < pieces; count++) sink.write(piece);
  sink.end();
  const source = await unsealed(openBackupFile(path), PASSPHRASE);
  let read = 0;
  for (const bytes of source.pieces(source.size)) {
    read += bytes.length;
    sample();
  }
  source.close();
  expect(read).toBe(pieces * piece.length);
  // A copy of the whole file would be twice this; memory is collected late on a busy machine.
  expect(most).toBeLessThan((pieces / 2) * CHUNK_BYTES);
}, 30_000);
