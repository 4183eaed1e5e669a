import { makeStyles, Select, Switch, Tab, TabList, tokens } from '@fluentui/react-components';
import { TableRegular } from '@fluentui/react-icons';
import { useEffect } from 'react';
import { ValuesAsOf } from '../../features/stream/as-of.tsx';
import { writtenDay } from '../../i18n/dates.ts';
import { labels, serverText, t } from '../../i18n/translate.ts';
import { useLastKnown } from '../../state/use-last-known.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Content } from '../../ui/content.tsx';
import { Screen } from '../../ui/screen.tsx';
import { TableSkeleton } from '../../ui/skeletons.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { ChainTab } from './chain-tab.tsx';
import { InterestTab } from './interest-tab.tsx';
import { optionChain, optionChainSearch, type View, VIEWS } from './option-chain.ts';
import { PayoffTab } from './payoff-tab.tsx';
import { StraddleTab } from './straddle-tab.tsx';
import { StructureMenu } from './structure-menu.tsx';
import { useLegs } from './use-legs.ts';
import { VolatilityTab } from './volatility-tab.tsx';

/** The chain is asked for as prices move; beside it less often. */
const [REFRESH_MS, SLOW_REFRESH_MS] = [2_000, 5_000] as const;
/** Strikes on each side of the money that fit on a page. */
const NEAR = 12;

const VIEW_LABELS: Readonly<Record<View, string>> = labels({
  chain: 'Chain',
  payoff: 'Payoff',
  volatility: 'Volatility',
  interest: 'Open interest',
  straddle: 'Straddle',
});
/** Views that show strikes. */
const WITH_STRIKES: readonly View[] = ['chain', 'volatility', 'interest'];

const useStyles = makeStyles({
  views: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalM,
  },
});

/** Options of an index: their chain, structures of legs, and what they say of the market. They are those of paper. */
export const OptionChainScreen = () => {
  const styles = useStyles();
  const [{ underlying, expiry, strikes, view, contract }, setSearch] = useUrlSearch(optionChainSearch);
  const here = optionChain.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  // The choices stay while another chain is asked for: they have the focus.
  const choices = useLastKnown(value);
  const aSide = strikes === 'all' ? undefined : NEAR;
  const pace = view === 'chain' ? REFRESH_MS : SLOW_REFRESH_MS;
  useEffect(() => {
    void here.load({ underlying, expiry, aSide });
  }, [here, underlying, expiry, aSide]);
  useEffect(() => {
    const timer = setInterval(() => void optionChain.reload(), pace);
    return () => clearInterval(timer);
  }, [pace]);
  const chain = value?.chain ?? null;
  const legs = useLegs(choices?.chain?.underlying ?? underlying);
  const chosen = { underlying, expiry };
  return (
    <Screen title={t('Option chain')}>
      {choices && (
        <Toolbar
          start={
            <TabList
              selectedValue={underlying === '' ? choices.chain?.underlying : underlying}
              onTabSelect={(_, data) =>
                setSearch({ underlying: String(data.value), expiry: '', contract: '' })
              }
              aria-label={t('Underlying')}
            >
              {choices.underlyings.map((name) => (
                <Tab key={name} value={name}>
                  {name}
                </Tab>
              ))}
            </TabList>
          }
          end={
            choices.chain && (
              <>
                <ValuesAsOf loadedAt={loadedAt} />
                {WITH_STRIKES.includes(view) && (
                  <Switch
                    checked={strikes === 'all'}
                    label={t('All strikes')}
                    onChange={(_, { checked }) => setSearch({ strikes: checked ? 'all' : 'near' })}
                  />
                )}
                <Select
                  aria-label={t('Expiry')}
                  value={expiry === '' ? choices.chain.expiry : expiry}
                  onChange={(_, data) => setSearch({ expiry: data.value, contract: '' })}
                >
                  {choices.expiries.map(({ day, isMonthly }) => (
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
      {choices?.chain && (
        <div className={styles.views}>
          <TabList
            size="small"
            aria-label={t('Views of the options')}
            selectedValue={view}
            onTabSelect={(_, data) => setSearch({ view: data.value as View })}
          >
            {VIEWS.map((name) => (
              <Tab key={name} value={name}>
                {name === 'payoff' && legs.legs.length > 0
                  ? t('Payoff ({{legs}})', { legs: legs.legs.length })
                  : VIEW_LABELS[name]}
              </Tab>
            ))}
          </TabList>
          <StructureMenu chosen={chosen} onFilled={legs.fill} />
        </div>
      )}
      <Content
        isLoading={isLoading}
        hasContent={value !== null}
        isEmpty={chain === null}
        failure={failure}
        loadedAt={loadedAt}
        onRetry={() => void here.load({ underlying, expiry, aSide })}
        skeleton={<TableSkeleton rows={12} />}
        empty={{ icon: <TableRegular fontSize={32} />, sentence: serverText(value?.reason ?? '') }}
      >
        {chain && (
          <>
            {view === 'chain' && (
              <ChainTab chain={chain} futures={value?.futures ?? []} legs={legs} wanted={contract} />
            )}
            {view === 'payoff' && <PayoffTab legs={legs} />}
            {view === 'volatility' && <VolatilityTab chain={chain} chosen={chosen} />}
            {view === 'interest' && <InterestTab chain={chain} chosen={chosen} />}
            {view === 'straddle' && <StraddleTab {...chosen} />}
          </>
        )}
      </Content>
    </Screen>
  );
};
