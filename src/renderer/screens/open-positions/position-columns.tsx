import { makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ChevronDown16Regular, ChevronRight16Regular } from '@fluentui/react-icons';
import { useMemo } from 'react';
import type { Position } from '../../../shared/contract/positions.ts';
import { istDate, istTime } from '../../../shared/time.ts';
import { modeWord } from '../../../shared/mode-word.ts';
import { countColumn, priceColumn } from '../../ui/columns.tsx';
import { actionsColumn, type PositionActions } from '../../features/trades/position-actions.tsx';
import { contractColumns, protectionColumn } from '../../features/trades/protection-columns.tsx';
import { markShown, type ShownPosition } from '../../features/trades/net-positions.ts';
import { HELD_LABELS } from '../../features/manual/order-labels.ts';
import { StrategyLink } from '../../features/strategies/strategy-link.tsx';
import { contractName, contractPart } from '../../i18n/contract-name.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { csvNumber, csvRupees } from '../../i18n/csv-cells.ts';
import type { Column } from '../../ui/data-table.tsx';
import type { GridColumn } from '../../ui/streaming-grid.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { SymbolText } from '../../ui/symbol-text.tsx';
import { quotesNow } from '../../state/quotes.ts';
import { LtpCell, PnlCell, PnlPercentCell } from '../../features/trades/streaming-cells.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { NARROW_PAGE, useIsPageWide } from '../../ui/page-width.ts';

const useStyles = makeStyles({
  cut: {
    display: 'inline-block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    verticalAlign: 'bottom',
    [NARROW_PAGE]: { maxWidth: '12ch' },
    '@container page (min-width: 931px) and (max-width: 1120px)': { maxWidth: '16ch' },
  },
  contract: { display: 'inline-flex', flexDirection: 'column', lineHeight: tokens.lineHeightBase200 },
  part: {
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightRegular,
  },
  net: { display: 'inline-flex', alignItems: 'center', gap: tokens.spacingHorizontalXS },
  /** Under the symbol of its net position, which begins behind a chevron. */
  under: { paddingLeft: tokens.spacingHorizontalXL },
});

/** Actions on a position from its row. */
export interface PositionRowActions extends PositionActions {
  onOpen: (position: Position) => void;
}

/** Product of a position by hand. Two of one symbol may differ in nothing else. */
const productOf = ({ isManual, product }: Position): string => (isManual ? HELD_LABELS[product] : '');

/** The symbol, and under it the contract and the product. */
const ContractCell = ({ position, hasProduct }: { position: Position; hasProduct: boolean }) => {
  const styles = useStyles();
  const part = [contractPart(position), hasProduct ? productOf(position) : '']
    .filter((text) => text !== '')
    .join(' · ');
  if (part === '') return <SymbolText symbol={position.symbol} />;
  return (
    <span className={styles.contract}>
      {position.symbol} <span className={styles.part}>{part}</span>
    </span>
  );
};

interface SymbolCellProps {
  row: ShownPosition;
  isExpanded: boolean | undefined;
  /** Whether the product stands here, and not beside the account. */
  hasProduct: boolean;
}

/** When a position was opened: on the day of its last price the time alone. */
const openedText = ({ openedAt, ltpAt }: Position): string => {
  const opened = Date.parse(openedAt);
  const isToday = istDate(opened) === istDate(Date.parse(ltpAt ?? openedAt));
  return isToday ? istTime(opened) : dateTimeText(opened);
};

/** The symbol of a row: of a net position with how many it is of, of a part with when it was opened. */
const SymbolCell = ({ row, isExpanded, hasProduct }: SymbolCellProps) => {
  const styles = useStyles();
  const { parts, net } = row;
  if (net)
    return (
      <span className={mergeClasses(styles.part, styles.under)}>
        <VisuallyHidden>{row.symbol}</VisuallyHidden> {t('of {{time}}', { time: openedText(row) })}
      </span>
    );
  if (!parts) return <ContractCell position={row} hasProduct={hasProduct} />;
  return (
    <span className={styles.net}>
      {isExpanded === true ? <ChevronDown16Regular /> : <ChevronRight16Regular />}
      <span className={styles.contract}>
        <ContractCell position={row} hasProduct={hasProduct} />
        <span className={styles.part}>{t('{{count}} positions', { count: parts.length })}</span>
      </span>
    </span>
  );
};

/** The strategy's name, by hand with the product. A long one is cut short, as the figures need the room. */
const StrategyCell = ({ position }: { position: Position }) => {
  const styles = useStyles();
  const { strategyId, strategyName, isBasket, isManual } = position;
  const product = isManual ? ` · ${productOf(position)}` : '';
  return (
    <span className={styles.cut} title={`${strategyName}${product}`}>
      {isBasket ? (
        strategyName
      ) : (
        <StrategyLink strategyId={strategyId} isManual={isManual}>
          {strategyName}
        </StrategyLink>
      )}
      {product}
    </span>
  );
};

/** Whether the levels of positions have columns. By hand they are set row by row, and nothing else says them. */
export const hasLevels = (rows: readonly Position[]): boolean => rows.some(({ isManual }) => isManual);

