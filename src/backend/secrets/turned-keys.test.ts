import { createHmac } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decodeProtectedHeader } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  requestOf,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from '../../../tests/support/test-backend.ts';
import { until } from '../../../tests/support/until.ts';
import type { KeyList } from './key-list.ts';

const MINE = requestOf('profile.mine', {});
const named = (id: string, byte: number) => ({ id, key: Buffer.alloc(32, byte) });
const [A, B, C] = [named('a', 1), named('b', 2), named('c', 3)];

let dataDir = '';
let server: TestBackend | null = null;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'trickdesk-turned-'));
});
afterEach(async () => {
  await server?.close();
  server = null;
  rmSync(dataDir, { recursive: true });
});

const start = async (keys?: { session?: KeyList; data?: KeyList }): Promise<TestBackend> => {
  await server?.close();
  server = null;
  server = await startTestBackend({ dataDir, ...(keys && { keys }) });
  return server;
};

/** Asks for a call with a token of an earlier start. */
const statusWith = async ({ accessToken }: TestUser): Promise<number> =>
  (
    await fetch(`${server!.url}${MINE.path}`, {
      method: MINE.method,
      headers: { authorization: `Bearer ${accessToken}` },
    })
  ).status;

describe('the keys of sessions', () => {
  it('sign with the first, and verify with all, that of the data folder too', async () => {
    await start();
    const ofFile = await server!.register('of-file');
    expect(decodeProtectedHeader(ofFile.accessToken).kid).toBeUndefined();
    await start({ session: [A] });
    const ofA = await server!.register('of-a');
    expect(decodeProtectedHeader(ofA.accessToken).kid).toBe('a');
    await start({ session: [B, A] });
    const ofB = await server!.register('of-b');
    expect(decodeProtectedHeader(ofB.accessToken).kid).toBe('b');
    for (const user of [ofFile, ofA, ofB]) expect(await statusWith(user)).toBe(200);
    await start({ session: [B] });
    expect(await statusWith(ofA)).toBe(401);
    expect(await statusWith(ofB)).toBe(200);
    rmSync(join(dataDir, 'session.key'));
    await start({ session: [B] });
    expect(await statusWith(ofFile)).toBe(401);
  });

  it('verify what names them alone: a token of one key under the id of another is forged', async () => {
    await start({ session: [A, B] });
    const user = await server!.register('forger');
    const [, payload] = user.accessToken.split('.');
    const sign = (header: object, key: Uint8Array): string => {
      const head = `${Buffer.from(JSON.stringify(header)).toString('base64url')}.${payload}`;
      return `${head}.${createHmac('sha256', key).update(head).digest('base64url')}`;
    };
    const statusOf = (accessToken: string) => statusWith({ ...user, accessToken });
    expect(await statusOf(sign({ alg: 'HS256', kid: 'b' }, B.key))).toBe(200);
    for (const forged of [
      sign({ alg: 'HS256', kid: 'a' }, B.key),
      sign({ alg: 'HS256' }, A.key),
      sign({ alg: 'HS256', kid: 'none' }, A.key),
      sign({ alg: 'none', kid: 'a' }, A.key),
    ])
      expect(await statusOf(forged)).toBe(401);
  });
});

describe('the keys of what is sealed', () => {
  const SECRET = 'JBSWY3DPEHPK3PXP';
  /** Writes a text for a user, sealed with the sealer of now. */
  const writeSealed = async (userId: number): Promise<void> => {
    const { database, sealer } = server!.backend.parts;
    const secret_sealed = sealer.seal(SECRET);
    await database.write(userId, async ({ query }) => {
      await query
        .insertInto('second_factors')
        .values({ user_id: userId, secret_sealed, is_on: 1, last_step: 0 })
        .execute();
    });
  };
  const sealedTexts = async (): Promise<string[]> => {
    const rows = await server!.backend.parts.database.read
      .selectFrom('second_factors')
      .select('secret_sealed')
      .orderBy('user_id')
      .execute();
    return rows.map((row) => row.secret_sealed);
  };
  const opened = async () => (await sealedTexts()).map((text) => server!.backend.parts.sealer.unseal(text));
  const print = () => server!.backend.parts.sealer.fingerprint('aadhaar', '999941057058');
  const allSealedWith = (id: string) =>
    until(
      `all sealed with ${id}`,
      async () => (await sealedTexts()).every((text) => text.startsWith(`${id}:`)) || undefined,
    );
  /** A person whose number is the id that is given back. */
  const person = async (name: string): Promise<number> => {
    const { email } = await server!.register(name);
    const { id } = await server!.backend.parts.database.read
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow();
    return id;
  };

  it('are turned over: old texts open, new ones bear the new id, fingerprints stay', async () => {
    await start();
    await writeSealed(await person('first'));
    const before = print();
    await start({ data: [A] });
    expect([server!.backend.keyState, await opened(), print()]).toEqual(['fits', [SECRET], before]);
    await writeSealed(await person('second'));
    expect((await sealedTexts())[1]).toMatch(/^a:/);
    await allSealedWith('a');
    await start({ data: [B, A] });
    expect([await opened(), print()]).toEqual([[SECRET, SECRET], before]);
    await allSealedWith('b');
    rmSync(join(dataDir, 'data.key'));
    await start({ data: [B] });
    expect([server!.backend.keyState, await opened(), print()]).toEqual(['fits', [SECRET, SECRET], before]);
  });

  it('may hold the key of the data folder under an id, in place of its file', async () => {
    await start();
    await writeSealed(await person('moved'));
    const before = print();
    const file = join(dataDir, 'data.key');
    const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url');
    rmSync(file);
    await start({ data: [B, { id: 'file', key }] });
    expect([server!.backend.keyState, await opened(), print()]).toEqual(['fits', [SECRET], before]);
  });

  it('must have the one that something is sealed with: else nothing starts', async () => {
    await start({ data: [A] });
    await writeSealed(await person('left'));
    await expect(start({ data: [B] })).rejects.toThrow(
      'Something in the data is sealed with the key "a", which is not among the data keys. Bring it back.',
    );
    await start({ data: [A] });
    expect(await opened()).toEqual([SECRET]);
  });

  it('are not replaced by a key of the data folder, nor by one that never sealed anything', async () => {
    await start();
    await writeSealed(await person('without-list'));
    rmSync(join(dataDir, 'data.key'));
    await start({ data: [C] });
    expect(server!.backend.keyState).toBe('another');
    expect(() => server!.backend.parts.sealer.seal('x')).toThrow('Whoever runs it has to bring that back.');
  });

  it('are missed when the list is forgotten at a start', async () => {
    await start({ data: [A] });
    await writeSealed(await person('forgotten'));
    await start();
    expect(server!.backend.keyState).toBe('missing');
    await start({ data: [A] });
    expect([server!.backend.keyState, await opened()]).toEqual(['fits', [SECRET]]);
  });
});
