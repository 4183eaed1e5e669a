import { expect, it, vi } from 'vitest';
import { sendEmail } from './email.ts';
import { postMessage } from './http-message.ts';

/** A name server of somebody's own that never answers. The system asks it again and again. */
vi.mock('node:dns/promises', () => ({ lookup: () => new Promise(() => undefined) }));

const PATIENCE_MS = 10_000;

const endOf = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([
    work.then(
      () => 'sent',
      (error: unknown) => error,
    ),
    new Promise<string>((resolve) => setTimeout(() => resolve('still waiting'), PATIENCE_MS).unref()),
  ]);

it('a name whose server does not answer is given up in seconds, and the reason says so', async () => {
  const message = {
    ...{ mark: 'm', title: 'T', text: 'T\nB', at: '2026-11-20T10:00:00+05:30' },
    ...{ isRepeat: false, ruleId: null },
  };
  const ends = await Promise.all([
    endOf(postMessage(new URL('https://tarpit.example'), {}, 'x', { who: 'It', mayBeInside: false })),
    endOf(
      sendEmail(
        {
          ...{ host: 'tarpit.example', port: 587, security: 'starttls', user: '', password: '' },
          ...{ from: 'a@example.com', to: 'b@example.com' },
        },
        message,
        true,
      ),
    ),
  ]);
  const given = expect.objectContaining({
    ...{ name: 'ChannelTrouble', kind: 'passing' },
    message: 'The server that knows the name tarpit.example did not answer.',
  }) as unknown;
  expect(ends).toEqual([given, given]);
}, 15_000);