/** A level of a row; of a net position the one that all its parts have. */
const levelOf = (row: ShownPosition, level: 'stopLoss' | 'target'): number | null => {
  const [first, ...others] = row.parts ?? [row];
  return others.every((part) => part[level] === first[level]) ? first[level] : null;
};

const levelColumns = (): readonly GridColumn<ShownPosition>[] => [
  { width: '13ch', ...priceColumn<ShownPosition>('stop', t('Stop-loss'), (row) => levelOf(row, 'stopLoss')) },
  { width: '13ch', ...priceColumn<ShownPosition>('target', t('Target'), (row) => levelOf(row, 'target')) },
];

const strategyColumn = (): GridColumn<ShownPosition> => ({
  key: 'strategy',
  width: 'minmax(18ch, 2fr)',
  title: t('Strategy'),
  kind: 'quiet',
  render: (row) => <StrategyCell position={row} />,
  sortBy: (row) => row.strategyName,
  csv: (row) => row.strategyName,
});

interface ColumnOptions {
  readonly areLevelsShown?: boolean;
  /** Whether there is a column of strategies. */
  readonly hasStrategy?: boolean;
  /** Whether the parts of a net position are shown; undefined of another row. */
  readonly isExpanded?: (row: ShownPosition) => boolean | undefined;
}

/** The columns of positions; in a grid each has its width. On paper there is no protection to tell of. */
export const columnsFor = (
  actions: PositionRowActions,
  isProtectionShown: boolean,
  { areLevelsShown = false, hasStrategy = true, isExpanded = () => undefined }: ColumnOptions = {},
): readonly GridColumn<ShownPosition>[] => [
  {
    width: 'minmax(12ch, 1fr)',
    key: 'symbol',
    title: t('Symbol'),
    render: (row) => <SymbolCell row={row} isExpanded={isExpanded(row)} hasProduct={!hasStrategy} />,
    sortBy: contractName,
    csv: (row) => row.symbol,
  },
  ...(hasStrategy ? [strategyColumn()] : []),
  {
    key: 'mode',
    width: '9ch',
    title: t('Mode'),
    render: (row) => <ModeChip mode={row.mode} />,
    csv: (row) => modeWord(row.mode),
  },
  ...(isProtectionShown ? [{ width: '16ch', ...protectionColumn() }] : []),
  { width: '10ch', ...countColumn<ShownPosition>('quantity', t('Qty'), (row) => row.quantity) },
  { width: '13ch', ...priceColumn<ShownPosition>('average', t('Avg'), (row) => row.averagePrice) },
  ...(areLevelsShown ? levelColumns() : []),
  {
    key: 'ltp',
    width: '14ch',
    title: 'LTP',
    align: 'end',
    render: (row) => <LtpCell position={row} />,
    csv: (row) => csvRupees(markShown(row, quotesNow()).ltp),
  },
  {
    key: 'pnl',
    width: '20ch',
    title: 'P&L',
    align: 'end',
    render: (row) => <PnlCell position={row} />,
    sortBy: (row) => markShown(row, quotesNow()).pnl,
    csv: (row) => csvRupees(markShown(row, quotesNow()).pnl),
  },
  {
    key: 'percent',
    width: '13ch',
    title: 'P&L %',
    align: 'end',
    render: (row) => <PnlPercentCell position={row} />,
    sortBy: (row) => markShown(row, quotesNow()).pnlPercent,
    csv: (row) => csvNumber(markShown(row, quotesNow()).pnlPercent),
  },
  { width: '212px', ...actionsColumn(actions) },
];

/** Widths in px: room for all, for all but the levels, for the price, for the mode. */
const [WITH_LEVELS, ALL_COLUMNS, WITH_PRICE, WITH_MODE] = [1_120, 900, 680, 520] as const;
const LEVELS: readonly string[] = ['stop', 'target'];
/** Columns of the narrowest pane: nothing of them is left out anywhere. */
const KEPT: readonly string[] = ['symbol', 'quantity', 'pnl', 'actions'];

/** React hook: whether there is room for the column of strategies. */
export const useHasStrategy = (): boolean => useIsPageWide(ALL_COLUMNS);

/** React hook: columns with room for them. The particulars of a row have the others. */
export const useFitting = (
  columns: readonly GridColumn<ShownPosition>[],
): readonly GridColumn<ShownPosition>[] => {
  const hasRoom = useIsPageWide(WITH_LEVELS);
  const isWide = useHasStrategy();
  const hasPrice = useIsPageWide(WITH_PRICE);
  const hasMode = useIsPageWide(WITH_MODE);
  return useMemo(() => {
    if (hasRoom) return columns;
    if (isWide) return columns.filter(({ key }) => !LEVELS.includes(key));
    const kept = [...KEPT, ...(hasMode ? ['mode'] : []), ...(hasPrice ? ['ltp', 'protection'] : [])];
    return columns.filter(({ key }) => kept.includes(key));
  }, [columns, hasRoom, isWide, hasPrice, hasMode]);
};

/** The columns for a file, with protection and contract in full. The file also has the pages that are not in view. */
export const fileColumnsFor = (actions: PositionRowActions): readonly Column<Position>[] => [
  ...columnsFor(actions, true, { areLevelsShown: true }),
  ...contractColumns(),
];
