import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateSync } from 'otplib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger } from '../../src/backend/log.ts';
import { newestCode } from '../support/outbox.ts';
import { trySignIn } from '../support/signed-in.ts';
import { openStream, type StreamReader } from '../support/stream-reader.ts';
import {
  startTestBackend,
  TEST_API_TOKEN,
  type TestBackend,
  type WireAnswer,
} from '../support/test-backend.ts';
import { until } from '../support/until.ts';

const AADHAAR = '999971658847';
const PAN = 'QZXPT4827K';
const ACCOUNT = '918273645546372';
const PASSPORT = 'Z7391846';
const PASSWORD = 'canary of a password';
const NEXT_PASSWORD = 'canary of the next password';
const LAST_PASSWORD = 'canary of the last password';

const lines: string[] = [];
const answers: string[] = [];
/** Everything that must be nowhere, by name. */
const secrets: Record<string, string> = {
  AADHAAR,
  PAN,
  ACCOUNT,
  PASSPORT,
  PASSWORD,
  NEXT_PASSWORD,
  LAST_PASSWORD,
};
let server: TestBackend;
let stream: StreamReader;

/** Keep an answer, unless the caller shows it on purpose. */
const keep = <T>(answer: WireAnswer<T>, isShown = false): WireAnswer<T> => {
  if (!isShown) answers.push(JSON.stringify(answer.body));
  return answer;
};

beforeAll(async () => {
  server = await startTestBackend({
    logger: createLogger('trace', { write: (line: string) => void lines.push(line) }),
  });
  const user = await server.register('canary');
  stream = await openStream(server.url, user.accessToken);
  const ask = async (id: Parameters<typeof user.ask>[0], input: Record<string, unknown>, isShown = false) =>
    keep(await user.ask(id, input), isShown);

  // Good and bad inputs: what is refused must not turn up in the words of the refusal either.
  await ask('profile.sendAadhaarOtp', { adharNumber: AADHAAR.replace(/.$/, '1') });
  const sent = await ask('profile.sendAadhaarOtp', { adharNumber: AADHAAR }, true);
  const { response, sandboxOtp } = sent.body.data as { response: { requestId: string }; sandboxOtp: string };
  secrets['AADHAAR_OTP'] = sandboxOtp;
  await ask('profile.validateAadhaarOtp', { requestId: response.requestId, otp: `${sandboxOtp}0` });
  await ask('profile.validateAadhaarOtp', { requestId: response.requestId, otp: sandboxOtp });
  await ask('profile.validateAadhaarOtp', { requestId: response.requestId, otp: sandboxOtp });
  await ask('profile.verifyPan', { pan: `${PAN}X`, fullName: 'canary tester', dob: '1990-05-17' });
  await ask('profile.verifyPan', { pan: PAN, fullName: 'somebody else', dob: '1990-05-17' });
  await ask('profile.verifyPan', { pan: PAN, fullName: 'canary tester', dob: '1990-05-17' });
  await ask('profile.verifyPan', { pan: PAN, fullName: 'canary tester', dob: '1990-05-17' });
  const bank = {
    accountNumber: ACCOUNT,
    accountNumberAgain: ACCOUNT,
    ifsc: 'HDFC0001234',
    accountHolder: 'Canary',
  };
  await ask('profile.updateBank', { ...bank, accountNumberAgain: ACCOUNT.replace(/.$/, '0') });
  await ask('profile.updateBank', { ...bank, ifsc: ACCOUNT });
  await ask('profile.updateBank', bank);
  await ask('profile.updateBank', { ...bank, ifsc: 'ICIC0001234' });
  await ask('profile.updateKyc', { kind: 'passport', reference: PASSPORT });

  const enrolled = await ask('profile.totp', { action: 'enrol' }, true);
  const { secret } = enrolled.body.data as { secret: string };
  secrets['TOTP_SECRET'] = secret;
  const code = generateSync({ secret });
  await ask('profile.totp', { action: 'confirm', code: '000000' });
  await ask('profile.totp', { action: 'confirm', code });
  await ask('profile.totp', { action: 'remove', code });
  await ask('profile.totp', {
    action: 'remove',
    code: generateSync({ secret, epoch: Date.now() / 1000 + 30 }),
  });

  await ask('profile.changePassword', { oldPassword: NEXT_PASSWORD, newPassword: LAST_PASSWORD });
  await ask('profile.changePassword', { oldPassword: 'a long enough password', newPassword: PASSWORD });
  await ask('profile.changePassword', { oldPassword: PASSWORD, newPassword: NEXT_PASSWORD });
  keep(await trySignIn(server, user.email, { password: PASSWORD }));
  const door = { 'x-api-token': TEST_API_TOKEN };
  keep(await server.post('/jwt/forgot-password', { email: user.email }, door));
  await until('the mail', () => Promise.resolve(newestCode(server.dataDir, user.email)));
  const resetCode = newestCode(server.dataDir, user.email)!;
  secrets['RESET_CODE'] = resetCode;
  await ask('profile.mine', {});
  await ask('alerts.list', { pageSize: 100 });
  await ask('logs.activity', { pageSize: 100 });
  await ask('profile.sessions', {});
  await ask('tickets.add', {
    subject: 'A ticket',
    category: 'account',
    body: 'With a file.',
    attachment: { name: 'a.txt', type: 'text/plain', base64: Buffer.from('A text.').toString('base64') },
  });
  const reset = { email: user.email, code: resetCode };
  keep(await server.post('/jwt/reset-password', { ...reset, newPassword: 'short' }, door));
  keep(await server.post('/jwt/reset-password', { ...reset, newPassword: LAST_PASSWORD }, door));
  keep(await server.post('/jwt/reset-password', { ...reset, newPassword: LAST_PASSWORD }, door));
  expect((await trySignIn(server, user.email, { password: LAST_PASSWORD })).status).toBe(200);
});
afterAll(async () => {
  stream.close();
  await server.dispose();
});

