import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { currentAddress } from './current-address.ts';

let server: Server;
let root = '';
const ANSWERS: Readonly<Record<string, readonly [status: number, text: string]>> = {
  '/four': [200, '203.0.113.7\n'],
  '/six': [200, '2001:db8::7'],
  '/page': [200, '<html>Welcome</html>'],
  '/down': [503, '203.0.113.7'],
};
beforeAll(async () => {
  server = createServer((request, response) => {
    const [status, text] = ANSWERS[request.url ?? ''] ?? [302, ''];
    response.writeHead(status, status === 302 ? { location: '/four' } : {}).end(text);
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  root = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => new Promise((done) => server.close(done)));

it.each([
  ['/four', '203.0.113.7'],
  ['/six', '2001:db8::7'],
  ['/page', null],
  ['/down', null],
  ['/elsewhere', null],
])('what answers with %s is %s', async (path, address) => {
  expect(await currentAddress(root + path)).toBe(address);
});

it('a service that cannot be reached says nothing', async () => {
  expect(await currentAddress('http://127.0.0.1:1/')).toBeNull();
});
