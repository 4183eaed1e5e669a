import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { Position, positions } from '../../../shared/contract/positions.ts';
import { hasProtection } from '../../features/trades/protection-columns.tsx';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { t } from '../../i18n/translate.ts';
import { formatCount } from '../../../shared/money.ts';
import { sumMarkedToMarket } from '../../../shared/mark-to-market.ts';
import { routeHref } from '../../state/navigation.ts';
import { useQuotes } from '../../state/quotes.ts';
import { useUrlSort } from '../../state/url-sort.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { ModeChip } from '../../ui/mode-chip.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { payoffRouteOf } from './held-payoff.ts';
import { columnsFor, type PositionRowActions } from './position-columns.tsx';
import { MOST_IN_TABLE, PositionsTable } from './positions-table.tsx';

type Group = OutputOf<typeof positions.portfolio>['portfolio'][number];

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  /** Spare the layout of strategies out of view. It would otherwise be done again with every price. */
  card: { contentVisibility: 'auto', containIntrinsicSize: 'auto 240px' },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  name: { fontWeight: tokens.fontWeightSemibold },
  result: { marginLeft: 'auto' },
  figures: { display: 'inline-flex', columnGap: tokens.spacingHorizontalM },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface ResultProps {
  rows: readonly Position[];
  closedLegs: Group['closedLegs'];
}

/** Result of a strategy's open positions at the latest prices. With it, that of the closed legs beside them. */
const Result = ({ rows, closedLegs }: ResultProps) => {
  const styles = useStyles();
  const sum = useQuotes((quotes) => sumMarkedToMarket(rows, quotes));
  const figures: [string, number][] = closedLegs
    ? [
        [t('Open legs'), sum],
        [
          t('{{number}} closed legs', { count: closedLegs.trades, number: formatCount(closedLegs.trades) }),
          closedLegs.net,
        ],
        [t('Structure net'), sum + closedLegs.net],
      ]
    : [[t('Net'), sum]];
  return (
    <span className={styles.figures}>
      {figures.map(([name, paise]) => (
        <span key={name}>
          <span className={styles.quiet}>{name}</span> <MoneyChange paise={paise} />
        </span>
      ))}
    </span>
  );
};

/** Real money or paper, and on which market. */
const Kind = ({ mode, source }: Pick<Position, 'mode' | 'source'>) => {
  const styles = useStyles();
  return (
    <>
      <ModeChip mode={mode} />
      {mode === 'test' && <span className={styles.quiet}>{SOURCE_LABELS[source]}</span>}
    </>
  );
};

/** Payoff of the legs that are held, from their entries on; of options alone. */
const PayoffLink = ({ rows }: { rows: readonly Position[] }) => {
  const route = payoffRouteOf(rows);
  return route === null ? null : <Link href={routeHref(route)}>{t('Payoff')}</Link>;
};

const groupOf = ({ strategyId, mode, source }: Pick<Position, 'strategyId' | 'mode' | 'source'>): string =>
  `${strategyId} ${mode} ${source}`;

interface GroupHeadProps extends ResultProps {
  first: Position;
}

const GroupHead = ({ first, rows, closedLegs }: GroupHeadProps) => {
  const styles = useStyles();
  return (
    <span className={styles.head}>
      {first.isManual ? (
        <span className={styles.name}>{first.strategyName}</span>
      ) : (
        <Link className={styles.name} href={routeHref(`/strategies/${first.strategyId}`)}>
          {first.strategyName}
        </Link>
      )}
      <Kind {...first} />
      <PayoffLink rows={rows} />
      <span className={styles.result}>
        <Result rows={rows} closedLegs={closedLegs} />
      </span>
    </span>
  );
};

interface GroupedPositionsProps extends PositionRowActions {
  groups: readonly Group[];
  selectedId: number | null;
}

/** So many positions that a table of all would be slow: each strategy has a table of its own. */
const ManyGroups = ({ groups, selectedId, ...actions }: GroupedPositionsProps) => {
  const styles = useStyles();
  return (
    <div className={styles.stack}>
      {groups.map((group) => (
        <div key={groupOf(group)} className={styles.card}>
          <SectionCard
            title={group.name}
            aside={
              <span className={styles.head}>
                <Kind {...group} />
                <PayoffLink rows={group.positions} />
                <Result rows={group.positions} closedLegs={group.closedLegs} />
                {!group.positions.some(({ isManual }) => isManual) && (
                  <Link href={routeHref(`/strategies/${group.strategyId}`)}>{t('Details')}</Link>
                )}
              </span>
            }
          >
            <PositionsTable
              label={t('Positions of {{name}}', { name: group.name })}
              rows={group.positions}
              selectedId={selectedId}
              {...actions}
            />
          </SectionCard>
        </div>
      ))}
    </div>
  );
};

/** Positions under their strategies, in one table. So figures of all stand under each other. */
export const GroupedPositions = ({ groups, selectedId, ...actions }: GroupedPositionsProps) => {
  const sort = useUrlSort();
  const rows = groups.flatMap(({ positions }) => positions);
  if (rows.length > MOST_IN_TABLE) return <ManyGroups groups={groups} selectedId={selectedId} {...actions} />;
  return (
    <DataTable
      label={t('Positions by strategy')}
      // The strategy and its mode stand above its rows.
      columns={columnsFor(actions, hasProtection(rows), { hasStrategy: false }).filter(
        ({ key }) => key !== 'mode',
      )}
      rows={rows}
      rowKey={(row) => row.positionId}
      groups={{
        of: groupOf,
        head: (first, all) => (
          <GroupHead
            first={first}
            rows={all}
            closedLegs={groups.find((group) => groupOf(group) === groupOf(first))?.closedLegs ?? null}
          />
        ),
      }}
      selectedKey={selectedId}
      onOpen={actions.onOpen}
      {...sort}
    />
  );
};
