import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AlertReceiver, startAlertReceiver } from '../../../../tests/support/alert-receiver.ts';
import { type MailReceiver, startMailReceiver } from '../../../../tests/support/mail-receiver.ts';
import { ChannelTrouble, type OutgoingMessage } from './channel-trouble.ts';
import { type MailServer, sendEmail } from './email.ts';
import { postMessage } from './http-message.ts';
import { addressesOf, isOutside, outsideUrl } from './outside-address.ts';

const message: OutgoingMessage = {
  mark: '11111111-2222-3333-4444-555555555555',
  title: 'ITC at 500.00',
  text: 'ITC at 500.00\nITC is at or above 500.00.',
  at: '2026-11-20T10:00:00+05:30',
  isRepeat: false,
  ruleId: 1,
};

const troubleOf = async (work: () => Promise<unknown>): Promise<string> => {
  try {
    await work();
    return 'none';
  } catch (error) {
    if (!(error instanceof ChannelTrouble)) throw error;
    return `${error.kind}: ${error.message}`;
  }
};

describe('e-mail', () => {
  let mail: MailReceiver;
  beforeAll(async () => {
    mail = await startMailReceiver();
  });
  afterAll(() => mail.close());

  const serverAt = (more: Partial<MailServer> = {}): MailServer => ({
    ...{ host: '127.0.0.1', port: mail.port, security: 'none', user: 'asha', password: 'open sesame' },
    ...{ from: 'desk@example.com', to: 'asha@example.com' },
    ...more,
  });

  it('leaves with its mark as Message-ID, so that a repetition is the same mail', async () => {
    await sendEmail(serverAt(), message, false);
    expect(mail.mails[0]).toContain('Message-ID: <11111111-2222-3333-4444-555555555555@trickdesk.invalid>');
    expect(mail.mails[0]).toContain('Subject: ITC at 500.00');
    expect(mail.mails[0]).toContain('ITC is at or above 500.00.');
    expect(mail.mails[0]).not.toContain('X-TrickDesk-Repeat');
    await sendEmail(serverAt(), { ...message, isRepeat: true }, false);
    expect(mail.mails[1]).toMatch(/X-Trickdesk-Repeat: 1/i);
  });

  it('says in plain words what went wrong, and no password', async () => {
    expect(await troubleOf(() => sendEmail(serverAt({ password: 'wrong' }), message, false))).toBe(
      'refused: The mail server does not accept this user and password.',
    );
    expect(await troubleOf(() => sendEmail(serverAt({ to: 'nobody@example.com' }), message, false))).toBe(
      'refused: The mail server refused the mail (answer 550).',
    );
    expect(await troubleOf(() => sendEmail(serverAt({ port: 1 }), message, false))).toBe(
      'passing: The mail server could not be reached.',
    );
    expect(await troubleOf(() => sendEmail(serverAt({ security: 'starttls' }), message, false))).toMatch(
      /^passing: No secure connection/,
    );
  });

  it('goes from a server for several people to ports of mail and to the internet alone', async () => {
    expect(await troubleOf(() => sendEmail(serverAt(), message, true))).toMatch(/^refused: .*ports 25, 465/);
    expect(await troubleOf(() => sendEmail(serverAt({ port: 587 }), message, true))).toMatch(
      /^refused: This address is not on the internet\./,
    );
  });
});

describe('what is posted', () => {
  let receiver: AlertReceiver;
  beforeAll(async () => {
    receiver = await startAlertReceiver();
  });
  afterAll(() => receiver.close());

  const post = (url: string, mayBeInside: boolean) =>
    postMessage(new URL(url), {}, 'text', { who: 'It', mayBeInside });

  it('is known to have left or not', async () => {
    expect(await troubleOf(() => post('http://127.0.0.1:1', true))).toBe('passing: It could not be reached.');
    receiver.plan(null);
    expect(await troubleOf(() => post(receiver.url, true))).toBe(
      'unanswered: It did not answer. The message may have arrived.',
    );
  });

  it('follows no redirect, and reads no more of an answer than it needs', async () => {
    receiver.plan({ status: 302, headers: { location: `${receiver.url}/elsewhere` } });
    expect((await post(receiver.url, true)).status).toBe(302);
    receiver.plan({ status: 200, body: 'x'.repeat(5_000_000) });
    expect((await post(receiver.url, true)).body.length).toBeLessThanOrEqual(16 * 1024);
    expect(receiver.received.every(({ path }) => path !== '/elsewhere')).toBe(true);
  });

  it('does not reach into the house from a server for several people, by name or by number', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.received.length;
    for (const host of [
      '127.0.0.1',
      'localhost',
      '[::1]',
      '[::ffff:127.0.0.1]',
      '2130706433',
      '0x7f.1',
      '0.0.0.0',
    ])
      expect(await troubleOf(() => post(`http://${host}:${port}`, false)), host).toMatch(
        /^refused: This address is not on the internet\./,
      );
    expect(receiver.received).toHaveLength(before);
  });
});

it.each([
  ...['127.0.0.1', '10.1.2.3', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0'],
  ...['224.0.0.1', '255.255.255.255', '::1', '::', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
  ...['2002:a00:1::', 'ff02::1', 'no address'],
])('%s is not on the internet', (address) => {
  expect(isOutside(address)).toBe(false);
});

it.each(['8.8.8.8', '149.154.167.220', '2606:4700::1111', '172.32.0.1'])(
  '%s is on the internet',
  (address) => {
    expect(isOutside(address)).toBe(true);
  },
);

it.each([
  ['nonsense', false, 'This is not an address such as https://example.com/alerts.'],
  ['ftp://example.com', false, 'The address must begin with https://.'],
  ['http://example.com', true, 'From a server for several people, the address must begin with https://.'],
  ['https://a:b@example.com', false, 'The address must not have a user or a password in it.'],
] as const)('%s is refused as an address', (text, isShared, sentence) => {
  expect(() => outsideUrl(text, isShared)).toThrow(sentence);
});

it('finds addresses once, and connects to those', async () => {
  expect(await addressesOf('127.0.0.1', true)).toEqual([{ address: '127.0.0.1', family: 4 }]);
  await expect(addressesOf('no-such-name.invalid', true)).rejects.toThrow(
    'The name no-such-name.invalid was not found.',
  );
});
