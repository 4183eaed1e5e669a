import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { riskAnswers, RISK_VERSION } from '../../../../tests/support/risk-answers.ts';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { until } from '../../../../tests/support/until.ts';
import { DAY_MS } from '../../../shared/time.ts';
import { renewDue } from '../../billing/renewals.ts';
import { checkLedger } from '../../ledger/ledger-check.ts';
import { bookTrades } from '../../trading/kept-results.ts';
import { createLogger } from '../../log.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';

let server: TestBackend;
let passed = 0;
const clock = { now: () => Date.now() + passed };

beforeAll(async () => {
  server = await startTestBackend({ clock, accessTokenMs: 400 * DAY_MS });
  await server.backend.prepared;
}, 60_000);
afterAll(async () => {
  expect((await checkLedger(server.backend.parts.database.read)).problems).toEqual([]);
  await server.dispose();
});

let names = 0;
const person = async (paise = 10_000_00): Promise<TestUser> => {
  const user = await server.register(`advised${names++}`);
  if (paise === 0) return user;
  const { reference } = await user.call('wallet.add', { amount: paise, upiId: 'asha@okbank' });
  await user.call('wallet.sandbox', { reference, action: 'confirm' });
  await until('the money', async () => (await user.call('wallet.mine', {})).available > 0);
  return user;
};
const answer = (user: TestUser, which: 'least' | 'most') =>
  user.call('advisors.saveQuestionnaire', { version: RISK_VERSION, answers: riskAnswers(which) });
const planOf = async (user: TestUser, planId: string) =>
  (await user.call('advisors.plans', {})).proPlans.find((plan) => plan.planId === planId)!;
const idOf = async (user: TestUser) => (await user.call('profile.mine', {})).id;
const managedOf = async (user: TestUser) => {
  const { rows } = await user.call('strategies.mine', {
    strategyStatus: 0,
    pageType: 'All',
    pageSize: 50,
  });
  return rows.filter(({ managedBy }) => managedBy !== null);
};

describe('advisor plans', () => {
  it('are three, each by a registered analyst that is marked as an example, at the price of the list', async () => {
    const user = await person(0);
    const { proPlans, profile, disclosures } = await user.call('advisors.plans', {});
    expect(proPlans.map(({ planId, fee, gst, risk, days }) => [planId, fee, gst, risk, days])).toEqual([
      ['advisor-steady', 399_00, 71_82, 'low', 30],
      ['advisor-swing', 799_00, 143_82, 'medium', 30],
      ['advisor-index', 1_199_00, 215_82, 'high', 30],
    ]);
    for (const { advisor, suitability } of proPlans) {
      expect(advisor).toMatchObject({ isExample: true });
      expect(advisor.registration).toMatch(/^INH\d{9}$/);
      expect(suitability).toMatchObject({ state: 'unknown', acknowledgement: null });
    }
    expect(profile).toBeNull();
    expect(disclosures.join(' ')).toContain('examples');
  });

  it('have the track record of their strategies: what their trades add up to, and nothing else', async () => {
    const user = await person(0);
    const { database } = server.backend.parts;
    const feedId = server.backend.parts.marketRuns.simulated.identity.runId;
    for (const { strategies, trackRecord, risk } of (await user.call('advisors.plans', {})).proPlans) {
      const rows = await database.read
        .selectFrom('trades')
        .innerJoin('strategies', 'strategies.id', 'trades.strategy_id')
        .select(['trades.net', 'strategies.risk'])
        .where(
          'strategy_id',
          'in',
          strategies.map(({ strategyId }) => strategyId),
        )
        .where('run_id', '=', feedId)
        .execute();
      // The market goes on between the two questions: the record has at least what it had.
      expect(rows.length).toBeGreaterThanOrEqual(trackRecord.statistics.trades);
      expect(rows.length - trackRecord.statistics.trades).toBeLessThan(5);
      if (rows.length === trackRecord.statistics.trades)
        expect(trackRecord.statistics.net).toBe(rows.reduce((sum, { net }) => sum + net, 0));
      expect(trackRecord.statistics.source).toBe('simulated');
      expect(trackRecord.statistics.trades).toBeGreaterThan(0);
      expect(strategies.some((strategy) => strategy.risk === risk)).toBe(true);
    }
  });
});

