import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addOwn,
  crossingRules,
  type Publication,
  reviewed,
  silentRules,
  SUMMARY,
} from '../../../tests/support/published.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../tests/support/test-backend.ts';
import { verifiedForWithdrawals } from '../../../tests/support/verified-user.ts';
import { WALLETS } from '../../shared/contract/wallet.ts';
import { checkLedger } from '../ledger/ledger-check.ts';
import { checkTeamLevels } from '../team/team-levels.ts';

let server: TestBackend;
beforeAll(async () => {
  server = await startTestBackend({ signInsPerMinute: 500 });
  await server.backend.prepared;
}, 60_000);
afterAll(() => server.dispose());

const FEE = 500_00;
const GST = 90_00;
const SHARE = 400_00;

let people = 0;
const person = (): Promise<TestUser> => server.register(`fee${++people}`);
const idOf = async (user: TestUser) => (await user.call('profile.mine')).id;
const available = async (user: TestUser) => (await user.call('wallet.mine')).available;

const give = async (user: TestUser, paise: number): Promise<void> => {
  const userId = await idOf(user);
  await server.backend.parts.database.write(userId, (tx) =>
    server.backend.parts.ledger.post(tx, {
      userId,
      key: `to begin with ${paise}`,
      kind: 'correction',
      postings: [
        { house: 'promotions', amount: -paise },
        { userId, account: 'available', amount: paise },
      ],
    }),
  );
};

const author = async (): Promise<TestUser> => {
  const user = await person();
  await verifiedForWithdrawals(server.backend.parts.database, user.email);
  return user;
};

const publish = async (user: TestUser, name: string, fee: number, average: number): Promise<Publication> => {
  const strategyId = await addOwn(user, name, crossingRules(average));
  const { publicationId } = await user.call('authors.publish', { strategyId, summary: SUMMARY, fee });
  return reviewed(user, publicationId);
};
const versionOf = ({ versions }: Publication) => versions[0]?.strategyId ?? 0;

