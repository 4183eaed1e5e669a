import { expect, it } from 'vitest';
import { databaseAddress } from '../database-address.ts';
import { isPostgresUrl, openDatabase } from '../database.ts';

it.each([
  ['capitals', 'Postgres://desk@db.example/desk'],
  ['a space before it', ' postgres://desk@db.example/desk'],
  ['a line end in its scheme', 'post\ngres://desk@db.example/desk'],
  ['one slash', 'postgres:/desk'],
])('an address with %s is one of PostgreSQL or refused, never a folder of that name', (_why, address) => {
  const taken = (() => {
    try {
      return databaseAddress({ database: address }, {});
    } catch {
      return null;
    }
  })();
  expect(taken === null || isPostgresUrl(taken)).toBe(true);
});

const refusalOf = (address: string): string => {
  try {
    databaseAddress({ database: address }, {});
    return 'taken';
  } catch (error) {
    return (error as Error).name;
  }
};

it('a way of encrypting that does not exist is refused, and never means none at all', () => {
  for (const mode of ['verify_full', 'VERIFY-FULL', 'verify-full ', 'on', ''])
    expect([mode, refusalOf(`postgres://desk@db.example/desk?sslmode=${encodeURIComponent(mode)}`)]).toEqual([
      mode,
      'BadAddress',
    ]);
});

it.each([
  ['a name with a broken escape', 'postgres://desk@127.0.0.1:1/%zz'],
  ['a user with a broken escape', 'postgres://%zz@127.0.0.1:1/desk'],
  ['a port that does not exist', 'postgres://desk@127.0.0.1/desk?port=99999'],
  ['a port that is a word', 'postgres://desk@127.0.0.1/desk?port=x'],
  [
    'a certificate that is not there',
    'postgres://desk@127.0.0.1:1/desk?sslmode=verify-full&sslrootcert=/nowhere/ca',
  ],
  ['a host with a NUL', 'postgres://desk@127.0.0.1:1/desk?host=a%00b'],
])(
  '%s is refused with a sentence',
  async (_what, address) => {
    const failure = await openDatabase(address).then(
      () => new Error('It was opened.'),
      (error: unknown) => error as Error,
    );
    expect(failure.name).toBe('DatabaseUnusable');
  },
  20_000,
);