describe('the questions about risk', () => {
  it('are kept for later, half answered, and forgotten once they are answered', async () => {
    const user = await person(0);
    const empty = await user.call('advisors.draft', {});
    expect(empty).toMatchObject({ version: RISK_VERSION, answers: {}, savedAt: null });
    expect(JSON.stringify(empty.questions)).not.toContain('points');
    const { body } = await user.ask('advisors.draft', { answers: { fall: 'wait' } });
    expect(body.message).toBe('Your answers are kept. Carry on when you like.');
    const kept = await user.call('advisors.draft', {});
    expect(kept.answers).toEqual({ fall: 'wait' });
    expect(kept.savedAt).not.toBeNull();
    const profile = await answer(user, 'most');
    expect(profile).toMatchObject({ score: 100, band: 'high' });
    expect(profile.suitablePlans).toHaveLength(3);
    expect((await user.call('advisors.draft', {})).answers).toEqual({});
  });

  it('put who bears little into the low band, and say of the plan in mind that it does not suit', async () => {
    const user = await person(0);
    const { body } = await user.ask('advisors.saveQuestionnaire', {
      version: RISK_VERSION,
      answers: riskAnswers('least'),
      planId: 'advisor-index',
    });
    expect(body.message).toContain('Your answers come to 0 of 100: the low band.');
    expect(body.message).toContain('Index Day carries high risk');
    expect(body.data?.suitablePlans).toEqual([{ planId: 'advisor-steady', name: 'Steady Shares' }]);
    expect((await planOf(user, 'advisor-steady')).suitability.state).toBe('suitable');
    expect((await planOf(user, 'advisor-index')).suitability.state).toBe('above');
  });

  it('are not scored in part, of another version, or for a plan that is not there', async () => {
    const user = await person(0);
    const ask = (input: object) => user.ask('advisors.saveQuestionnaire', input);
    const some = await ask({ version: RISK_VERSION, answers: { fall: 'wait' } });
    expect([some.status, some.body.fields?.['answers.horizon']]).toEqual([400, 'is not answered']);
    const old = await ask({ version: RISK_VERSION + 1, answers: riskAnswers('most') });
    expect([old.status, old.body.message]).toEqual([
      409,
      'The questions have changed since. Look through them once more.',
    ]);
    const answers = riskAnswers('most');
    expect((await ask({ version: RISK_VERSION, answers, planId: 'advisor-moon' })).status).toBe(404);
    expect((await user.call('advisors.plans', {})).profile).toBeNull();
  });
});

