import { Button, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { ArrowSortDown16Regular, ArrowSortUp16Regular } from '@fluentui/react-icons';
import {
  type KeyboardEvent,
  memo,
  type MouseEvent,
  type ReactNode,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import type { Column } from './data-table.tsx';
import { INNER_GROUND, NEARLY_CLEAR } from './number-box.tsx';
import { appTokens } from './tokens.ts';
import type { StreamingRows } from './streaming-rows.ts';
import { AllRowsShown } from './all-rows-shown.ts';
import { turned, type Sorting } from './sorting.ts';
import { VisuallyHidden } from './visually-hidden.tsx';

const useStyles = makeStyles({
  frame: {
    position: 'relative',
    overflow: 'auto',
    maxHeight: 'max(320px, calc(100vh - 260px))',
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusXLarge,
    backgroundColor: tokens.colorNeutralBackground1,
    contain: 'strict',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  },
  inside: { position: 'relative', minWidth: 'max-content' },
  row: {
    display: 'grid',
    alignItems: 'center',
    boxSizing: 'border-box',
    height: appTokens.rowHeight,
    borderBottom: `1px solid ${tokens.colorNeutralStroke3}`,
    fontSize: tokens.fontSizeBase300,
    whiteSpace: 'nowrap',
    contain: 'layout style',
    // A row is painted by itself: a number with or without its mark changes nothing of its extent.
    backgroundColor: NEARLY_CLEAR,
  },
  placed: { position: 'absolute', left: 0, right: 0, top: 0 },
  head: {
    position: 'sticky',
    top: 0,
    zIndex: 1,
    backgroundColor: tokens.colorNeutralBackground1,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
    fontWeight: tokens.fontWeightSemibold,
    color: tokens.colorNeutralForeground2,
  },
  // Of the cell, not of its row: widths in letters are those of the rows below.
  title: { fontSize: tokens.fontSizeBase200 },
  heading: {
    display: 'flex',
    backgroundColor: tokens.colorNeutralBackground2,
    fontWeight: tokens.fontWeightSemibold,
  },
  /** In view, however far the grid is scrolled sideways. */
  headingCell: { position: 'sticky', left: 0, padding: `0 ${tokens.spacingHorizontalMNudge}` },
  openable: { cursor: 'pointer', ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover } },
  active: { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '-2px' },
  selected: { backgroundColor: tokens.colorSubtleBackgroundSelected },
  cell: {
    // What is hidden can be scrolled to, and how far is worked out anew with each number.
    overflow: 'clip',
    ...INNER_GROUND,
    textOverflow: 'ellipsis',
    padding: `0 ${tokens.spacingHorizontalMNudge}`,
  },
  end: { textAlign: 'right' },
  quiet: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  sort: { minWidth: 0, padding: 0, fontSize: 'inherit', color: 'inherit' },
});

/** A column of a grid has its width from the start: rows that are not there cannot be measured. */
export interface GridColumn<Row> extends Column<Row> {
  /** As in `grid-template-columns`: `12ch`, `minmax(16ch, 1fr)`. */
  readonly width: string;
}

interface StreamingGridProps<Row> {
  /** Contents of the grid, for screen readers. */
  label: string;
  columns: readonly GridColumn<Row>[];
  rows: StreamingRows<Row>;
  rowKey: (row: Row) => number | string;
  keeps?: ((row: Row) => boolean) | null;
  onOpen?: (row: Row) => void;
  selectedKey?: number | string | null;
  /** Sorting kept by the screen itself, in the address. Without it the grid keeps its own. */
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Contents of a row that is a heading; null of every other. Sorting is among the rows under each. */
  headingOf?: (row: Row) => ReactNode;
  /** The row that keys act on, kept by the screen itself. A press on a row then chooses it, and a double one opens it. */
  activeKey?: number | string | null;
  onActive?: (key: number | string) => void;
  /** Keys of the screen itself; true for one that it has used. */
  onKey?: (event: KeyboardEvent<HTMLElement>, active: Row | null) => boolean;
}

interface GridRowProps<Row> {
  id: string;
  row: Row;
  columns: readonly GridColumn<Row>[];
  template: string;
  top: number;
  rowIndex: number;
  isActive: boolean;
  isSelected: boolean;
  onOpen: ((row: Row) => void) | undefined;
  onActive: ((key: number | string) => void) | undefined;
  rowKey: (row: Row) => number | string;
  heading: ReactNode;
}

/** A row, painted again only when its data or its place changes. */
const GridRow = memo(
  <Row,>({
    id,
    row,
    columns,
    template,
    top,
    rowIndex,
    isActive,
    isSelected,
    onOpen,
    onActive,
    rowKey,
    heading,
  }: GridRowProps<Row>) => {
    const styles = useStyles();
    const onPlain = (act: () => void) => (event: MouseEvent) => {
      if (event.target instanceof Element && !event.target.closest('a, button')) act();
    };
    const open = onOpen && onPlain(() => onOpen(row));
    const choose = onActive && onPlain(() => onActive(rowKey(row)));
    return (
      <div
        id={id}
        role="row"
        aria-rowindex={rowIndex}
        aria-selected={onOpen ? isSelected : undefined}
        className={mergeClasses(
          styles.row,
          styles.placed,
          onOpen && styles.openable,
          heading !== null && styles.heading,
          isActive && styles.active,
          isSelected && styles.selected,
        )}
        style={{
          transform: `translateY(${top}px)`,
          ...(heading === null && { gridTemplateColumns: template }),
        }}
        onClick={choose ?? open}
        onDoubleClick={choose && open}
        // The right button chooses too: what opens then is of this row.
        onContextMenu={choose}
      >
        {heading === null ? (
          columns.map((column) => (
            <div
              key={column.key}
              role="gridcell"
              className={mergeClasses(
                styles.cell,
                column.align === 'end' && styles.end,
                column.kind === 'quiet' && styles.quiet,
              )}
            >
              {column.render(row)}
            </div>
          ))
        ) : (
          <div role="gridcell" aria-colspan={columns.length} className={styles.headingCell}>
            {heading}
          </div>
        )}
      </div>
    );
  },
) as <Row>(props: GridRowProps<Row>) => React.JSX.Element;

/** Rows painted beyond the edges, so that scrolling shows no gap. */
const OVERSCAN = 6;
const DEFAULT_ROW_HEIGHT = 36;

/**
 * A grid of any number of constantly changing rows. Only what is in view is there, and what moves is painted at most
 * four times a second. While the pointer or the focus is in it, rows keep their places, so that nothing slips away from
 * under a press.
 */
export const StreamingGrid = <Row,>({
  label,
  columns,
  rows,
  rowKey,
  keeps = null,
  onOpen,
  selectedKey = null,
  sorting: kept,
  onSort,
  headingOf,
  activeKey: keptKey,
  onActive,
  onKey,
}: StreamingGridProps<Row>) => {
  const styles = useStyles();
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const shown = useSyncExternalStore(rows.subscribe, rows.shown);
  const [own, setOwn] = useState<Sorting>(null);
  const canSort = useContext(AllRowsShown);
  const asked = onSort ? (kept ?? null) : own;
  const sorting = canSort ? asked : null;
  const [ownKey, setOwnKey] = useState<number | string | null>(null);
  const activeKey = onActive ? (keptKey ?? null) : ownKey;
  const by = columns.find((column) => column.key === sorting?.key)?.sortBy ?? null;
  const isDescending = sorting?.isDescending ?? false;
  const isHeading = useMemo(() => headingOf && ((row: Row) => headingOf(row) !== null), [headingOf]);
  useEffect(
    () => rows.arrange({ by, isDescending, keeps, isHeading: isHeading ?? null }),
    [rows, by, isDescending, keeps, isHeading],
  );
  const [rowHeight, setRowHeight] = useState(DEFAULT_ROW_HEIGHT);
  // Its height is a matter of the person's density; it is looked up where the styles have made it.
  useEffect(() => {
    const head = frame.current?.querySelector('[role="row"]');
    if (head && head.clientHeight > 0) setRowHeight(head.getBoundingClientRect().height);
  }, []);
  const template = useMemo(() => columns.map(({ width }) => width).join(' '), [columns]);
  const [view, setView] = useState({ top: 0, height: 0 });
  const measure = (element: Element): void => {
    const { scrollTop: top, clientHeight: height } = element;
    setView((before) => (before.top === top && before.height === height ? before : { top, height }));
  };
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const observer = new ResizeObserver(() => measure(element));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const from = Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN);
  const to = Math.ceil((view.top + Math.max(view.height, rowHeight * OVERSCAN)) / rowHeight) + OVERSCAN;
  const activeIndex = activeKey === null ? -1 : shown.findIndex((row) => rowKey(row) === activeKey);

  const bringIntoView = (index: number): void => {
    const element = frame.current;
    if (!element) return;
    // The heading stands over the first row in view.
    const above = index * rowHeight;
    const below = above + 2 * rowHeight - element.clientHeight;
    if (element.scrollTop > above) element.scrollTop = above;
    else if (element.scrollTop < below) element.scrollTop = below;
  };
  const moveTo = (index: number): void => {
    const next = Math.max(0, Math.min(index, shown.length - 1));
    const row = shown[next];
    if (row === undefined) return;
    (onActive ?? setOwnKey)(rowKey(row));
    bringIntoView(next);
  };
  const showKept = useEffectEvent(() => {
    if (keptKey !== undefined && activeIndex >= 0) bringIntoView(activeIndex);
  });
  // A row that the screen has chosen, as one that was just added or moved.
  useEffect(() => showKept(), [keptKey, activeIndex]);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target !== event.currentTarget) return;
    if (onKey?.(event, shown[activeIndex] ?? null)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const page = Math.max(1, Math.floor((frame.current?.clientHeight ?? 0) / rowHeight) - 2);
    const steps: Readonly<Record<string, number>> = {
      ArrowDown: activeIndex + 1,
      ArrowUp: activeIndex - 1,
      PageDown: activeIndex + page,
      PageUp: activeIndex - page,
      Home: 0,
      End: shown.length - 1,
    };
    const goal = steps[event.key];
    const active = shown[activeIndex];
    if (goal !== undefined) moveTo(goal);
    else if (event.key === 'Enter' && active !== undefined && onOpen) onOpen(active);
    else return;
    event.preventDefault();
  };

  return (
    <div
      ref={frame}
      role="grid"
      data-list
      aria-label={label}
      aria-rowcount={shown.length + 1}
      aria-activedescendant={activeIndex >= 0 ? `${id}-${activeIndex}` : undefined}
      tabIndex={0}
      className={styles.frame}
      style={{ height: (shown.length + 1) * rowHeight + 2 }}
      onKeyDown={onKeyDown}
      onScroll={(event) => measure(event.currentTarget)}
      onPointerEnter={() => rows.hold(true)}
      onPointerLeave={() => rows.hold(false)}
      onFocus={() => rows.hold(true)}
      onBlur={() => rows.hold(false)}
    >
      <div className={styles.inside} style={{ height: (shown.length + 1) * rowHeight }}>
        <div
          role="row"
          aria-rowindex={1}
          className={mergeClasses(styles.row, styles.head)}
          style={{ gridTemplateColumns: template }}
        >
          {columns.map((column) => {
            const isSorted = sorting?.key === column.key;
            return (
              <div
                key={column.key}
                role="columnheader"
                aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
                className={mergeClasses(styles.cell, styles.title, column.align === 'end' && styles.end)}
              >
                {canSort && column.sortBy ? (
                  <Button
                    appearance="transparent"
                    size="small"
                    className={styles.sort}
                    iconPosition="after"
                    icon={
                      isSorted ? (
                        isDescending ? (
                          <ArrowSortDown16Regular />
                        ) : (
                          <ArrowSortUp16Regular />
                        )
                      ) : undefined
                    }
                    onClick={() => (onSort ?? setOwn)(turned(sorting, column.key))}
                  >
                    {column.title}
                  </Button>
                ) : column.isTitleHidden ? (
                  <VisuallyHidden>{column.title}</VisuallyHidden>
                ) : (
                  column.title
                )}
              </div>
            );
          })}
        </div>
        {shown.slice(from, to).map((row, offset) => {
          const index = from + offset;
          const key = rowKey(row);
          return (
            <GridRow
              key={key}
              id={`${id}-${index}`}
              row={row}
              columns={columns}
              template={template}
              top={(index + 1) * rowHeight}
              rowIndex={index + 2}
              isActive={index === activeIndex}
              isSelected={key === selectedKey}
              onOpen={onOpen}
              onActive={onActive}
              rowKey={rowKey}
              heading={headingOf?.(row) ?? null}
            />
          );
        })}
      </div>
    </div>
  );
};
