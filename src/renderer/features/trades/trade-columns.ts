import type { Trade } from '../../../shared/contract/positions.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { t } from '../../i18n/translate.ts';
import {
  changeColumn,
  codeColumn,
  countColumn,
  inOrder,
  longNameColumn,
  priceColumn,
  rupeesColumn,
  textColumn,
  timeColumn,
} from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { menuSymbolColumn } from '../symbols/symbol-columns.tsx';

/** Names of the labels of a kind. */
const namesOf = ({ journal }: Trade, wanted: 'tag' | 'mistake'): string =>
  (journal?.labels ?? [])
    .filter(({ kind }) => kind === wanted)
    .map(({ name }) => name)
    .join(', ');

/** All columns of a closed trade, in the order of a file. Tables, files and paper choose from them. */
const allColumns = (): readonly Column<Trade>[] => [
  timeColumn('exitAt', t('Time (IST)'), (row) => row.exitAt, { fullTitle: t('Exit time (IST)') }),
  timeColumn('entryAt', t('Entry time (IST)'), (row) => row.entryAt),
  textColumn('mode', t('Mode'), (row) => modeWord(row.mode)),
  longNameColumn('strategy', t('Strategy'), (row) => row.strategyName, { kind: 'quiet' }),
  menuSymbolColumn(),
  codeColumn(
    'side',
    t('Side'),
    (row) => row.side,
    (side) => t(side === 'long' ? 'Long' : 'Short'),
  ),
  countColumn('quantity', t('Qty'), (row) => row.quantity, { fullTitle: t('Quantity') }),
  priceColumn('entry', t('Entry'), (row) => row.entryPrice, { fullTitle: t('Entry price') }),
  priceColumn('exit', t('Exit'), (row) => row.exitPrice, { fullTitle: t('Exit price') }),
  changeColumn('gross', t('Gross'), (row) => row.gross),
  rupeesColumn('charges', t('Charges'), (row) => row.charges),
  changeColumn('net', t('P&L'), (row) => row.net, { fullTitle: t('Net') }),
  changeColumn('running', t('Cumulative P&L'), (row) => row.runningTotal),
  textColumn('tags', t('Tags'), (row) => namesOf(row, 'tag')),
  textColumn('mistakes', t('Mistakes'), (row) => namesOf(row, 'mistake')),
  longNameColumn('note', t('Note'), (row) => row.journal?.note ?? ''),
];

const IN_TABLE = ['exitAt', 'symbol', 'side', 'quantity', 'entry', 'exit', 'strategy', 'net', 'running'];

/** Columns of a table of closed trades; inside one strategy its name says nothing. */
export const tradeColumns = ({ hasStrategy = true } = {}): readonly Column<Trade>[] =>
  inOrder(
    allColumns(),
    IN_TABLE.filter((key) => hasStrategy || key !== 'strategy'),
  );

/** The same in a file or on paper; a running total only says something where the list has no gaps. */
export const tradeFileColumns = ({ hasRunningTotal = false } = {}): readonly Column<Trade>[] =>
  allColumns().filter(({ key }) => hasRunningTotal || key !== 'running');
