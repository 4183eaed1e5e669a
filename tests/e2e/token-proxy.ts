import { createServer, request as forward } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const EXPIRED = JSON.stringify({
  status: false,
  message: 'Unautherised user',
  code: 'session',
  requestId: 'expired-by-the-test',
});

/** Proxy between the desktop and a real backend. It can make the access token of the moment run out. */
export class TokenProxy {
  /** Requests for a new pair of tokens. */
  refreshes = 0;
  /** Calls answered as if their token had run out. */
  refused = 0;
  /** Whether asking for a new pair is answered with 401 as well. */
  refusesRenewal = false;
  url = '';
  readonly #target: URL;
  readonly #expired = new Set<string>();
  /** Refusals that wait until as many calls are to be refused. */
  readonly #held: (() => void)[] = [];
  #refusedTogether = 1;
  #current = '';
  readonly #server = createServer((request, response) => this.#answer(request, response));

  constructor(target: string) {
    this.#target = new URL(target);
  }

  async start(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(0, '127.0.0.1', done));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }
  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
  /** From now on the token that was used last is refused; the first refusals leave once `together` calls wait for them. */
  expireToken(together = 1): void {
    this.#expired.add(this.#current);
    this.#refusedTogether = together;
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const token = request.headers.authorization ?? '';
    if (token !== '' && !this.#expired.has(token)) this.#current = token;
    const isRenewal = request.url === '/jwt/refresh-token';
    if (isRenewal) this.refreshes++;
    if (this.#expired.has(token) || (isRenewal && this.refusesRenewal)) {
      request.resume();
      const refuse = () => response.writeHead(401, { 'content-type': 'application/json' }).end(EXPIRED);
      if (isRenewal) return void refuse();
      this.refused++;
      this.#held.push(refuse);
      if (this.refused >= this.#refusedTogether) for (const each of this.#held.splice(0)) each();
      return;
    }
    const { hostname, port } = this.#target;
    const headers = { ...request.headers, host: this.#target.host };
    const onward = forward(
      { hostname, port, path: request.url, method: request.method, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  }
}
