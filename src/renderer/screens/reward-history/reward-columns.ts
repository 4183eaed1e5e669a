import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { team } from '../../../shared/contract/team.ts';
import { formatPercent } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import {
  changeColumn,
  countColumn,
  inOrder,
  rupeesColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';

export type Reward = OutputOf<(typeof team)['rewards']>['wallet_transaction_list'][number];

/** All columns of a reward, in the order of a file. Tables and files choose from them. */
export const rewardColumns = (): readonly Column<Reward>[] => [
  timeColumn('at', t('Time (IST)'), (row) => row.at),
  textColumn('from', t('From', { context: 'person' }), (row) => row.fromName, { fullTitle: t('From') }),
  countColumn('level', t('Level'), (row) => row.level),
  rupeesColumn('paid', t('Paid net of GST'), (row) => row.paid),
  {
    key: 'percent',
    title: t('Your share'),
    fullTitle: t('Percent'),
    align: 'end',
    render: (row) => formatPercent(row.percent),
    csv: (row) => String(row.percent),
  },
  changeColumn('amount', t('Reward'), (row) => row.amount),
  rupeesColumn('balance', t('Balance'), (row) => row.balance),
  textColumn('reference', t('Reference'), (row) => row.reference, { kind: 'quiet' }),
];

/** Those of the table. */
export const rewardTableColumns = (): readonly Column<Reward>[] =>
  inOrder(rewardColumns(), ['from', 'at', 'level', 'paid', 'percent', 'amount', 'balance', 'reference']);
