import { afterAll, beforeAll, expect, it } from 'vitest';
import { addOwn, crossingRules, publishNew, SUMMARY } from '../support/published.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../support/test-backend.ts';

let server: TestBackend;
let people = 0;
let houseName = '';
beforeAll(async () => {
  server = await startTestBackend();
  await server.backend.prepared;
  const house = await server.backend.parts.database.read
    .selectFrom('users')
    .select('full_name')
    .where('is_house', '=', 1)
    .where('full_name', 'like', '%a% %')
    .executeTakeFirstOrThrow();
  houseName = house.full_name;
});
afterAll(() => server.dispose());

const person = (): Promise<TestUser> => server.register(`named${people++}`);

/**
 * Names with misleading characters. The characters are not seen, look like nothing, cover the lines beside, or begin
 * another line.
 */
const MISLEADING = [
  'Asha\u200BRao',
  'Asha\u2060 Rao',
  'Asha\uFEFF Rao',
  'As\u00ADha Rao',
  'Asha \u3164',
  'Asha\u{E0041} Rao',
  'Asha\uD800 Rao',
  'Asha\uE000 Rao',
  `A${'\u0300'.repeat(20)}sha`,
];
const ANOTHER_LINE = ['Asha\nVerified by TrickDesk', 'Asha\tRao', 'Asha\u2028Rao'];
const BLANK = ['\u2800\u2800\u2800', '...'];
/** Names as people have them. */
const HONEST = ['क्\u200dष राव', 'Zoë O’Brien-Núñez', 'ఆశ రావు', 'Asha R. 2', 'محمد علی'];

it('a name that others read has no signs that are not seen, cover others, or begin a line', async () => {
  const user = await person();
  const strategyId = await addOwn(user, 'A name of mine', crossingRules(80));
  for (const name of [...MISLEADING, ...ANOTHER_LINE, ...BLANK]) {
    const asked = await Promise.all([
      user.ask('profile.updatePersonal', { fullName: name }),
      user.ask('strategies.add', { url: 'update', strategyId, name }),
    ]);
    expect([JSON.stringify(name), ...asked.map(({ status }) => status)]).toEqual([
      JSON.stringify(name),
      400,
      400,
    ]);
  }
  for (const fullName of HONEST)
    expect((await user.call('profile.updatePersonal', { fullName })).fullName).toBe(fullName);
});

it('what is written beside money for somebody else has no such signs either', async () => {
  const [sender, recipient] = [await person(), await person()];
  const { referralCode } = await recipient.call('profile.mine');
  for (const note of [...MISLEADING, ...ANOTHER_LINE, 'Paid \u202Ekcab\u202C', 'Paid \u001b[2J']) {
    const { status } = await sender.ask('wallet.transfer', { to: referralCode, amount: 10_00, note });
    expect([JSON.stringify(note), status]).toEqual([JSON.stringify(note), 400]);
  }
});

/** Names that are read as the same. */
const lookAlikes = (name: string): string[] => [
  name.toUpperCase(),
  name.replace(' ', '  '),
  name.replace(' ', '\u00A0'),
  name.replace(' ', ''),
  `${name}.`,
  name.replace(/[a-z]/, (letter) => String.fromCodePoint(0xff41 + letter.charCodeAt(0) - 97)),
  name.replace('a', 'а'),
  name.replace('a', 'á'),
  name.replace('a', 'a\u200d'),
];

it('nobody publishes under a name that is read as the house’s', async () => {
  const author = await person();
  const strategyId = await addOwn(author, 'Not of the house', crossingRules(81));
  for (const fullName of lookAlikes(houseName)) {
    await author.call('profile.updatePersonal', { fullName });
    const { status, body } = await author.ask('authors.publish', { strategyId, summary: SUMMARY });
    expect([fullName, status]).toEqual([fullName, 422]);
    expect(body.message).toContain(`${houseName} is the name of an author of TrickDesk itself.`);
  }
});

it('who has published takes no name of the house afterwards', async () => {
  const author = await person();
  await publishNew(author, 'Renamed after', crossingRules(82));
  for (const fullName of [houseName, ...lookAlikes(houseName)]) {
    const { status } = await author.ask('profile.updatePersonal', { fullName });
    expect([fullName, status]).toEqual([fullName, 422]);
  }
  const { status } = await author.ask('profile.updatePersonal', { fullName: 'Asha Rao' });
  expect(status).toBe(200);
}, 60_000);
