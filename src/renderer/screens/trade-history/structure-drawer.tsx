import type { Structure } from '../../../shared/contract/positions.ts';
import { formatRupees } from '../../../shared/money.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { changeColumn, codeColumn, countColumn, priceColumn, textColumn } from '../../ui/columns.tsx';
import { DataTable, type Column } from '../../ui/data-table.tsx';
import { DetailsDrawer, Facts } from '../../ui/details-drawer.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { structureName } from './structures-list.ts';

type LegTrade = Structure['legs'][number] & { readonly key: number };

const legColumns = (): readonly Column<LegTrade>[] => [
  textColumn('symbol', t('Symbol'), (row) => row.symbol, { kind: 'name' }),
  codeColumn(
    'side',
    t('Side'),
    (row) => row.side,
    (side) => t(side === 'long' ? 'Long' : 'Short'),
  ),
  countColumn('quantity', t('Qty'), (row) => row.quantity, { fullTitle: t('Quantity') }),
  priceColumn('entry', t('Entry'), (row) => row.entryPrice),
  priceColumn('exit', t('Exit'), (row) => row.exitPrice),
  changeColumn('net', t('P&L'), (row) => row.net),
];

/** A structure with the trades of its legs. */
export const StructureDrawer = ({ structure, onClose }: { structure: Structure; onClose: () => void }) => (
  <DetailsDrawer title={t('Structure of {{name}}', { name: structureName(structure) })} onClose={onClose}>
    <Facts
      facts={[
        [t('Net P&L'), <MoneyChange paise={structure.net} />],
        [t('Mode'), <ModeChip mode={structure.mode} />],
        [t('Strategy'), structure.strategyName],
        [t('Entry'), dateTimeText(Date.parse(structure.enteredAt))],
        [t('Exit'), dateTimeText(Date.parse(structure.exitedAt))],
        [t('Why it left'), <SaidByServer>{structure.exitReason}</SaidByServer>],
        [t('Gross P&L'), <MoneyChange paise={structure.gross} />],
        [t('Charges'), formatRupees(structure.charges)],
        ...(structure.openLegs > 0 ? ([[t('Open legs'), String(structure.openLegs)]] as const) : []),
      ]}
    />
    <DataTable
      label={t('Trades of the legs')}
      columns={legColumns()}
      rows={structure.legs.map((leg, key) => ({ ...leg, key }))}
      rowKey={(row) => row.key}
    />
  </DetailsDrawer>
);
