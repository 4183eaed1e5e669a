import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS, SettingsChangeSchema } from '../../shared/desktop.ts';
import { SettingsFile } from './settings.ts';

const openWith = (kept: unknown) => {
  const values = new Map([['settings', kept]]);
  const said: string[] = [];
  const changes: unknown[] = [];
  const log = {
    info: () => undefined,
    warn: (message: string) => void said.push(message),
    error: () => undefined,
  };
  const file = {
    get: (name: string) => values.get(name),
    set: (name: string, value: unknown) => void values.set(name, value),
  };
  return { settings: new SettingsFile(file, log, (changed) => changes.push(changed)), values, said, changes };
};

test('without a file the specification’s defaults hold', () => {
  const { settings, said } = openWith(undefined);
  expect(settings.current).toEqual(DEFAULT_SETTINGS);
  expect(settings.current).toMatchObject({
    skin: 'light',
    layout: { menu: 'vertical', content: 'boxed', navbar: 'floating', footer: 'hidden' },
    backend: { kind: 'embedded' },
  });
  expect(said).toEqual([]);
});

test('a change is stored and published, and touches nothing else', () => {
  const { settings, values, changes } = openWith(undefined);
  const changed = settings.change({ skin: 'dark' });
  expect(changed).toEqual({ ...DEFAULT_SETTINGS, skin: 'dark' });
  expect(values.get('settings')).toEqual(changed);
  expect(changes).toEqual([changed]);
});

test('a change from a window changes that setting alone, also through the bridge', () => {
  const { settings } = openWith({
    ...DEFAULT_SETTINGS,
    density: 'compact',
    backend: { kind: 'server', url: 'https://desk.example', apiToken: 'a token' },
  });
  settings.change(SettingsChangeSchema.parse({ skin: 'dark' }));
  expect(settings.current).toMatchObject({
    skin: 'dark',
    density: 'compact',
    backend: { kind: 'server', url: 'https://desk.example' },
  });
});

test('no window reads the token of a server, also where an earlier version left it in the file', () => {
  const backend = { kind: 'server', url: 'https://desk.example', apiToken: 'a token' };
  const { settings } = openWith({ ...DEFAULT_SETTINGS, backend });
  expect(settings.current.backend).toEqual({ kind: 'server', url: 'https://desk.example' });
});

test('what cannot be read falls back field by field, and is said', () => {
  const { settings, said } = openWith({
    skin: 'dark',
    pageSize: 13,
    backend: { kind: 'server', url: 'http://evil.example' },
  });
  expect(settings.current).toEqual({ ...DEFAULT_SETTINGS, skin: 'dark' });
  expect(said).toEqual(['Settings that could not be read are back at their defaults: pageSize, backend']);
});

test.each(['text', 7, [], null])('a file that holds %j is as good as none', (kept) => {
  expect(openWith(kept).settings.current).toEqual(DEFAULT_SETTINGS);
});

test.each([
  ['https://desk.example', true],
  ['http://127.0.0.1:8787', true],
  ['http://localhost:8787', true],
  ['http://desk.example', false],
  ['ftp://desk.example', false],
])('a backend at %s is accepted: %s', (url, isAccepted) => {
  const { settings } = openWith({ backend: { kind: 'server', url } });
  expect(settings.current.backend.kind).toBe(isAccepted ? 'server' : 'embedded');
});