describe('activating an advisor plan', () => {
  it('is refused without answers, and nothing moves', async () => {
    const user = await person();
    const { status, body } = await user.ask('subscription.buy', { planId: 'advisor-steady' });
    expect([status, body.message]).toEqual([
      422,
      'Answer the risk questions first: they tell whether Steady Shares suits you.',
    ]);
    expect((await user.call('wallet.mine', {})).available).toBe(10_000_00);
    expect((await user.call('profile.mine', {})).isRoboactive).toBe(false);
    expect(await managedOf(user)).toEqual([]);
  });

  it('runs copies of its strategies in test, and gives the right', async () => {
    const user = await person();
    await answer(user, 'most');
    const plan = await planOf(user, 'advisor-swing');
    const { status, body } = await user.ask('subscription.buy', { planId: plan.planId });
    expect(status).toBe(200);
    expect(body.message).toMatch(
      /^Swing Fifty is paid until .*\. Its strategies run in your paper account\.$/,
    );
    expect((await user.call('wallet.mine', {})).available).toBe(10_000_00 - 799_00 - 143_82);
    const managed = await managedOf(user);
    expect(
      managed.map(({ parentStrategyId, mode, strategyStatus, managedBy }) => [
        parentStrategyId,
        mode,
        strategyStatus,
        managedBy,
      ]),
    ).toEqual(plan.strategies.map(({ strategyId }) => [strategyId, 'test', 1, 'Swing Fifty']).reverse());
    expect((await user.call('profile.mine', {})).isRoboactive).toBe(true);
    expect((await planOf(user, 'advisor-swing')).isCurrent).toBe(true);
    const run = server.backend.parts.marketRuns.runOf(await idOf(user));
    await until('the copies to be evaluated', () =>
      Promise.resolve(managed.every(({ strategyId }) => run.runner.isRunning(strategyId))),
    );
  });

  it('above one’s band is refused until the very words are agreed to, which are kept with the time', async () => {
    const user = await person();
    await answer(user, 'least');
    const refused = await user.ask('subscription.buy', { planId: 'advisor-index' });
    expect(refused.status).toBe(422);
    expect(refused.body.message).toBe(
      'Index Day carries high risk, and your answers put you in the low band: it does not suit you. It is activated only with your acknowledgement.',
    );
    const { acknowledgement } = (await planOf(user, 'advisor-index')).suitability;
    expect(refused.body.details).toEqual({ acknowledgement });
    const loose = await user.ask('subscription.buy', { planId: 'advisor-index', acknowledgement: 'yes' });
    expect(loose.status).toBe(422);
    expect((await user.call('wallet.mine', {})).available).toBe(10_000_00);

    const before = clock.now();
    const { subscription } = await user.call('subscription.buy', {
      planId: 'advisor-index',
      acknowledgement: acknowledgement ?? '',
    });
    const kept = await server.backend.parts.database.read
      .selectFrom('suitability_acknowledgements')
      .selectAll()
      .where('user_id', '=', await idOf(user))
      .execute();
    expect(kept).toHaveLength(1);
    expect(kept[0]).toMatchObject({
      plan_id: 'advisor-index',
      subscription_id: subscription.subscriptionId,
      text: acknowledgement,
    });
    expect(kept[0]!.at).toBeGreaterThanOrEqual(before);
    expect(await managedOf(user)).toHaveLength(4);
  });

  it('is one thing with the money: without it nothing is copied', async () => {
    const user = await person(500_00);
    await answer(user, 'most');
    const { status } = await user.ask('subscription.buy', { planId: 'advisor-index' });
    expect(status).toBe(422);
    expect(await managedOf(user)).toEqual([]);
  });

  it('of another plan stops the first one’s strategies, and going back takes them up again', async () => {
    const user = await person();
    await answer(user, 'most');
    await user.call('subscription.buy', { planId: 'advisor-steady' });
    const steady = (await managedOf(user)).map(({ strategyId }) => strategyId);
    await user.call('subscription.buy', { planId: 'advisor-swing' });
    const states = async () =>
      Object.fromEntries(
        (await managedOf(user)).map(({ strategyId, strategyStatus }) => [strategyId, strategyStatus]),
      );
    const after = await states();
    expect(steady.map((id) => after[id])).toEqual([2, 2, 2]);
    const start = await user.ask('strategies.start', { strategyId: steady[0]! });
    expect([start.status, start.body.message]).toEqual([
      422,
      expect.stringContaining('belongs to Steady Shares, which has ended'),
    ]);
    await user.call('subscription.buy', { planId: 'advisor-steady' });
    const again = await states();
    expect(steady.map((id) => again[id])).toEqual([1, 1, 1]);
    expect(Object.keys(again)).toHaveLength(7);
  });

  it('ends with the plan: what it runs is stopped, and the right is gone', async () => {
    const user = await person(400_00 + 72_00);
    await answer(user, 'most');
    await user.call('subscription.buy', { planId: 'advisor-steady' });
    passed += 40 * DAY_MS;
    const renew = () => renewDue({ ...server.backend.parts, logger: createLogger('silent') });
    await renew();
    expect((await user.call('profile.mine', {})).isRoboactive).toBe(true);
    const { database } = server.backend.parts;
    const [waiting] = await managedOf(user);
    await writeForAll(database, (tx) =>
      tx.query
        .updateTable('strategies')
        .set({ status: 4, status_before: 1 })
        .where('id', '=', waiting?.strategyId ?? 0)
        .execute(),
    );
    passed += 4 * DAY_MS;
    await renew();
    expect((await user.call('profile.mine', {})).isRoboactive).toBe(false);
    // One waits for a decision, and does not go on after that either.
    expect((await managedOf(user)).map(({ strategyStatus }) => strategyStatus)).toEqual([4, 2, 2]);
    const { status_before } = await database.read
      .selectFrom('strategies')
      .select('status_before')
      .where('id', '=', waiting?.strategyId ?? 0)
      .executeTakeFirstOrThrow();
    expect(status_before).toBe(2);
  });
});

