import { makeStyles, Select, Switch, Tab, TabList, tokens } from '@fluentui/react-components';
import { TableRegular } from '@fluentui/react-icons';
import { useEffect, useState } from 'react';
import { formatCount, formatPrice } from '../../../shared/money.ts';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { dateTimeText, writtenDay } from '../../i18n/dates.ts';
import { SOURCE_LABELS } from '../../i18n/strategy-labels.ts';
import { serverText, t } from '../../i18n/translate.ts';
import { csvOfRows, useCsvExport } from '../../state/csv-export.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { StatRow, StatTile } from '../../ui/stat-tile.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { useWideWindow } from '../../ui/use-wide-window.ts';
import { chainColumns, narrowColumns } from './option-chain-columns.tsx';
import { optionChain, optionChainSearch } from './option-chain.ts';
import { OptionDrawer } from './option-drawer.tsx';

const REFRESH_MS = 2_000;
/** Width with room for every column, px. */
const ALL_COLUMNS = 1_280;
/** Strikes on each side of the money that fit on a page. */
const NEAR = 12;

const useStyles = makeStyles({
  stack: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  sides: {
    display: 'flex',
    justifyContent: 'space-between',
    padding: `0 ${tokens.spacingHorizontalM}`,
    fontWeight: tokens.fontWeightSemibold,
  },
});

/** Options of an index by strike, calls and puts of one expiry. They are those of the paper market. */
export const OptionChainScreen = () => {
  const styles = useStyles();
  const isWide = useWideWindow(ALL_COLUMNS);
  const [{ underlying, expiry, strikes }, setSearch] = useUrlSearch(optionChainSearch);
  const { value, isLoading, failure, loadedAt } = optionChain.use();
  const [opened, setOpened] = useState<number | null>(null);
  const aSide = strikes === 'all' ? undefined : NEAR;
  useEffect(() => {
    void optionChain.load({ underlying, expiry, aSide });
    const timer = setInterval(() => void optionChain.reload(), REFRESH_MS);
    return () => clearInterval(timer);
  }, [underlying, expiry, aSide]);
  const chain = value?.chain ?? null;
  const columns = chainColumns();
  useCsvExport(chain && csvOfRows(`options-${chain.underlying}-${chain.expiry}`, columns, chain.strikes));
  const shown = chain?.strikes.find(({ strike }) => strike === opened);
  return (
    <Screen title={t('Option chain')}>
      {value && (
        <Toolbar
          start={
            <TabList
              selectedValue={chain?.underlying ?? underlying}
              onTabSelect={(_, data) => setSearch({ underlying: String(data.value), expiry: '' })}
              aria-label={t('Underlying')}
            >
              {value.underlyings.map((name) => (
                <Tab key={name} value={name}>
                  {name}
                </Tab>
              ))}
            </TabList>
          }
          end={
            chain && (
              <>
                <ValuesAsOf loadedAt={loadedAt} />
                <Switch
                  checked={strikes === 'all'}
                  label={t('All strikes')}
                  onChange={(_, { checked }) => setSearch({ strikes: checked ? 'all' : 'near' })}
                />
                <Select
                  aria-label={t('Expiry')}
                  value={chain.expiry}
                  onChange={(_, data) => setSearch({ expiry: data.value })}
                >
                  {value.expiries.map(({ day, isMonthly }) => (
                    <option key={day} value={day}>
                      {isMonthly ? t('{{day}} (monthly)', { day: writtenDay(day) }) : writtenDay(day)}
                    </option>
                  ))}
                </Select>
              </>
            )
          }
        />
      )}
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={chain === null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void optionChain.load({ underlying, expiry, aSide })}
        skeleton={<TableSkeleton rows={12} />}
        empty={{ icon: <TableRegular fontSize={32} />, sentence: serverText(value?.reason ?? '') }}
      >
        {chain && (
          <div className={styles.stack}>
            <StatRow label={t('Option chain')}>
              <StatTile
                label={chain.underlying}
                value={formatPrice(chain.spot)}
                hint={t('Prices: {{source}}', { source: SOURCE_LABELS[chain.source] })}
              />
              <StatTile
                label={t('Forward price')}
                value={chain.forward === null ? '–' : formatPrice(Math.round(chain.forward))}
                hint={t('By the options’ own prices')}
              />
              <StatTile
                label={t('Expiry')}
                value={writtenDay(chain.expiry)}
                hint={t('Trading ends {{time}}', { time: dateTimeText(Date.parse(chain.endsAt)) })}
              />
              <StatTile
                label={t('Lot')}
                value={formatCount(chain.lotSize)}
                hint={t('Strikes: {{total}}', { total: chain.strikes.length })}
              />
            </StatRow>
            <div className={styles.sides} aria-hidden>
              <span>{t('Calls')}</span>
              <span>{t('Puts')}</span>
            </div>
            <DataTable
              label={t('Calls and puts by strike')}
              columns={isWide ? columns : narrowColumns(columns)}
              rows={chain.strikes}
              rowKey={(row) => row.strike}
              selectedKey={opened ?? chain.atTheMoney}
              onOpen={(row) => setOpened(row.strike)}
            />
          </div>
        )}
      </Content>
      {chain && shown && (
        <OptionDrawer
          row={shown}
          expiry={chain.expiry}
          lotSize={chain.lotSize}
          onClose={() => setOpened(null)}
        />
      )}
    </Screen>
  );
};
