import type { GttElsewhere, GttOrder } from '../../../shared/contract/gtt.ts';
import { t } from '../../i18n/translate.ts';
import { SymbolCell } from '../../features/symbols/symbol-more.tsx';
import { sideText } from '../../features/trades/order-columns.tsx';
import {
  codeColumn,
  countColumn,
  dayColumn,
  priceColumn,
  saidColumn,
  statusColumn,
  symbolColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { GttActions } from './gtt-actions.tsx';
import { gttStateText, gttStateTone } from './gtt-list.ts';

/** Columns of GTT orders that were placed here. A file has them all but what can be done. */
export const gttColumns = (): readonly Column<GttOrder>[] => [
  timeColumn('placed', t('Placed (IST)'), (row) => row.placedAt),
  {
    ...symbolColumn<GttOrder>('symbol', t('Symbol'), (row) => row.symbol, { kind: 'name' }),
    render: ({ symbol }) => <SymbolCell symbol={symbol} source="broker" />,
  },
  codeColumn('side', t('Side'), (row) => row.side, sideText),
  countColumn('quantity', t('Quantity'), (row) => row.quantity),
  priceColumn('trigger', t('Trigger'), (row) => row.triggerPrice),
  priceColumn('limit', t('Limit'), (row) => row.price),
  statusColumn('state', t('Status'), gttStateText, gttStateTone, { csv: (row) => row.state }),
  dayColumn('until', t('Waits until'), (row) => row.expiresAt),
  saidColumn('reason', t('Reason'), (row) => row.reason, { kind: 'wrap' }),
];

/** The same in the window, with what can be done about each. */
export const gttTableColumns = ({
  onChanged,
  onChange,
}: {
  onChanged: () => void;
  onChange: (order: GttOrder) => void;
}): readonly Column<GttOrder>[] => [
  ...gttColumns(),
  {
    key: 'actions',
    title: t('Actions'),
    isTitleHidden: true,
    isPinned: true,
    render: (order) =>
      order.mayTrigger && <GttActions order={order} onChanged={onChanged} onChange={() => onChange(order)} />,
  },
];

/** Columns of what was placed elsewhere: it is shown, and nothing here changes it. */
export const elsewhereColumns = (): readonly Column<GttElsewhere>[] => [
  textColumn('name', t('Symbol'), (row) => row.name, { kind: 'name' }),
  textColumn('side', t('Side'), (row) => (row.terms ? sideText(row.terms.side) : t('Cannot be read'))),
  countColumn('quantity', t('Quantity'), (row) => row.terms?.quantity ?? null),
  priceColumn('trigger', t('Trigger'), (row) => row.terms?.triggerPrice ?? null),
  priceColumn('limit', t('Limit'), (row) => row.terms?.price ?? null),
  textColumn('number', t('Number at the broker'), (row) => row.ruleId, { kind: 'quiet' }),
];
