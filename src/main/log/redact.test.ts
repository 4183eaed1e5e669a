import { expect, test } from 'vitest';
import { redact } from './redact.ts';

const CANARY = 'canary-4711';

test.each([
  'password',
  'oldPassword',
  'newPassword',
  'accessToken',
  'refreshToken',
  'Authorization',
  'X-Api-Token',
  'apiToken',
  'apiKey',
  'dataKeys',
  'otp',
  'totp',
  'pin',
  'pan',
  'adharNumber',
  'sandboxOtp',
  'secret',
  'uri',
  'accountNumber',
  'accountNumberAgain',
  'base64',
])('%s is never written, however deep', (name) => {
  const written = JSON.stringify(redact({ list: [{ inner: { [name]: CANARY, kept: 1 } }] }));
  expect(written).not.toContain(CANARY);
  expect(written).toContain('"kept":1');
});

test('a one-time code is never written, and the code of an error is', () => {
  expect(redact({ code: '12345678', inner: { code: '123456' } })).toEqual({
    code: '[hidden]',
    inner: { code: '[hidden]' },
  });
  expect(redact({ code: 'ENOSPC', failure: { code: 'conflict' } })).toEqual({
    code: 'ENOSPC',
    failure: { code: 'conflict' },
  });
});

test('tokens are hidden inside texts and errors', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
  expect(redact(`GET /stream Bearer ${jwt} failed`)).toBe('GET /stream [hidden] failed');
  expect(redact(new Error(`refused: ${jwt}`))).not.toContain('c2lnbmF0dXJl');
});

test('what goes round in circles ends', () => {
  const round: Record<string, unknown> = { name: 'x' };
  round['self'] = round;
  expect(JSON.stringify(redact(round))).toContain('…');
});
