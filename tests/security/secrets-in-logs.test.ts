import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLogger, SECRET_FIELDS } from '../../src/backend/log.ts';
import { startTestBackend, TEST_API_TOKEN, type TestBackend } from '../support/test-backend.ts';

const lines: string[] = [];
const logger = createLogger('trace', { write: (line: string) => void lines.push(line) });

describe('the redaction list', () => {
  it.each(SECRET_FIELDS)('keeps %s out of a line, on its own and inside what is logged', (field) => {
    const canary = `canary-${field}`;
    const start = lines.length;
    logger.info({ [field]: canary }, 'on its own');
    logger.info({ body: { [field]: canary } }, 'inside');
    logger.info({ request: { body: { [field]: canary } } }, 'deep inside');
    const written = lines.slice(start);
    expect(written).toHaveLength(3);
    for (const line of written) {
      expect(line).not.toContain(canary);
      expect(line).toContain('[removed]');
    }
  });
});

describe('a field called code', () => {
  const written = (value: unknown): string => {
    const start = lines.length;
    logger.info({ body: { code: value } }, 'inside');
    return lines.slice(start).join('');
  };
  it('is removed when it is a one-time code, and stays when it names an error', () => {
    expect(written('48210733')).not.toContain('48210733');
    expect(written('482107')).not.toContain('482107');
    expect(written('ENOSPC')).toContain('ENOSPC');
  });
});

describe('a backend that is used', () => {
  let server: TestBackend;
  beforeAll(async () => {
    server = await startTestBackend({ logger });
  });
  afterAll(() => server.dispose());

  it('writes a line for every request, with who, what and how it ended, and no secret in any', async () => {
    const start = lines.length;
    const user = await server.register('canary');
    const door = { 'x-api-token': TEST_API_TOKEN };
    const wrong = 'canary-wrong-password';
    await server.post('/jwt/login', { email: user.email, password: wrong }, door);
    await server.post('/jwt/login', { email: user.email, password: { canary: wrong } }, door);
    await server.post('/jwt/login', `{"password":"${wrong}"`, door);
    await server.post(`/userapi/nothing?token=${wrong}`, {}, {});
    await user.ask('profile.mine');
    const refreshed = await server.post('/jwt/refresh-token', { refreshToken: user.refreshToken }, door);
    const answer = await server.post(
      '/jwt/login',
      { email: user.email, password: 'a long enough password', totp: '123987' },
      door,
    );
    expect([refreshed.status, answer.status]).toEqual([200, 200]);
    const written = lines.slice(start).join('');
    const given = [answer, refreshed].flatMap(({ body }) =>
      Object.entries(body.data as Record<string, string>).flatMap(([name, value]) =>
        name.endsWith('Token') ? [value] : [],
      ),
    );
    const secrets = [
      'a long enough password',
      wrong,
      '123987',
      TEST_API_TOKEN,
      user.accessToken,
      user.refreshToken,
    ];
    for (const secret of [...secrets, ...given]) expect(written).not.toContain(secret);

    const calls = lines
      .slice(start)
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => line['msg'] === 'call');
    expect(calls.map((line) => [line['route'], line['status']])).toEqual([
      ['/jwt/register', 200],
      ['/jwt/login', 401],
      ['/jwt/login', 400],
      ['/jwt/login', 400],
      ['none', 404],
      ['/userapi/myprofile', 200],
      ['/jwt/refresh-token', 200],
      ['/jwt/login', 200],
    ]);
    for (const line of calls) expect(line['requestId']).toMatch(/^[0-9a-f-]{36}$/);
    expect(calls[5]?.['userId']).toBeGreaterThan(0);
  });
});
