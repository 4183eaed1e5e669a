import type { InputOf, OutputOf } from '../../../shared/contract/endpoint.ts';
import type { market } from '../../../shared/contract/market.ts';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { writtenDay } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { createResource } from '../../state/resource.ts';

/** Lists of the exchange that were imported. */
export const importedLists = createResource(() => api.market.lists());

type Lists = OutputOf<typeof market.lists>;

/** An imported list, in words. */
export interface ListRow {
  readonly key: string;
  readonly name: string;
  readonly contents: string;
  readonly days: string;
  /** Question before it is removed, and what follows. */
  readonly question: string;
  readonly consequence: string;
  /** Name of the list for the server. */
  readonly removed: InputOf<typeof market.removeList>;
}

const daysText = (from: string, to: string): string =>
  from === to ? writtenDay(from) : t('{{from}} to {{to}}', { from: writtenDay(from), to: writtenDay(to) });

const actionsRow = ({ actions, shares, from, to }: Lists['corporateActions']): ListRow[] =>
  from === null || to === null
    ? []
    : [
        {
          key: 'corporate-actions',
          name: t('Corporate actions'),
          contents: t('{{actions}} actions, shares: {{shares}}', {
            count: actions,
            actions: formatCount(actions),
            shares: formatCount(shares),
          }),
          days: daysText(from, to),
          question: t('Remove the list of corporate actions?'),
          consequence: t(
            'Backtests then read prices as they were traded, so that a split or a bonus looks like a fall. The tax report leaves the list out too. What was applied to your paper positions stays.',
          ),
          removed: { list: 'corporate-actions' },
        },
      ];

const changesRow = ({ changes, from, to }: Lists['symbolChanges']): ListRow[] =>
  from === null || to === null
    ? []
    : [
        {
          key: 'symbol-changes',
          name: t('Symbol changes'),
          contents: t('{{changes}} changes', { count: changes, changes: formatCount(changes) }),
          days: daysText(from, to),
          question: t('Remove the list of symbol changes?'),
          consequence: t(
            'Prices and actions under an earlier symbol then count for that symbol alone, so that a share begins on the day of its change. The tax report leaves the list out too. What was applied to your paper positions stays.',
          ),
          removed: { list: 'symbol-changes' },
        },
      ];

const indexRow = ({ index, spans, shares, from }: Lists['indices'][number]): ListRow => ({
  key: `index ${index}`,
  name: t('Members of {{index}}', { index }),
  contents: t('{{rows}} rows, shares: {{shares}}', {
    count: spans,
    rows: formatCount(spans),
    shares: formatCount(shares),
  }),
  days: t('from {{day}}', { day: writtenDay(from) }),
  question: t('Remove the list of the members of {{index}}?', { index }),
  consequence: t('Rules over {{index}} cannot be backtested until a list of its members is imported again.', {
    index,
  }),
  removed: { list: 'index-members', index },
});

/** Rows of the lists that are there. */
export const listRows = ({ corporateActions, symbolChanges, indices }: Lists): ListRow[] => [
  ...actionsRow(corporateActions),
  ...changesRow(symbolChanges),
  ...indices.map(indexRow),
];
