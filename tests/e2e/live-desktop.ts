import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect } from 'playwright/test';
import { PERSON, ROOT, test as base } from './desktop-app.ts';

const API_TOKEN = 'a-token-for-this-test-alone-0123456789';

interface Addresses {
  readonly url: string;
  readonly control: string;
  readonly client: { readonly code: string; readonly pin: string; readonly apiKey: string };
}

/** The broker of a test: our SmartAPI server, with a backend that is linked to nothing else. */
export class LiveMarket {
  readonly addresses: Addresses;

  constructor(addresses: Addresses) {
    this.addresses = addresses;
  }

  /** One of the commands of `tests/angel-one/control.ts` and `tests/support/live-backend-main.ts`. */
  async send<T>(command: string, input: object = {}): Promise<T> {
    const answer = await fetch(`${this.addresses.control}/${command}`, {
      method: 'POST',
      body: JSON.stringify(input),
    });
    if (!answer.ok) throw new Error(`${command}: ${await answer.text()}`);
    return (await answer.json()) as T;
  }
}

/** A desktop with a live backend in market hours; a user is signed in. The broker is our own SmartAPI server. */
export const test = base.extend<{ market: LiveMarket }>({
  market: async ({ preparedDir, desktop }, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'trickdesk-live-'));
    await cp(preparedDir, folder, { recursive: true });
    const program = spawn(
      process.execPath,
      [join(ROOT, 'tests/support/live-backend-main.ts'), '--data', folder, '--token', API_TOKEN],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let addresses: Addresses | null = null;
    for await (const line of createInterface({ input: program.stdout })) {
      addresses = JSON.parse(line) as Addresses;
      break;
    }
    if (!addresses) throw new Error('The backend ended before it listened');
    await desktop.useServer(addresses.url, API_TOKEN);
    expect((await desktop.call('desktop.session.register', PERSON)).ok).toBe(true);
    await use(new LiveMarket(addresses));
    program.kill('SIGTERM');
    if (program.exitCode === null) await once(program, 'exit');
    await rm(folder, { recursive: true, maxRetries: 10, retryDelay: 100 });
  },
});