describe('the profit of what a plan manages', () => {
  it('is distinguished from the rest, and both add up to the whole', async () => {
    const user = await person();
    await answer(user, 'most');
    await user.call('subscription.buy', { planId: 'advisor-index' });
    const own = await user.call('strategies.clone', { strategyId: 1 });
    const userId = await idOf(user);
    const [managed] = await managedOf(user);
    const { runId } = server.backend.parts.marketRuns.runOf(userId).identity;
    const at = server.backend.parts.marketRuns.simulated.session.now;
    await server.backend.parts.database.write(userId, async (tx) => {
      for (const [strategy_id, net] of [
        [managed!.strategyId, 700_00],
        [own.strategyId, -300_00],
      ] as const)
        await bookTrades(tx, [
          {
            user_id: userId,
            strategy_id,
            position_id: null,
            symbol: 'NIFTY',
            mode: 'test',
            source: 'simulated',
            run_id: runId,
            side: 'long',
            product: 'intraday',
            quantity: 65,
            entry_at: at - 60_000,
            entry_price: 1,
            entry_reason: 'Entry rule',
            exit_at: at,
            exit_price: 1,
            exit_reason: 'Exit rule',
            gross: net,
            charges: 0,
            net,
            charge_items_json: JSON.stringify({
              brokerage: 0,
              stt: 0,
              exchange: 0,
              ipft: 0,
              sebi: 0,
              stamp: 0,
              gst: 0,
              dp: 0,
            }),
          },
        ]);
    });
    const netOf = async (roboPro?: 0 | 1) =>
      (await user.call('strategies.profit', { roboPro })).test.byStrategy;
    expect((await netOf(1)).filter(({ net }) => net === 700_00)).toHaveLength(1);
    expect((await netOf(1)).some(({ strategyId }) => strategyId === own.strategyId)).toBe(false);
    expect((await netOf(0)).map(({ strategyId, net }) => [strategyId, net])).toEqual([
      [own.strategyId, -300_00],
    ]);
    const whole = (await netOf()).map(({ strategyId }) => strategyId).sort((a, b) => a - b);
    const parts = [...(await netOf(0)), ...(await netOf(1))].map(({ strategyId }) => strategyId);
    expect(whole).toEqual(parts.sort((a, b) => a - b));
  });
});

describe('the calls of one’s analysts', () => {
  it('are nothing without a plan', async () => {
    const user = await person(0);
    expect(await user.call('advisors.calls', {})).toMatchObject({ ratradelist: [], plan: null, total: 0 });
  });

  it('are the positions of the plan’s own strategies, each in the state that it is really in', async () => {
    const user = await person();
    await answer(user, 'most');
    await user.call('subscription.buy', { planId: 'advisor-index' });
    await user.call('market.pace', { speed: 600 });
    const done = await until(
      'a call that is over',
      async () => {
        const { ratradelist } = await user.call('advisors.calls', { state: 'done' });
        return ratradelist.length > 0 && ratradelist;
      },
      50_000,
    );
    await user.call('market.pace', { speed: 1 });
    const strategies = (await planOf(user, 'advisor-index')).strategies.map(({ strategyId }) => strategyId);
    const { ratradelist, total, plan } = await user.call('advisors.calls', { pageSize: 100 });
    expect(plan).toEqual({ planId: 'advisor-index', name: 'Index Day' });
    expect(total).toBeGreaterThanOrEqual(done.length);
    expect(ratradelist.map(({ callId }) => callId)).toEqual(
      ratradelist.map(({ callId }) => callId).sort((a, b) => b - a),
    );
    const { database } = server.backend.parts;
    for (const call of ratradelist) {
      expect(strategies).toContain(call.strategyId);
      const trade = await database.read
        .selectFrom('trades')
        .selectAll()
        .where('position_id', '=', call.callId)
        .orderBy('id', 'desc')
        .executeTakeFirst();
      if (call.state === 'open') {
        expect([call.exit, call.exitAt]).toEqual([null, null]);
        continue;
      }
      expect(call.reason).toBe(trade!.exit_reason);
      expect(call.exit).toBe(trade!.exit_price);
      const isStop = ['Stop-loss hit', 'Trailing stop hit'].includes(trade!.exit_reason);
      expect(call.state).toBe(
        isStop ? 'stopped' : trade!.exit_reason === 'Target reached' ? 'target-hit' : 'closed',
      );
      const sign = call.side === 'long' ? 1 : -1;
      expect(Math.sign(Math.round(call.movePercent! * 1e6))).toBe(
        Math.sign(sign * (call.exit! - call.entry)),
      );
    }
    // Closed ones drop out of the open ones.
    const open = await user.call('advisors.calls', { state: 'open', pageSize: 100 });
    expect(open.ratradelist.every(({ state }) => state === 'open')).toBe(true);
  });
});
