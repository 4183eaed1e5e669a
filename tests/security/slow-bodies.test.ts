import { once } from 'node:events';
import { type ClientRequest, request } from 'node:http';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

let server: TestBackend;
const begun: ClientRequest[] = [];
beforeAll(async () => {
  server = await startTestBackend();
});
afterEach(() => {
  for (const sent of begun.splice(0)) sent.destroy();
});
afterAll(() => server.dispose());

/** Begin a request that promises more, and then send nothing. */
const begin = async (user: TestUser, path: string): Promise<void> => {
  const sent = request(`${server.url}${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${user.accessToken}`,
      'content-type': 'application/json',
      'content-length': 1_000,
      expect: '100-continue',
    },
  });
  begun.push(sent);
  sent.on('error', () => undefined);
  sent.write('{');
  await once(sent, 'continue');
};

it.each([
  ['market.import', '/userapi/market/import', 8, 1, { files: [{ name: 'ITC.csv', text: 'none' }] }],
  ['tickets.add', '/userapi/addticket', 4, 2, { subject: 'Help', category: 'other', body: 'Please help.' }],
] as const)(
  '%s: somebody with a few accounts, who begins to send and sends no more, shuts nobody else out',
  async (id, path, accounts, ofEach, input) => {
    for (let account = 0; account < accounts; account++) {
      const user = await server.register(`slow-${id.replace('.', '-')}-${account}`);
      for (let count = 0; count < ofEach; count++) await begin(user, path);
    }
    const honest = await server.register(`honest-${id.replace('.', '-')}`);
    const { status, body } = await honest.ask(id, input);
    expect([status, body.code]).toEqual([200, undefined]);
  },
);
