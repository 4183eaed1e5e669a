import dns from 'node:dns';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it, vi } from 'vitest';
import { RateLimiter } from './rate-limiter.ts';
import { RestClient } from './rest-client.ts';
import { systemTiming } from './timing.ts';

afterEach(() => vi.restoreAllMocks());

/** Time in which the broker's name is found. A freeze there is the same. */
const CONNECTING_MS = 600;
const LEASE_MS = 200;

it('an order does not leave when its connection is made after the lease has ended', async () => {
  let received = 0;
  const server = createServer((_request, response) => {
    received++;
    response.end('{"status":true,"data":{"orderid":"1"}}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const { lookup } = dns;
  vi.spyOn(dns, 'lookup').mockImplementation(((_name: string, options: object, done: () => void) => {
    setTimeout(() => lookup('127.0.0.1', options as dns.LookupAllOptions, done), CONNECTING_MS);
  }) as never);
  const until = performance.now() + LEASE_MS;
  const client = new RestClient({
    root: `http://broker.test:${port}`,
    apiKey: 'key',
    limiter: new RateLimiter(systemTiming),
  });
  try {
    const mayLeave = (): boolean => performance.now() < until;
    const outcome = await client.send(
      { method: 'POST', path: '/order/v1/placeOrder', lane: 'orders', turn: { mayLeave }, body: {} },
      'jwt',
    );
    expect(dns.lookup).toHaveBeenCalled();
    expect([received, outcome.wasSent]).toEqual([0, false]);
  } finally {
    server.close();
  }
});
