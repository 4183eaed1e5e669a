import type { ParsedOf } from '../../../shared/contract/endpoint.ts';
import type { scanner } from '../../../shared/contract/scanner.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { Refusal } from '../../refusal.ts';
import { latestDay, requirePast, type ScanMarket, symbolsOf } from '../../scanner/scan-universe.ts';
import { requireDocument, requireKnownShares } from '../../trading/require-document.ts';
import { listSaved, removeScan, saveScan } from './saved-scans.ts';
import { pageOfRows, scanView, whyOf } from './scan-rows.ts';
import type { ScannerCalls, ScannerDeps } from './scanner-deps.ts';

/** Rules that can be asked of one day's close. @throws Refusal `invalid` */
const requireScanRules = (input: unknown): RuleDocument => {
  const document = requireDocument(input);
  if (document.timeframe !== '1d')
    throw new Refusal(
      'invalid',
      'The timeframe of the rules must be one day: a scan looks at daily candles.',
      {
        fields: { 'document.timeframe': 'must be 1d' },
      },
    );
  return document;
};

const taskOf = async (
  { database, marketRuns }: ScannerDeps,
  userId: number,
  { document: given, universe, day: wanted, source: chosen }: ParsedOf<typeof scanner.run>,
) => {
  const document = requireScanRules(given);
  const db = database.readOf(userId);
  await requireKnownShares(db, userId, document);
  const source = chosen ?? marketRuns.runOf(userId).identity.source;
  const end = source === 'simulated' ? marketRuns.simulated.session.now : Infinity;
  const market: ScanMarket = { ownerId: userId, source, end };
  if (wanted !== undefined) requirePast(wanted, market);
  const day = wanted ?? (await latestDay(db, market));
  const symbols = await symbolsOf(db, market, universe, day);
  return { document, ownerId: userId, source, day, symbols };
};

/** Entry rules over many symbols; the work itself is done on a thread. */
export const scannerHandlers = (deps: ScannerDeps): ScannerCalls => ({
  run: async (input, { userId }) => scanView(await deps.scans.run(userId, () => taskOf(deps, userId, input))),
  cancel: (_input, { userId }) => ({ wasRunning: deps.scans.cancel(userId) }),
  rows: (input, { userId }) => pageOfRows(deps.scans.require(userId, input.scanId), input),
  why: ({ scanId, symbol }, { userId, language }) =>
    whyOf(deps.scans.require(userId, scanId), symbol, language),
  saved: listSaved(deps),
  save: saveScan(deps),
  remove: removeScan(deps),
});
