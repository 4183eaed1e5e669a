import {
  Link,
  makeStyles,
  mergeClasses,
  Table,
  TableBody,
  TableCell,
  TableHeader,
  TableHeaderCell,
  TableRow,
  tokens,
} from '@fluentui/react-components';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { desk } from './desk-tokens.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  frame: {
    overflowX: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
  },
  table: { tableLayout: 'auto', width: '100%' },
  row: { height: desk.rowHeight },
  openable: { cursor: 'pointer' },
  selected: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  cell: {
    height: desk.rowHeight,
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
  },
  wrap: { whiteSpace: 'normal', minWidth: '200px', paddingTop: '4px', paddingBottom: '4px' },
  quiet: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  head: {
    height: desk.rowHeight,
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  end: { textAlign: 'right' },
  headEnd: { '& > div, & > button': { justifyContent: 'flex-end' } },
  open: { color: 'inherit', fontWeight: tokens.fontWeightSemibold, minHeight: '24px', textAlign: 'left' },
  footer: { fontWeight: tokens.fontWeightSemibold },
});

export interface Column<Row> {
  key: string;
  title: string;
  /** The title is there for screen readers only. */
  isTitleHidden?: boolean;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  align?: 'start' | 'end';
  /** `quiet` for what accompanies, `wrap` for sentences that must be read in full. */
  kind?: 'plain' | 'quiet' | 'wrap';
  /** Makes the column sortable; only where every row is on the page. */
  sortBy?: (row: Row) => number | string;
}

interface DataTableProps<Row> {
  /** What the table shows, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** Opens the row's particulars; the first column becomes its button. */
  onOpen?: (row: Row) => void;
  selectedKey?: number | string | null;
  /** A closing row, such as a total. */
  footer?: ReactNode;
}

type Sorting = { key: string; isDescending: boolean } | null;

const sortRows = <Row,>(rows: readonly Row[], columns: readonly Column<Row>[], sorting: Sorting) => {
  const by = sorting && columns.find((column) => column.key === sorting.key)?.sortBy;
  if (!by) return rows;
  const compare = (a: Row, b: Row) => {
    const [left, right] = [by(a), by(b)];
    const order =
      typeof left === 'string' ? left.localeCompare(String(right), 'en-IN') : left - Number(right);
    return sorting.isDescending ? -order : order;
  };
  return [...rows].sort(compare);
};

/** A click on the row itself, not on a control in it (nor on a menu of it, whose clicks React bubbles up here). */
const isPlainClick = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.currentTarget.contains(event.target) &&
  event.target.closest('a, button') === null;

/** A table of at most fifty rows: numbers right-aligned, rows that open, columns that sort where it makes sense. */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  selectedKey = null,
  footer,
}: DataTableProps<Row>) => {
  const styles = useStyles();
  const [sorting, setSorting] = useState<Sorting>(null);
  const sortOn = (key: string) =>
    setSorting((before) =>
      before?.key === key
        ? before.isDescending
          ? { key, isDescending: false }
          : null
        : { key, isDescending: true },
    );
  return (
    <div
      className={styles.frame}
      tabIndex={0}
      role="group"
      aria-label={t('{{table}}, scrolls sideways', { table: label })}
    >
      <Table aria-label={label} className={styles.table}>
        <TableHeader>
          <TableRow className={styles.row}>
            {columns.map((column) => (
              <TableHeaderCell
                key={column.key}
                sortable={column.sortBy !== undefined}
                sortDirection={
                  sorting?.key === column.key
                    ? sorting.isDescending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
                onClick={column.sortBy && (() => sortOn(column.key))}
                className={mergeClasses(styles.head, column.align === 'end' && styles.headEnd)}
              >
                {column.isTitleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {sortRows(rows, columns, sorting).map((row) => (
            <TableRow
              key={rowKey(row)}
              className={mergeClasses(
                styles.row,
                onOpen && styles.openable,
                selectedKey === rowKey(row) && styles.selected,
              )}
              onClick={onOpen && ((event) => isPlainClick(event) && onOpen(row))}
            >
              {columns.map((column, index) => (
                <TableCell
                  key={column.key}
                  className={mergeClasses(
                    styles.cell,
                    column.align === 'end' && styles.end,
                    column.kind === 'quiet' && styles.quiet,
                    column.kind === 'wrap' && styles.wrap,
                  )}
                >
                  {index === 0 && onOpen ? (
                    <Link as="button" className={styles.open} onClick={() => onOpen(row)}>
                      {column.render(row)}
                    </Link>
                  ) : (
                    column.render(row)
                  )}
                </TableCell>
              ))}
            </TableRow>
          ))}
          {footer && (
            <TableRow className={mergeClasses(styles.row, styles.footer)}>
              <TableCell colSpan={columns.length} className={mergeClasses(styles.cell, styles.end)}>
                {footer}
              </TableCell>
            </TableRow>
          )}
        </TableBody>
      </Table>
    </div>
  );
};
