import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serveFolder } from '../../src/main/windows/app-scheme.ts';
import { routeOfLink } from '../../src/main/windows/deep-link.ts';
import { externalLink } from '../../src/main/windows/external-link.ts';

let outside: string;
beforeAll(() => {
  outside = mkdtempSync(join(tmpdir(), 'trickdesk-addresses-'));
  for (const name of ['renderer', 'renderer/assets', 'main']) mkdirSync(join(outside, name));
  for (const name of ['secret.json', 'main/main.js', 'main/index.html'])
    writeFileSync(join(outside, name), 'SECRET');
  for (const name of ['index.html', 'assets/app.js']) writeFileSync(join(outside, 'renderer', name), 'ours');
});
afterAll(() => rmSync(outside, { recursive: true }));

const served = async (address: string): Promise<string> => {
  const answer = await serveFolder(join(outside, 'renderer'))(new Request(address));
  return answer.status === 200 ? answer.text() : 'nothing';
};

describe('the app’s own scheme', () => {
  const UP = [
    '..',
    '%2e%2e',
    '.%2e',
    '%2e.',
    '..%00',
    '..%20',
    '....',
    '%252e%252e',
    '..;',
    '\u2025',
    '%c0%ae%c0%ae',
  ];
  const SLASHES = ['/', '%2f', '%5c', '\\', '//', '/./', '%252f', '%c0%af'];
  const TARGETS = [
    'secret.json',
    'main/main.js',
    'main/index.html',
    'etc/passwd',
    'secret.json%00.js',
    'secret.json?x.js',
  ];

  it(`gives nothing from outside its folder, over ${UP.length * SLASHES.length * TARGETS.length * 3} ways up`, async () => {
    for (const up of UP)
      for (const slash of SLASHES)
        for (const target of TARGETS)
          for (const start of ['', 'assets/', 'assets%2f'])
            expect(await served(`app://trickdesk/${start}${up}${slash}${up}${slash}${target}`)).not.toBe(
              'SECRET',
            );
    // The secret is there to be found.
    expect(
      await serveFolder(outside)(new Request('app://trickdesk/secret.json')).then((one) => one.text()),
    ).toBe('SECRET');
    expect(await served('app://trickdesk/assets/app.js')).toBe('ours');
  });

  it('gives nothing to any other host', async () => {
    for (const host of ['evil', 'trickdesk.evil', 'evil.trickdesk', 'localhost', '127.0.0.1', 'trickdesk:80'])
      expect(await served(`app://${host}/index.html`), host).toBe('nothing');
  });

  it('answers any path at all, and never with what is outside', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 60 }), async (path) => {
        if (URL.canParse(`app://trickdesk/${path}`))
          expect(await served(`app://trickdesk/${path}`)).not.toBe('SECRET');
      }),
      { numRuns: 500 },
    );
  });
});

describe('a deep link', () => {
  it.each([
    'trickdesk://open/home/../../etc',
    'trickdesk://open/%2e%2e/home',
    'trickdesk://open/home%00',
    'trickdesk://open/home\n/x',
    'trickdesk://open/home?next=javascript:alert(1)//<script>',
    'trickdesk://open/home#//evil.example',
    'trickdesk://open\\home',
    'trickdesk://user:pass@open/home',
    'trickdesk://open:80/home',
    'trickdesk://close/home',
    'trickdesk:open/home',
    'trickdesk://open/https://evil.example',
    'trickdesk://open/home --inspect=0',
    'trickdesk://open/home" --no-sandbox "',
    'javascript:trickdesk://open/home',
  ])('%s goes nowhere', (link) => expect(routeOfLink(link)).toBeNull());

  it('leads, whatever it says, to a path of this app or nowhere', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 120 }), (rest) => {
        const route = routeOfLink(`trickdesk://open/${rest}`);
        if (route === null) return;
        const url = new URL(route, 'app://trickdesk');
        expect(url.host).toBe('trickdesk');
        expect(url.pathname + url.search).toBe(route);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a link to the outside', () => {
  it.each([
    'https://www.nseindia.com@evil.example/',
    'https://evil.example/https://www.nseindia.com/',
    'https://www.nseindia.com.evil.example/',
    'https://www.nseindia.com:8443/',
    'https://wwwxnseindia.com/',
    'https://www.nseindia.com\\@evil.example/',
    'https://www.ｎｓｅindia.com.evil.example/',
    'HTTP://www.nseindia.com/',
    'file://www.nseindia.com/etc/passwd',
    'blob:https://www.nseindia.com/x',
    'view-source:https://www.nseindia.com/',
    'ms-settings:',
    'smb://www.nseindia.com/share',
  ])('%s is not opened, or not elsewhere', (address) => {
    const link = externalLink(address);
    if (link !== null) expect(new URL(link).host).toBe('www.nseindia.com');
  });
});
