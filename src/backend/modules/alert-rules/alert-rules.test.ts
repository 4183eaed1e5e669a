import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestBackend, type TestBackend, type TestUser } from '../../../../tests/support/test-backend.ts';
import { type AlertReceiver, startAlertReceiver } from '../../../../tests/support/alert-receiver.ts';
import { addStrategy, alwaysTrue, costlyRules } from '../../../../tests/support/costly-rules.ts';
import { until } from '../../../../tests/support/until.ts';
import { writeForAll } from '../../../../tests/support/write-for-all.ts';
import { DAY_MS, istDate } from '../../../shared/time.ts';

let server: TestBackend;
let receiver: AlertReceiver;
let user: TestUser;
let number = 0;

beforeAll(async () => {
  receiver = await startAlertReceiver();
  server = await startTestBackend({ telegram: receiver.url });
  await server.backend.prepared;
  run().session.pause();
});
beforeEach(async () => {
  user = await server.register(`alerts-${++number}`);
  receiver.received.length = 0;
});
afterAll(async () => {
  await server.dispose();
  await receiver.close();
});

const run = () => server.backend.parts.marketRuns.simulated;
const priceOf = (symbol: string): number => run().session.lastPrice(symbol)?.price ?? 0;

let at = Date.parse('2030-01-07T10:00:00+05:30');
/** Lets a price come on the simulated market, a second later. */
const tick = async (symbol: string, price: number, stepMs = 1_000): Promise<void> => {
  at += stepMs;
  server.backend.parts.alertRules.onTicks(run(), [{ symbol, price }], at);
  await server.backend.parts.alertRules.settled(run());
};

const above = (price: number, more: object = {}) =>
  ({
    mode: 'test',
    condition: { kind: 'price', symbol: 'ITC', when: 'above', price },
    ...more,
  }) as const;

const bodies = async (who = user) => (await who.call('alertRules.log', {})).firings.map(({ body }) => body);
const stateOf = async (ruleId: number) =>
  (await user.call('alertRules.list', {})).rules.find((rule) => rule.ruleId === ruleId)?.state;

const WEBHOOK_SECRET = 'a secret of the webhook';
const setUpWebhook = (who = user) =>
  who.call('alertRules.saveChannel', {
    settings: { kind: 'webhook', url: `${receiver.url}/hook/hidden`, secret: WEBHOOK_SECRET },
  });

