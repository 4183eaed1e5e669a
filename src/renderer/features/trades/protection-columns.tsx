import type { Position } from '../../../shared/contract/positions.ts';
import { PROTECTION_LABELS } from '../../i18n/protection-labels.ts';
import { t } from '../../i18n/translate.ts';
import { saidColumn, textColumn } from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { ProtectionChip } from './protection-chip.tsx';

/** The column of what limits each position's loss. It is for a table with live positions. */
export const protectionColumn = (): Column<Position> => ({
  key: 'protection',
  title: t('Protection'),
  render: (row) => <ProtectionChip {...row} />,
  csv: ({ protection }) => (protection === null ? '' : PROTECTION_LABELS[protection.state]),
});

/** Columns that only a file has: why, and the broker's name of the contract. */
export const contractColumns = (): readonly Column<Position>[] => [
  saidColumn('protection-why', t('Reason of the protection'), ({ protection }) => protection?.why ?? ''),
  textColumn('contract', t('Contract'), ({ tradingSymbol }) => tradingSymbol ?? ''),
];

/** Whether the column has anything to say: on paper levels always hold. */
export const hasProtection = (rows: readonly Position[]): boolean =>
  rows.some(({ protection }) => protection !== null);
