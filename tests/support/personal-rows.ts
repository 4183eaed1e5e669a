import { bookTrades } from '../../src/backend/trading/kept-results.ts';
import { ODD_TEXT } from './row-everywhere.ts';
import { ONE_DOT } from './one-dot.ts';
import { RSI_RULES } from './rule-samples.ts';
import type { TestBackend, TestUser } from './test-backend.ts';
import { openPosition } from './written-position.ts';
import { closedTrade } from './written-trade.ts';

/** Tables of lists, alerts, scans and notes that people make. */
export const PERSONAL_TABLES = [
  ...['alert_rules', 'alert_settings', 'journal_labels', 'saved_scans', 'trade_labels', 'trade_notes'],
  ...['trade_pictures', 'watchlist_entries', 'watchlists'],
] as const;

/** Give a user lists, alerts, scans and notes of a trade. */
export const addPersonalRows = async (
  server: TestBackend,
  user: TestUser,
  strategyId: number,
): Promise<void> => {
  const { database, marketRuns } = server.backend.parts;
  const { session, identity } = marketRuns.simulated;
  const { id: userId } = await user.call('profile.mine', {});
  const owner = {
    ...{ user_id: userId, strategy_id: strategyId, symbol: 'ITC', mode: 'test' as const },
    ...{ source: 'simulated' as const, run_id: identity.runId },
  };
  await database.write(userId, async (tx) => {
    const position = openPosition({ ...owner, status: 'closed', quantity: 0, opened_at: session.now });
    const { id } = await tx.query
      .insertInto('positions')
      .values(position)
      .returning('id')
      .executeTakeFirstOrThrow();
    const trade = closedTrade({ ...owner, net: -10_00, exit_at: session.now });
    await bookTrades(tx, [{ ...trade, position_id: id, entry_at: session.now }]);
  });
  const { id: tradeId } = await database.read
    .selectFrom('trades')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const { labels } = await user.call('journal.addLabel', { kind: 'mistake', name: 'Too late 😀' });
  const note = ODD_TEXT.replaceAll(/\t/g, ' ');
  await user.call('journal.save', { tradeId, note, labelIds: labels.map(({ labelId }) => labelId) });
  await user.call('journal.keepPicture', { tradeId, base64: ONE_DOT });
  const { list } = await user.call('watchlists.create', { name: 'Kept' });
  await user.call('watchlists.add', {
    listId: list.listId,
    entries: [
      { kind: 'heading', text: 'Shares' },
      { kind: 'symbol', text: 'ITC' },
    ],
  });
  const condition = { kind: 'price', symbol: 'ITC', when: 'above', price: 99_999_00 } as const;
  await user.call('alertRules.add', { mode: 'test', condition });
  await user.call('alertRules.settings', { hidesAmounts: true, quiet: null });
  const document = { ...RSI_RULES, timeframe: '1d', product: 'delivery' };
  await user.call('scanner.save', { name: 'Kept', document });
};