/**
 * Whether a text holds a secret. One-time codes are so short that prices and times hold their digits too: a number
 * beside others is none of them.
 */
const isIn = (text: string, secret: string): boolean =>
  /^\d{6,8}$/.test(secret)
    ? new RegExp(`(?<![\\d.,:[-])${secret}(?!\\d|\\.\\d)`).test(text)
    : text.includes(secret) || text.includes(secret.replaceAll(/(.{4})(?=.)/g, '$1 '));

/** Names of the secrets in a text, in groups of four too. */
const found = (text: string): string[] =>
  Object.entries(secrets)
    .filter(([, secret]) => isIn(text, secret))
    .map(([name]) => name);

describe('secrets that people give', () => {
  it('was all given, and worked', () => {
    expect(Object.keys(secrets)).toHaveLength(10);
    const all = answers.join('\n');
    for (const proof of [
      'Aadhar Verification is Done',
      'Pan Verification is Done',
      'XXXX XXXX 8847',
      'QZXXXXXX7K',
    ])
      expect(all).toContain(proof);
    expect(all).toContain('"accountLast4":"6372"');
    // The search finds what it is to find.
    expect(found(`x ${AADHAAR} ${PAN}`)).toEqual(['AADHAAR', 'PAN']);
    expect(found('9999 7165 8847')).toEqual(['AADHAAR']);
    expect(found(`{"otp":"${secrets['AADHAAR_OTP']}"}`)).toEqual(['AADHAAR_OTP']);
    expect(found(`sent${secrets['RESET_CODE']} `)).toEqual(['RESET_CODE']);
  });

  it('is in no line of the log', () => {
    expect(lines.length).toBeGreaterThan(30);
    expect(found(lines.join(''))).toEqual([]);
  });

  it('is in no answer and no event, save the code and the secret that are shown once on purpose', () => {
    expect(answers.length).toBeGreaterThan(25);
    expect(found(answers.join('\n'))).toEqual([]);
    expect(stream.received.length).toBeGreaterThan(3);
    expect(found(JSON.stringify(stream.received))).toEqual([]);
  });

  // The last one: to read the file of an open database lets go of the locks that this process has on it.
  it('is in no page of the database and in no other file, save the mail that carries its code', () => {
    const files = readdirSync(server.dataDir, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    const withSecrets: string[] = [];
    const names: string[] = [];
    for (const file of files) {
      const path = join(file.parentPath, file.name);
      names.push(path);
      const inside = found(readFileSync(path, 'latin1'));
      if (path.endsWith('.eml')) expect(inside).toEqual(['RESET_CODE']);
      else withSecrets.push(...inside.map((name) => `${name} in ${file.name}`));
    }
    expect(withSecrets).toEqual([]);
    expect(names.some((name) => name.endsWith('trickdesk.sqlite-wal'))).toBe(true);
    expect(names.some((name) => name.includes('attachments'))).toBe(true);
  });
});