describe('an alert rule', () => {
  /** A condition of so many averages, each another one. */
  const ofAverages = (count: number, first: number) => ({
    kind: 'any',
    conditions: [0, 16].map((from) => ({
      kind: 'any',
      conditions: Array.from({ length: count / 4 }, (_, index) => ({
        kind: 'compare',
        left: { kind: 'indicator', indicator: { name: 'sma', period: first + from + index } },
        operator: '<',
        right: { kind: 'indicator', indicator: { name: 'ema', period: first + from + index } },
      })),
    })),
  });

  it('is refused where alerts ask more than the market can work out between two prices', async () => {
    const hungry = await server.register('alert-hungry');
    const add = (first: number) =>
      hungry.ask('alertRules.add', {
        mode: 'test',
        condition: { kind: 'rules', symbol: 'ITC', timeframe: '15m', condition: ofAverages(64, first) },
      });
    const ids: number[] = [];
    for (let count = 0; count < 15; count++) ids.push((await add(2 + count)).body.data?.rule.ruleId ?? 0);
    const { status, body } = await add(30);
    expect([status, body.message]).toEqual([
      422,
      'An account may have 1,000 indicators in watched alerts at most. Pause or remove some first.',
    ]);
    // One that is paused asks nothing, until it is armed again.
    await hungry.call('alertRules.arm', { ruleId: ids[0] ?? 0, isArmed: false });
    expect((await add(30)).status).toBe(200);
    expect((await hungry.ask('alertRules.arm', { ruleId: ids[0] ?? 0, isArmed: true })).status).toBe(422);
  });

  it('is refused where its condition is as long as a book', async () => {
    const variables = Array.from({ length: 5 }, (_, at) => ({
      ...{ kind: 'counter', name: `v${at}`, candles: 5, when: ofAverages(64, 2), reset: ofAverages(64, 40) },
    }));
    const { status, body } = await user.ask('alertRules.add', {
      mode: 'test',
      condition: {
        ...{ kind: 'rules', symbol: 'ITC', timeframe: '15m', condition: ofAverages(64, 2), variables },
      },
    });
    expect([status, body.message]).toEqual([400, 'This condition is too long for an alert.']);
  });

  const rsiBelow = (period: number) => ({
    kind: 'all',
    conditions: [
      {
        kind: 'compare',
        left: { kind: 'indicator', indicator: { name: 'rsi', period } },
        operator: '<',
        right: { kind: 'constant', value: 30 },
      },
    ],
  });

  it.each([
    [
      'no condition',
      undefined,
      'ITC',
      'condition.condition',
      'Say when it is to tell you: it has no condition.',
    ],
    [
      'a length out of range',
      rsiBelow(9_999),
      'ITC',
      'document.entry.conditions[0].left.indicator.period',
      null,
    ],
    ['a symbol that nobody knows', rsiBelow(14), 'NOSUCH', 'condition.symbol', null],
    ['an option', rsiBelow(14), 'NIFTY 2030-01-31 24500 CE', 'condition.symbol', /^A future or an option/],
  ])('is refused at its field, with a sentence: %s', async (_of, condition, symbol, field, sentence) => {
    const { status, body } = await user.ask('alertRules.add', {
      mode: 'test',
      condition: { kind: 'rules', symbol, timeframe: '15m', condition },
    });
    expect(status).toBe(400);
    expect(Object.keys((body as { fields?: object }).fields ?? {})).toContain(field);
    if (sentence !== null) expect(body.message).toMatch(sentence);
  });

  it('says what it is now: a condition by its last candle, a price by the last one', async () => {
    const asked = await server.register('alert-now');
    const { rule } = await asked.call('alertRules.add', {
      mode: 'test',
      condition: { kind: 'rules', symbol: 'SBIN', timeframe: '15m', condition: rsiBelow(14) },
    });
    expect(rule.sentence).toBe('SBIN, 15-minute candles: RSI(14) is below 30.');
    await asked.call('alertRules.add', above(priceOf('ITC') + 100));
    await server.backend.parts.alertRules.whenReady(run());
    const { rules } = await asked.call('alertRules.list', {});
    const [price, rsi] = rules;
    expect(price?.now?.text).toMatch(/^[\d,]+\.\d\d$/);
    expect(rsi?.now?.text).toMatch(/^RSI\(14\) [\d.]+, needs below 30$/);
    // The candle has closed.
    expect(Date.parse(rsi?.now?.at ?? '')).toBeLessThanOrEqual(run().session.now);
    // What is not watched is not read.
    const paused = await asked.call('alertRules.arm', { ruleId: rule.ruleId, isArmed: false });
    expect(paused.rule.now).toBeNull();
  });

  it('fires once at its price, in the program, in the log and on the stream, and is over', async () => {
    const level = priceOf('ITC') + 100;
    const { rule } = await user.call('alertRules.add', above(level, { note: 'Sell half.' }));
    expect(rule).toMatchObject({ state: 'armed', fired: 0, note: 'Sell half.' });
    await tick('ITC', level - 1);
    expect(await bodies()).toEqual([]);
    await tick('ITC', level + 5);
    await tick('ITC', level + 6);
    const said = `${rule.sentence} Sell half.`;
    expect(await bodies()).toEqual([said]);
    const [alert] = (await user.call('alerts.list', {})).notification_list;
    expect(alert).toMatchObject({ categoryId: 9, body: said, link: '/notifications?view=fired' });
    expect(await stateOf(rule.ruleId)).toBe('fired');
    // Armed again it is refused while its price is passed by the market, and works when it is not.
    const again = await user.call('alertRules.arm', { ruleId: rule.ruleId, isArmed: true });
    expect(again.rule.state).toBe('armed');
  });

  it('is refused with the price now where its level is passed, and not where it tells of a crossing', async () => {
    const price = priceOf('ITC');
    const { status, body } = await user.ask('alertRules.add', above(price - 50));
    expect([status, body.message]).toEqual([
      400,
      expect.stringMatching(/^ITC is at [\d,.]+ now, so [\d,.]+ is passed already\. Choose another level/),
    ]);
    const condition = { kind: 'price', symbol: 'ITC', when: 'crosses', price: price - 50 } as const;
    const { rule } = await user.call('alertRules.add', { mode: 'test', condition });
    await tick('ITC', price - 49);
    expect(await bodies()).toEqual([]);
    await tick('ITC', price - 50);
    expect(await bodies()).toEqual([rule.sentence]);
    // One that fires again and again waits until it is false.
    const waiting = await user.call('alertRules.add', above(price - 50, { repeat: 're-armed' }));
    expect(waiting.rule.state).toBe('waiting');
  });

  it.each([
    [{ symbol: 'NOSUCHSHARE' }, 'NOSUCHSHARE is not known. Write it as the exchange does.'],
    [
      { symbol: 'NIFTY 2020-01-30 12000 CE' },
      'NIFTY 2020-01-30 12000 CE has expired. Choose a contract that is traded still.',
    ],
    [
      { symbol: 'NIFTY 2031-01-28 12000 CE' },
      'NIFTY 2031-01-28 12000 CE is not listed on the simulated market.',
    ],
  ])('of %j is refused with what to change', async (given, sentence) => {
    const { condition, ...rule } = above(999_999_00);
    const answer = await user.ask('alertRules.add', { ...rule, condition: { ...condition, ...given } });
    expect([answer.status, answer.body.message]).toEqual([400, sentence]);
    expect((await user.call('alertRules.list', {})).total).toBe(0);
  });

  it('is refused with what to change: channel, market, candles, last day', async () => {
    const far = above(999_999_00);
    const yesterday = istDate(run().session.now - DAY_MS);
    const refusals = await Promise.all(
      [
        { ...far, channels: ['telegram'] },
        { ...far, mode: 'live' },
        { ...far, repeat: 'each-bar' },
        { ...far, until: yesterday },
        { mode: 'test', condition: { kind: 'margin', amount: 1 } },
        { mode: 'test', condition: { kind: 'profit', strategyId: 999_999, when: 'above', amount: 1 } },
        {
          mode: 'test',
          condition: { kind: 'rules', symbol: 'ITC', timeframe: '5m', condition: { kind: 'nonsense' } },
        },
      ].map(async (input) => (await user.ask('alertRules.add', input)).body.message),
    );
    expect(refusals).toEqual([
      'You have not set up Telegram yet. Do so under Settings, Alerts, or leave it out.',
      'No broker is linked, so there are no live prices. Link one first, or watch the simulated market.',
      'Choose the candles in each of which it may fire once.',
      'The last day is over already. Choose today or a later day.',
      'Only a broker says what margin is used. Watch the live account for it.',
      'No such strategy.',
      expect.stringMatching(/^The rules cannot be used: .*entry/),
    ]);
  });

  it('fires again only after it was false, and once in each candle where that was chosen', async () => {
    const level = priceOf('SBIN') + 1_000;
    const condition = { kind: 'price', symbol: 'SBIN', when: 'above', price: level } as const;
    const { rule } = await user.call('alertRules.add', { mode: 'test', condition, repeat: 're-armed' });
    await user.call('alertRules.add', { mode: 'test', condition, repeat: 'each-bar', timeframe: '5m' });
    at = Math.ceil(at / 300_000) * 300_000;
    for (const price of [level, level + 1, level - 1, level]) await tick('SBIN', price);
    const { firings } = await user.call('alertRules.log', {});
    expect(firings.filter(({ ruleId }) => ruleId === rule.ruleId)).toHaveLength(2);
    expect(firings).toHaveLength(3);
    await tick('SBIN', level, 300_000);
    expect((await user.call('alertRules.log', {})).total).toBe(4);
  });

  it('is the same after a start of the program: what has fired stays so, and what waits waits', async () => {
    const level = priceOf('TCS') + 1_000;
    const condition = { kind: 'price', symbol: 'TCS', when: 'above', price: level } as const;
    await user.call('alertRules.add', { mode: 'test', condition });
    const { rule } = await user.call('alertRules.add', { mode: 'test', condition, repeat: 're-armed' });
    await tick('TCS', level);
    const played = at;
    // What a start does: the rows are read anew, and the minute is played again.
    const rows = await server.backend.parts.database.read
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', rule.ruleId)
      .execute();
    for (const row of rows) server.backend.parts.alertRules.put(row);
    at = played - 1_000;
    await tick('TCS', level);
    expect((await user.call('alertRules.log', {})).total).toBe(2);
    await tick('TCS', level - 1);
    await tick('TCS', level);
    expect((await user.call('alertRules.log', {})).total).toBe(3);
  });

  it('is paused, changed and removed; what it has fired stays in the log', async () => {
    const level = priceOf('INFY') + 1_000;
    const condition = { kind: 'price', symbol: 'INFY', when: 'above', price: level } as const;
    const { rule } = await user.call('alertRules.add', { mode: 'test', condition, repeat: 're-armed' });
    const { ruleId } = rule;
    await user.call('alertRules.arm', { ruleId, isArmed: false });
    await tick('INFY', level);
    expect(await bodies()).toEqual([]);
    await user.call('alertRules.change', {
      ...{ ruleId, mode: 'test', repeat: 'once', note: 'Higher' },
      condition: { ...condition, price: level + 100 },
    });
    await tick('INFY', level + 99);
    expect(await bodies()).toEqual([]);
    await tick('INFY', level + 100);
    await user.call('alertRules.remove', { ruleId });
    expect((await user.call('alertRules.list', {})).total).toBe(0);
    expect(await bodies()).toEqual([expect.stringMatching(/ Higher$/)]);
    expect((await user.ask('alertRules.remove', { ruleId })).status).toBe(404);
  });

  it('ends with its last day', async () => {
    const { rule } = await user.call('alertRules.add', {
      ...above(999_999_00),
      until: istDate(run().session.now),
    });
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query
        .updateTable('alert_rules')
        .set({ until_day: '2020-01-01' })
        .where('id', '=', rule.ruleId)
        .execute(),
    );
    const [row] = await server.backend.parts.database.read
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', rule.ruleId)
      .execute();
    server.backend.parts.alertRules.put(row!);
    await until('its end', async () => (await stateOf(rule.ruleId)) === 'ended', 40_000);
    const [ended] = (await user.call('alertRules.list', { state: 'over' })).rules;
    expect(ended?.reason).toBe('Its last day is over.');
  }, 45_000);

  it('is bounded for each account, and what costs more is bounded closer', async () => {
    const condition = { kind: 'feed-age', ms: 3_600_000 } as const;
    for (let count = 0; count < 100; count++) await user.call('alertRules.add', { mode: 'test', condition });
    const { status, body } = await user.ask('alertRules.add', { mode: 'test', condition });
    expect([status, body.message]).toEqual([
      422,
      'An account may have 100 watched alerts that are no price or change at most. Pause or remove some first.',
    ]);
    expect((await user.ask('alertRules.add', above(999_999_00))).status).toBe(200);
  });

  it('counts a change from the previous close', async () => {
    const close = run().session.previousClose('HDFCBANK') ?? 0;
    const condition = { kind: 'change', symbol: 'HDFCBANK', when: 'above', percent: 50 } as const;
    await user.call('alertRules.add', { mode: 'test', condition });
    await tick('HDFCBANK', Math.floor(close * 1.5) - 1);
    expect(await bodies()).toEqual([]);
    await tick('HDFCBANK', Math.ceil(close * 1.5));
    expect(await bodies()).toEqual(['HDFCBANK has changed by +50.00% or more today.']);
  });
});

