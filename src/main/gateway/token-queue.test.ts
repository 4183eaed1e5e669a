import { expect, test } from 'vitest';
import { succeed } from '../../shared/failure.ts';
import { TokenQueue } from './token-queue.ts';

const full = (): Promise<never> => Promise.reject(new Error('ENOSPC: no space left on device, write'));

test('a renewed session that could not be stored fails the waiting calls, and later calls succeed', async () => {
  const queue = new TokenQueue({
    renew: () => Promise.resolve(succeed({ accessToken: 'new', refreshToken: 'next' })),
    store: full,
    revoke: () => undefined,
    onExpired: () => undefined,
  });
  queue.start({ accessToken: null, refreshToken: 'kept' });
  const lateness = new Promise((resolve) => setTimeout(() => resolve('nobody answered'), 500));
  const failure = { message: expect.stringContaining('no space left') as string };
  expect(await Promise.race([queue.pass(), lateness])).toMatchObject({ ok: false, failure });
  expect(await queue.pass()).toMatchObject({ ok: true, value: { accessToken: 'new' } });
});
