import type { Source } from '../../../shared/contract/fields.ts';
import { t } from '../../i18n/translate.ts';
import { symbolColumn } from '../../ui/columns.tsx';
import type { Column } from '../../ui/data-table.tsx';
import { SymbolCell, SymbolMore } from './symbol-more.tsx';

interface Traded {
  readonly symbol: string;
  readonly source: Source;
}

/** Column of symbols with their menu. It is none that opens a row: that one is a button itself. */
export const menuSymbolColumn = <Row extends Traded>(): Column<Row> => ({
  ...symbolColumn('symbol', t('Symbol'), (row: Row) => row.symbol, { kind: 'name' }),
  render: ({ symbol, source }) => <SymbolCell symbol={symbol} source={source} />,
});

/** Column with the menu of a symbol. There, the symbol itself opens the row. */
export const moreColumn = <Row extends Traded>(): Column<Row> => ({
  key: 'more',
  title: t('More'),
  isTitleHidden: true,
  align: 'end',
  render: ({ symbol, source }) => <SymbolMore symbol={symbol} source={source} />,
});