describe('channels of alerts', () => {
  it('send what fired by a webhook, signed and under one mark, and the log says so', async () => {
    await setUpWebhook();
    const level = priceOf('ITC') + 100;
    const { rule } = await user.call(
      'alertRules.add',
      above(level, { channels: ['webhook'], note: 'Look.' }),
    );
    await tick('ITC', level);
    await until('the message', () => Promise.resolve(receiver.received.length === 1));
    const [{ headers, body, path } = { headers: {}, body: '', path: '' }] = receiver.received;
    expect(path).toBe('/hook/hidden');
    const { signatureOf } = await import('../../alert-rules/channels/webhook.ts');
    expect(headers['x-trickdesk-signature']).toBe(
      `sha256=${signatureOf(WEBHOOK_SECRET, Number(headers['x-trickdesk-timestamp']), body)}`,
    );
    const said = JSON.parse(body) as Record<string, unknown>;
    expect(said).toMatchObject({
      id: headers['x-trickdesk-delivery'],
      ruleId: rule.ruleId,
      isRepeat: false,
    });
    expect(said['text']).toMatch(/^Price alert: ITC at [\d.,]+\nITC is at or above [\d.,]+\.\nLook\.$/);
    const delivered = await until('the note of it', async () => {
      const [firing] = (await user.call('alertRules.log', {})).firings;
      return firing?.deliveries[0]?.state === 'delivered' && firing.deliveries[0];
    });
    expect(delivered).toMatchObject({ channel: 'webhook', attempts: 1, mayBeTwice: false, problem: '' });
  });

  it('say by Telegram, ntfy and in a test what the other side says', async () => {
    const telegram = { kind: 'telegram', token: `123456:${'A'.repeat(35)}`, chat: '4711' } as const;
    await user.call('alertRules.saveChannel', { settings: telegram });
    await user.call('alertRules.testChannel', { channel: 'telegram' });
    expect(receiver.received[0]).toMatchObject({ path: `/bot${telegram.token}/sendMessage` });
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      chat_id: '4711',
      text: 'Test from TrickDesk\nYour alerts come here.',
    });
    const refusal = async (channel: 'telegram' | 'ntfy', status: number) => {
      receiver.plan({ status, body: `{"description":"${telegram.token}"}` });
      const answer = await user.ask('alertRules.testChannel', { channel });
      return [answer.status, answer.body.message];
    };
    expect(await refusal('telegram', 401)).toEqual([422, 'Telegram does not know this bot token.']);
    expect(await refusal('telegram', 400)).toEqual([
      422,
      'Telegram does not know this chat. Send the bot a message first, then give the id of that chat.',
    ]);
    expect(await refusal('telegram', 502)).toEqual([422, 'Telegram is busy or out of order (answer 502).']);

    const ntfy = { kind: 'ntfy', server: receiver.url, topic: 'desk', token: 'tk_secret' } as const;
    await user.call('alertRules.saveChannel', { settings: ntfy });
    receiver.received.length = 0;
    await user.call('alertRules.testChannel', { channel: 'ntfy' });
    expect(receiver.received[0]?.headers.authorization).toBe('Bearer tk_secret');
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      topic: 'desk',
      title: 'Test from TrickDesk',
      message: 'Your alerts come here.',
    });
    expect(await refusal('ntfy', 403)).toEqual([
      422,
      'The ntfy server does not let you write to this topic. Give a token that may, or choose another topic.',
    ]);
    expect(await refusal('ntfy', 302)).toEqual([
      422,
      'The ntfy server sends on to another address (answer 302), which is not followed. Give that address instead.',
    ]);
  });

  it('answer no secret back, in no call and in no row', async () => {
    await setUpWebhook();
    await user.call('alertRules.saveChannel', {
      settings: { kind: 'telegram', token: `123456:${'B'.repeat(35)}`, chat: '4711' },
    });
    const shown = JSON.stringify(await user.call('alertRules.channels'));
    const rows = JSON.stringify(
      await server.backend.parts.database.read.selectFrom('alert_channels').selectAll().execute(),
    );
    for (const secret of [WEBHOOK_SECRET, 'BBBBB', 'hidden'])
      expect([shown.includes(secret), rows.includes(secret)]).toEqual([false, false]);
    expect(shown).toContain('4711');
    // Left out, a secret stays as it was.
    await user.call('alertRules.saveChannel', { settings: { kind: 'webhook' } });
    await user.call('alertRules.testChannel', { channel: 'webhook' });
    expect(receiver.received.at(-1)?.path).toBe('/hook/hidden');
  });

  it('give a secret to no other server than it was given for', async () => {
    await user.call('alertRules.saveChannel', {
      settings: { kind: 'ntfy', server: receiver.url, topic: 'desk', token: 'tk_secret' },
    });
    const answer = await user.ask('alertRules.saveChannel', {
      settings: { kind: 'ntfy', server: 'http://127.0.0.1:9', topic: 'desk' },
    });
    expect([answer.status, answer.body.fields]).toEqual([
      400,
      { 'settings.token': 'must be given again, since it would be sent to another server' },
    ]);
  });

  it('refuse a token that no header can hold', async () => {
    for (const token of ['tk_a\r\nx-evil: 1', 'tk_₹', 'tk a']) {
      const answer = await user.ask('alertRules.saveChannel', {
        settings: { kind: 'ntfy', server: receiver.url, topic: 'desk', token },
      });
      expect([answer.status, Object.keys(answer.body.fields ?? {})]).toEqual([400, ['settings.token']]);
    }
  });

  it('try again what was not taken, under the same mark, and say where it may be twice', async () => {
    await setUpWebhook();
    receiver.plan(null);
    const level = priceOf('ITC') + 100;
    await user.call('alertRules.add', above(level, { channels: ['webhook'] }));
    await tick('ITC', level);
    await until('the first try', () => Promise.resolve(receiver.received.length === 1));
    const waiting = await until('its note', async () => {
      const [firing] = (await user.call('alertRules.log', {})).firings;
      return firing?.deliveries[0]?.problem !== '' && firing?.deliveries[0];
    });
    expect(waiting).toMatchObject({
      state: 'pending',
      problem: 'The webhook did not answer. The message may have arrived.',
    });
    await user.call('alertRules.testChannel', { channel: 'webhook' });
    await until('the second try', () => Promise.resolve(receiver.received.length === 3));
    const marks = receiver.received.map(({ headers }) => headers['x-trickdesk-delivery']);
    expect([marks[0] === marks[2], receiver.received[2]?.headers['x-trickdesk-repeat']]).toEqual([true, '1']);
    await until('the note', async () => {
      const [firing] = (await user.call('alertRules.log', {})).firings;
      return firing?.deliveries[0]?.state === 'delivered' && firing.deliveries[0].mayBeTwice;
    });
  });

  it('give up what could not be sent for a day, and say why', async () => {
    await setUpWebhook();
    receiver.plan({ status: 500 });
    const level = priceOf('ITC') + 100;
    await user.call('alertRules.add', above(level, { channels: ['webhook'] }));
    await tick('ITC', level);
    const noteOf = async () => (await user.call('alertRules.log', {})).firings[0]?.deliveries[0];
    await until('the first try', async () => (await noteOf())?.problem !== '');
    const tried = (await noteOf())?.problem;
    for (const problem of [tried, '']) {
      await writeForAll(server.backend.parts.database, (tx) =>
        tx.query
          .updateTable('alert_deliveries')
          .set({ state: 'pending', problem: problem ?? '', created_at: Date.now() - DAY_MS - 1 })
          .execute(),
      );
      await user.call('alertRules.testChannel', { channel: 'webhook' });
      await until('its end', async () => (await noteOf())?.state === 'given-up');
      expect((await noteOf())?.problem).toBe(
        `It could not be sent for a day, and it is too old to be sent now.${problem ? ` ${problem}` : ''}`,
      );
    }
  });

  it('give up what is refused for good, and tell their owner once', async () => {
    await setUpWebhook();
    receiver.plan({ status: 410 }, { status: 410 });
    const level = priceOf('ITC') + 100;
    for (const note of ['one', 'two'])
      await user.call('alertRules.add', above(level, { channels: ['webhook'], note }));
    await tick('ITC', level);
    await until('both notes', async () =>
      (await user.call('alertRules.log', {})).firings.every(
        ({ deliveries }) => deliveries[0]?.state === 'given-up',
      ),
    );
    const told = (await user.call('alerts.list', {})).notification_list.filter(({ title }) =>
      title.startsWith('Your alerts do not leave'),
    );
    expect(told.map(({ body }) => body)).toEqual([
      'By the webhook they do not get out. The webhook is gone (answer 410).',
    ]);
    const { channels } = await user.call('alertRules.channels');
    expect(channels.find(({ channel }) => channel === 'webhook')?.problem).toBe(
      'The webhook is gone (answer 410).',
    );
  });

  it('keep quiet in the hours that were chosen, but for what is urgent', async () => {
    await setUpWebhook();
    await user.call('alertRules.settings', { hidesAmounts: false, quiet: { from: '00:00', to: '23:59' } });
    const level = priceOf('ITC') + 100;
    await user.call('alertRules.add', above(level, { channels: ['webhook'], note: 'calm' }));
    await user.call(
      'alertRules.add',
      above(level, { channels: ['webhook'], note: 'urgent', isUrgent: true }),
    );
    await tick('ITC', level);
    await until('the urgent one', () => Promise.resolve(receiver.received.length === 1));
    expect(receiver.received[0]?.body).toContain('urgent');
    const { firings } = await user.call('alertRules.log', {});
    expect(firings.map(({ body, deliveries }) => [/calm/.test(body), deliveries[0]?.state])).toEqual(
      expect.arrayContaining([[true, 'quiet']]),
    );
  });

  it('end, and say so, where their strategy has no result on their market any more', async () => {
    const rules = { ...costlyRules(1, 1), entry: alwaysTrue };
    const alertOn = async (name: string) => {
      const strategyId = await addStrategy(user, name, rules);
      const condition = { kind: 'profit', strategyId, when: 'below', amount: -1_00 } as const;
      const { rule } = await user.call('alertRules.add', { mode: 'test', condition });
      return { strategyId, ruleId: rule.ruleId };
    };
    const [removed, live, kept] = [await alertOn('Removed'), await alertOn('Live'), await alertOn('Kept')];
    await user.call('strategies.add', { url: 'remove', strategyId: removed.strategyId });
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query.updateTable('strategies').set({ mode: 'live' }).where('id', '=', live.strategyId).execute(),
    );
    await until('both ends', async () => (await stateOf(live.ruleId)) === 'ended');
    await until('both ends', async () => (await stateOf(removed.ruleId)) === 'ended');
    expect(await stateOf(kept.ruleId)).toBe('armed');
    const told = (await user.call('alerts.list', { categoryId: 9 })).notification_list;
    expect(told.map(({ title, body }) => `${title}: ${body}`).sort()).toEqual([
      'An alert of yours is watched no more: Its strategy trades on the other market now. Make the alert anew, for the market that it trades on.',
      'An alert of yours is watched no more: Its strategy was removed.',
    ]);
  });

  it('leave amounts out where their owner wants so', async () => {
    await setUpWebhook();
    await user.call('alertRules.settings', { hidesAmounts: true, quiet: null });
    const condition = { kind: 'profit', strategyId: null, when: 'above', amount: 0 } as const;
    const { rule } = await user.call('alertRules.add', {
      ...{ mode: 'test', condition, channels: ['webhook'], repeat: 're-armed' },
    });
    // Nothing was traded: the result is 0, which is passed already.
    expect(rule.state).toBe('waiting');
    await writeForAll(server.backend.parts.database, (tx) =>
      tx.query.updateTable('alert_rules').set({ state: 'armed' }).where('id', '=', rule.ruleId).execute(),
    );
    const [row] = await server.backend.parts.database.read
      .selectFrom('alert_rules')
      .selectAll()
      .where('id', '=', rule.ruleId)
      .execute();
    server.backend.parts.alertRules.put(row!);
    await until('the message', () => Promise.resolve(receiver.received.length === 1));
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({
      text: "Your limit of the day's result is reached\nThe day's result of all strategies has reached your limit.",
    });
    expect((await bodies())[0]).toContain('₹0.00');
  });

  it('are each user’s own', async () => {
    await setUpWebhook();
    const other = await server.register(`other-${number}`);
    const { channels } = await other.call('alertRules.channels');
    expect(channels.every(({ isSetUp }) => !isSetUp)).toBe(true);
    const answer = await other.ask('alertRules.testChannel', { channel: 'webhook' });
    expect([answer.status, answer.body.message]).toEqual([
      422,
      'You have not set up the webhook yet. Save its settings first.',
    ]);
  });
});