describe('the fee of a strategy', () => {
  it('is paid once, with GST, gives the author their share, and opens every version', async () => {
    const [seller, buyer] = [await author(), await person()];
    const strategyId = versionOf(await publish(seller, 'Costs', FEE, 21));
    await give(buyer, 1_000_00);
    const { rows } = await buyer.call('home.marketplace', { search: 'Costs' });
    expect(rows[0]?.fee).toEqual({ price: FEE, gst: GST, isPaid: false });
    for (const refused of [
      await buyer.ask('strategies.clone', { strategyId }),
      await buyer.ask('strategies.add', { url: 'follow', strategyId }),
      await buyer.ask('strategies.add', { url: 'clone', strategyId }),
    ])
      expect([refused.status, refused.body.message]).toEqual([
        422,
        'The author of Costs asks for ₹500.00 and ₹90.00 GST, once. Pay its fee first.',
      ]);

    const bought = await buyer.call('authors.buy', { strategyId, fee: FEE });
    expect(bought).toMatchObject({ paid: FEE + GST, available: 1_000_00 - FEE - GST });
    expect(await available(seller)).toBe(SHARE);
    expect((await buyer.call('home.marketplace', { search: 'Costs' })).rows[0]?.fee?.isPaid).toBe(true);
    await buyer.call('strategies.clone', { strategyId });
    await buyer.call('strategies.add', { url: 'follow', strategyId });

    const [published] = (await seller.call('authors.mine')).publications;
    expect(published).toMatchObject({ fee: FEE, sold: 1, earned: SHARE });
    const { wallet_transaction_list: lines } = await seller.call('wallet.history', {
      wallet_id: WALLETS.main,
    });
    expect(lines[0]).toMatchObject({ title: 'Share of a fee', amount: SHARE });
    const { transactionDetails } = await buyer.call('subscription.transactions', {});
    expect(transactionDetails[0]).toMatchObject({
      kind: 'author',
      total: FEE + GST,
      gst: GST,
      state: 'paid',
    });
    expect(transactionDetails[0]?.invoiceNumber).not.toBeNull();
    expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  });

  it('counts nowhere in the team of who has brought the buyer in', async () => {
    const [seller, referrer] = [await author(), await person()];
    const { referralCode } = await referrer.call('team.mine');
    const buyer = await server.register(`fee${++people}`, referralCode);
    const strategyId = versionOf(await publish(seller, 'Referred', FEE, 24));
    await give(buyer, 1_000_00);
    await buyer.call('authors.buy', { strategyId, fee: FEE });
    const { rows } = await referrer.call('team.direct', {});
    const { levels } = await referrer.call('team.mine');
    expect([rows[0]?.volume, levels[0]?.volume]).toEqual([0, 0]);
    expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
    expect(await checkTeamLevels(server.backend.parts.database.read)).toEqual([]);
  });

  it('is paid once, however often it is asked for at one moment', async () => {
    const [seller, buyer] = [await author(), await person()];
    const strategyId = versionOf(await publish(seller, 'Hasty', FEE, 22));
    await give(buyer, 5_000_00);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => buyer.ask('authors.buy', { strategyId, fee: FEE })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array<number>(7).fill(409)]);
    expect([await available(buyer), await available(seller)]).toEqual([5_000_00 - FEE - GST, SHARE]);
  });

  it.each([
    {
      why: 'without the money',
      has: 100_00,
      seen: FEE,
      status: 422,
      refusal: /^Your wallet has ₹100.00; this needs/,
    },
    {
      why: 'that is another than was seen',
      has: 1_000_00,
      seen: 499_00,
      status: 409,
      refusal: /₹500.00 now. Look/,
    },
  ])('$why moves nothing', async ({ has, seen, status, refusal }) => {
    const [seller, buyer] = [await author(), await person()];
    const strategyId = versionOf(await publish(seller, 'Unpaid', FEE, 40 + (status % 100)));
    await give(buyer, has);
    const refused = await buyer.ask('authors.buy', { strategyId, fee: seen });
    expect(refused.status).toBe(status);
    expect(refused.body.message).toMatch(refusal);
    expect([await available(buyer), await available(seller)]).toEqual([has, 0]);
  });

  it('is not paid by its author, nor for what costs nothing or is no publication', async () => {
    const [seller, buyer] = [await author(), await person()];
    const costly = versionOf(await publish(seller, 'Own', FEE, 33));
    const free = versionOf(await publish(seller, 'Free', 0, 34));
    expect((await seller.ask('authors.buy', { strategyId: costly, fee: FEE })).status).toBe(422);
    expect((await buyer.ask('authors.buy', { strategyId: free, fee: FEE })).status).toBe(409);
    expect((await buyer.ask('authors.buy', { strategyId: 1, fee: FEE })).status).toBe(404);
    expect((await buyer.ask('authors.buy', { strategyId: costly, fee: 0 })).status).toBe(400);
    // The author copies their own for nothing.
    await seller.call('strategies.clone', { strategyId: costly });
    await buyer.call('strategies.clone', { strategyId: free });
  });

  it('is asked for by known people alone, up to ₹50,000', async () => {
    const unknown = await person();
    const strategyId = await addOwn(unknown, 'Unknown', crossingRules(35));
    const wanted = { strategyId, summary: SUMMARY };
    const refused = await unknown.ask('authors.publish', { ...wanted, fee: FEE });
    expect([refused.status, refused.body.message]).toEqual([
      422,
      'A fee is paid out to you, so your identity must be verified first: Aadhaar and PAN, in your profile.',
    ]);
    expect((await unknown.ask('authors.publish', { ...wanted, fee: 50_000_01 })).status).toBe(400);
    expect((await unknown.call('authors.mine')).publications).toEqual([]);
  });

  it('that comes with a next version leaves who has the old one with it, and is paid to take the new one', async () => {
    const [seller, holder] = [await author(), await person()];
    const first = await publish(seller, 'Grows', 0, 36);
    const { strategyId } = await holder.call('strategies.clone', { strategyId: versionOf(first) });
    await seller.call('strategies.add', {
      url: 'update',
      strategyId: first.draftId,
      document: crossingRules(37),
    });
    const { publicationId, draftId } = first;
    const note = 'Slower, and no longer for nothing.';
    await seller.call('authors.newVersion', { publicationId, strategyId: draftId, note, fee: FEE });
    const second = await reviewed(seller, publicationId);
    const accept = { strategyId, versionId: second.versions[0]?.versionId ?? 0 };
    expect((await holder.ask('authors.accept', accept)).status).toBe(422);
    await holder.call('strategies.start', { strategyId });
    await holder.call('strategies.stop', { strategyId });
    await give(holder, 590_00);
    await holder.call('authors.buy', { strategyId: versionOf(second), fee: FEE });
    await holder.call('authors.accept', accept);
  });

  it('that is paid leaves a copy to be made once the author no longer offers it', async () => {
    const [seller, buyer, other] = [await author(), await person(), await person()];
    const publication = await publish(seller, 'Gone', FEE, 38);
    const strategyId = versionOf(publication);
    await give(buyer, 590_00);
    await buyer.call('authors.buy', { strategyId, fee: FEE });
    await seller.call('authors.withdraw', { publicationId: publication.publicationId });
    const { notification_list: alerts } = await buyer.call('alerts.list', {});
    expect(alerts.map(({ title, link }) => [title, link])).toContainEqual([
      'Gone is no longer offered',
      `/strategies/${strategyId}`,
    ]);
    await buyer.call('strategies.clone', { strategyId });
    expect((await other.ask('strategies.clone', { strategyId })).status).toBe(404);
    expect((await other.ask('authors.buy', { strategyId, fee: FEE })).status).toBe(404);
  });

  it('opens its rules only to who has paid it', async () => {
    const [seller, stranger] = [await author(), await person()];
    const strategyId = versionOf(await publish(seller, 'Open book', FEE, 50));
    const { rules } = await stranger.call('strategies.details', { strategyId });
    const taken = await stranger.ask('strategies.add', {
      url: 'add',
      name: 'Taken',
      document: rules.document ?? undefined,
      capital: 10_00_000_00,
    });
    expect(taken.status).not.toBe(200);
    const days = { from_date: '2025-01-01', to_date: '2025-06-30', source: 'simulated' };
    const tried = await stranger.ask('backtests.start', { strategyId, ...days, capital: 10_00_000_00 });
    expect([tried.status, tried.body.message]).toEqual([422, expect.stringMatching(/Pay its fee first/)]);
    await give(stranger, 590_00);
    await stranger.call('authors.buy', { strategyId, fee: FEE });
    const paid = await stranger.call('strategies.details', { strategyId });
    expect([paid.rules.document !== null, paid.rules.sentences.length > 0]).toEqual([true, true]);
  });

  it('that somebody of a team pays leaves what is kept of the team right', async () => {
    const [seller, head] = [await author(), await person()];
    const { referralCode } = await head.call('profile.mine');
    const buyer = await server.register(`fee${++people}`, referralCode);
    await give(buyer, 590_00);
    const strategyId = versionOf(await publish(seller, 'Of a team', FEE, 51));
    await buyer.call('authors.buy', { strategyId, fee: FEE });
    // What `npm run ledger:check` asks, and what a restore works out anew.
    expect(await checkTeamLevels(server.backend.parts.database.read)).toEqual([]);
    const [member] = (await head.call('team.direct', {})).rows;
    expect((await head.call('team.mine')).volume).toBe(member?.volume);
  });

  it('is not asked for again when its author offers the same rules anew', async () => {
    const [seller, buyer] = [await author(), await person()];
    const first = await publish(seller, 'Once', FEE, 52);
    await give(buyer, 1_180_00);
    await buyer.call('authors.buy', { strategyId: versionOf(first), fee: FEE });
    const left = await available(buyer);
    await seller.call('authors.withdraw', { publicationId: first.publicationId });
    const copy = await seller.call('strategies.clone', { strategyId: versionOf(first), name: 'Twice' });
    const again = await seller.ask('authors.publish', {
      strategyId: copy.strategyId,
      summary: SUMMARY,
      fee: FEE,
    });
    // Refused as these are the rules of `Once`; or on offer, and free for who has paid for them.
    if (again.status === 200) {
      const second = await reviewed(seller, again.body.data?.publicationId ?? 0);
      expect((await buyer.ask('authors.buy', { strategyId: versionOf(second), fee: FEE })).status).toBe(409);
    }
    expect(await available(buyer)).toBe(left);
  });

  it('that was asked for is still asked for when its review was refused and it is submitted again', async () => {
    const seller = await author();
    const strategyId = await addOwn(seller, 'Second try', silentRules());
    const wanted = { strategyId, summary: SUMMARY };
    const { publicationId } = await seller.call('authors.publish', { ...wanted, fee: FEE });
    const refused = await reviewed(seller, publicationId);
    expect(refused.state).toBe('refused');
    await seller.call('strategies.add', { url: 'update', strategyId, document: crossingRules(53) });
    // As the window does: its form opens with the fee of the publication.
    await seller.call('authors.publish', { ...wanted, fee: refused.fee });
    expect(await reviewed(seller, publicationId)).toMatchObject({ state: 'published', fee: FEE });
  });
});
