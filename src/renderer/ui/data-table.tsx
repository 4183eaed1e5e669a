import {
  Button,
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
import { TableArrowUpRegular } from '@fluentui/react-icons';
import { Fragment, useContext, useState, type KeyboardEvent, type MouseEvent, type ReactNode } from 'react';
import { t } from '../i18n/translate.ts';
import { AllRowsShown } from './all-rows-shown.ts';
import { appTokens } from './tokens.ts';
import { SaveTableContext } from './save-table.ts';
import { sortedRows, turned, type Sorting } from './sorting.ts';
import { VisuallyHidden } from './visually-hidden.tsx';
import { IN_LOW_PANE, NARROW_PAGE } from './page-width.ts';

const useStyles = makeStyles({
  frame: {
    overflowX: 'auto',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    // In a narrow window the figures need the room.
    [NARROW_PAGE]: {
      '& th, & td': {
        paddingLeft: tokens.spacingHorizontalSNudge,
        paddingRight: tokens.spacingHorizontalSNudge,
      },
    },
  },
  /** Scrolls by itself: its titles, and what stands above, stay in view. */
  tall: {
    maxHeight: 'max(280px, calc(100vh - 400px))',
    overflowY: 'auto',
    // The focused control is scrolled clear of the titles, which stay in view.
    scrollPaddingTop: appTokens.rowHeight,
    [IN_LOW_PANE]: { maxHeight: 'max(120px, calc(100cqh - 210px))' },
    // One part that stays, not one for each title: each is a layer of its own to draw.
    '& thead': { position: 'sticky', top: 0, zIndex: 1, backgroundColor: tokens.colorNeutralBackground1 },
  },
  /** Scroll the focused control clear of the column that stays in view. In a narrow window little lies under it. */
  clear: {
    scrollPaddingInlineEnd: '212px',
    [NARROW_PAGE]: {
      '& th, & td': {
        paddingLeft: tokens.spacingHorizontalXS,
        paddingRight: tokens.spacingHorizontalXS,
      },
    },
  },
  table: { tableLayout: 'auto', width: '100%' },
  row: { height: appTokens.rowHeight, backgroundColor: tokens.colorNeutralBackground1 },
  openable: { cursor: 'pointer' },
  selected: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  cell: {
    height: appTokens.rowHeight,
    boxSizing: 'border-box',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    whiteSpace: 'nowrap',
    fontSize: tokens.fontSizeBase300,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  wrap: {
    whiteSpace: 'normal',
    minWidth: '200px',
    paddingTop: '4px',
    paddingBottom: '4px',
    [NARROW_PAGE]: { minWidth: '160px' },
  },
  quiet: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  head: {
    height: appTokens.rowHeight,
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
    fontSize: tokens.fontSizeBase200,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
    whiteSpace: 'nowrap',
  },
  end: { textAlign: 'right' },
  headEnd: { '& > div, & > button': { justifyContent: 'flex-end' } },
  plain: { fontWeight: tokens.fontWeightRegular },
  open: { color: 'inherit', fontWeight: tokens.fontWeightSemibold, minHeight: '24px', textAlign: 'left' },
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  save: { alignSelf: 'flex-end' },
  pinned: { position: 'sticky', right: 0, backgroundColor: tokens.colorNeutralBackground1 },
  /** Hides what scrolls under it, in the colour of the row. The row under the mouse has one colour. */
  pinnedCell: { backgroundColor: 'inherit' },
  footer: { fontWeight: tokens.fontWeightSemibold },
  group: { backgroundColor: tokens.colorNeutralBackground2 },
});

export interface Column<Row> {
  key: string;
  title: string;
  /** Explanation of the figures, where the title is pointed at. */
  hint?: string;
  /** The title is there for screen readers only. */
  isTitleHidden?: boolean;
  render: (row: Row) => ReactNode;
  /** Numbers stand at the right. */
  align?: 'start' | 'end';
  /**
   * Kind of cell. `name` identifies a row where that is not its first column, `quiet` what accompanies,
   * `wrap` sentences that must be read in full.
   */
  kind?: 'plain' | 'name' | 'quiet' | 'wrap';
  /** Stays in view at the right while the rest scrolls sideways: what must be at hand, such as Exit. */
  isPinned?: boolean;
  /** Makes the column sortable; only where every row is on the page. */
  sortBy?: (row: Row) => number | string;
  /** Title in files and on paper, where there is room for it. */
  fullTitle?: string;
  /** Cell in a file for a spreadsheet; without it the column is not in the file. */
  csv?: (row: Row) => string;
  /** Cell on paper. */
  print?: (row: Row) => string;
}

/** Groups of rows, each under a row that names it. */
export interface RowGroups<Row> {
  readonly of: (row: Row) => string;
  /** The first row of a group stands for it. */
  readonly head: (first: Row, rows: readonly Row[]) => ReactNode;
}

interface DataTableProps<Row> {
  /** Contents of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => number | string;
  /** Opens the row's particulars; the first column becomes its button. */
  onOpen?: (row: Row) => void;
  selectedKey?: number | string | null;
  /** Whether what opening a row unfolds is shown; undefined of a row that opens particulars. */
  isExpanded?: (row: Row) => boolean | undefined;
  /** A long table, which scrolls by itself. */
  isTall?: boolean;
  /** Groups come in the order of `rows`; sorting is within them. */
  groups?: RowGroups<Row>;
  /** A closing row, such as a total. */
  footer?: ReactNode;
  /** Adds a button that saves the table under this name. It saves the table's rows, or with `rows` more than those. */
  csv?: { readonly name: string; readonly rows?: () => readonly Row[] };
  /** Sorting kept by the screen itself, in the address. Without it the table keeps its own. */
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
}

/**
 * Whether a click is on the row itself, not on a control. A menu of the row does not count either: React bubbles its
 * clicks up here.
 */
const isPlainClick = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.currentTarget.contains(event.target) &&
  event.target.closest('a, button') === null;

/** Enter on the row itself, where a key has brought the focus; controls in it have their own. */
const isEnterOnRow = (event: KeyboardEvent): boolean =>
  event.key === 'Enter' && event.target === event.currentTarget;

/** A table of at most fifty rows: numbers right-aligned, rows that open, columns that sort where it makes sense. */
export const DataTable = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  onOpen,
  selectedKey = null,
  isExpanded,
  isTall = false,
  groups,
  footer,
  csv,
  sorting: kept,
  onSort,
}: DataTableProps<Row>) => {
  const styles = useStyles();
  const [own, setOwn] = useState<Sorting>(null);
  const sorting = onSort ? (kept ?? null) : own;
  const canSort = useContext(AllRowsShown);
  const saveTable = useContext(SaveTableContext);
  const shown = sortedRows(rows, columns, canSort ? sorting : null);
  const parts = groups
    ? [...new Set(rows.map(groups.of))].map((key) => ({
        key,
        rows: shown.filter((row) => groups.of(row) === key),
      }))
    : [{ key: '', rows: shown }];
  const isNamedElsewhere = columns.some(({ kind }) => kind === 'name');
  const sortOn = (key: string) => (onSort ?? setOwn)(turned(sorting, key));
  const table = (
    <div
      className={mergeClasses(
        styles.frame,
        isTall && styles.tall,
        columns.some(({ isPinned }) => isPinned) && styles.clear,
      )}
      tabIndex={0}
      data-list
      role="group"
      aria-label={t('{{table}}, scrolls sideways', { table: label })}
    >
      <Table aria-label={label} className={styles.table}>
        <TableHeader>
          <TableRow className={styles.row}>
            {columns.map((column) => (
              <TableHeaderCell
                key={column.key}
                title={column.hint}
                sortable={canSort && column.sortBy !== undefined}
                sortDirection={
                  canSort && sorting?.key === column.key
                    ? sorting.isDescending
                      ? 'descending'
                      : 'ascending'
                    : undefined
                }
                onClick={canSort && column.sortBy ? () => sortOn(column.key) : undefined}
                className={mergeClasses(
                  styles.head,
                  column.align === 'end' && styles.headEnd,
                  column.isPinned && styles.pinned,
                )}
              >
                {column.isTitleHidden ? <VisuallyHidden>{column.title}</VisuallyHidden> : column.title}
              </TableHeaderCell>
            ))}
          </TableRow>
        </TableHeader>
        <TableBody>
          {parts.map((part) => (
            <Fragment key={part.key}>
              {groups && part.rows[0] !== undefined && (
                <TableRow className={mergeClasses(styles.row, styles.group)}>
                  <TableCell colSpan={columns.length} className={styles.cell}>
                    {groups.head(part.rows[0], part.rows)}
                  </TableCell>
                </TableRow>
              )}
              {part.rows.map((row) => (
                <TableRow
                  key={rowKey(row)}
                  className={mergeClasses(
                    styles.row,
                    onOpen && styles.openable,
                    selectedKey === rowKey(row) && styles.selected,
                  )}
                  data-row
                  tabIndex={-1}
                  onClick={onOpen && ((event) => isPlainClick(event) && onOpen(row))}
                  onKeyDown={onOpen && ((event) => isEnterOnRow(event) && onOpen(row))}
                >
                  {columns.map((column, index) => (
                    <TableCell
                      key={column.key}
                      className={mergeClasses(
                        styles.cell,
                        column.align === 'end' && styles.end,
                        column.kind === 'name' && styles.name,
                        column.kind === 'quiet' && styles.quiet,
                        column.kind === 'wrap' && styles.wrap,
                        column.isPinned && styles.pinned,
                        column.isPinned && styles.pinnedCell,
                      )}
                    >
                      {index === 0 && onOpen ? (
                        <Link
                          as="button"
                          className={mergeClasses(styles.open, isNamedElsewhere && styles.plain)}
                          data-act="details"
                          aria-expanded={isExpanded?.(row)}
                          onClick={() => onOpen(row)}
                        >
                          {column.render(row)}
                        </Link>
                      ) : (
                        column.render(row)
                      )}
                    </TableCell>
                  ))}
                </TableRow>
              ))}
            </Fragment>
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
  if (!csv || !saveTable) return table;
  const save = () =>
    saveTable({
      name: csv.name,
      columns,
      rows: csv.rows ? sortedRows(csv.rows(), columns, sorting) : shown,
    });
  return (
    <div className={styles.stack}>
      {table}
      <Button
        className={styles.save}
        size="small"
        appearance="subtle"
        icon={<TableArrowUpRegular />}
        aria-label={t('Save as CSV: {{list}}', { list: label })}
        onClick={save}
      >
        {t('Save as CSV')}
      </Button>
    </div>
  );
};
