import { Tab, TabList } from '@fluentui/react-components';
import { useEffect, useMemo } from 'react';
import { t } from '../../i18n/translate.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Screen } from '../../ui/screen.tsx';
import { TaxSection } from './tax-section.tsx';
import { reportsSearch, taxReport } from './tax.ts';
import { TradebookSection } from './tradebook-section.tsx';

/** The tax report of live or test trades, and imported tradebooks. The latter may count in it. */
export const ReportsScreen = () => {
  const [{ mode, year, tradebook, page, fills }, setSearch] = useUrlSearch(reportsSearch);
  const asked = useMemo(
    () => ({ mode, year, withTradebook: tradebook === 'with', page }),
    [mode, year, tradebook, page],
  );
  const here = taxReport.useHere();
  useEffect(() => {
    void here.load(asked);
  }, [here, asked]);
  return (
    <Screen title={t('Tax report')} mode={mode}>
      <TabList
        aria-label={t('Which trades')}
        selectedValue={mode}
        onTabSelect={(_, data) =>
          setSearch({ mode: data.value === 'live' ? 'live' : 'test', year: '', page: 1 })
        }
      >
        <Tab value="live">{t('Live')}</Tab>
        <Tab value="test">{t('Paper')}</Tab>
      </TabList>
      <TaxSection asked={asked} onChange={(patch) => setSearch(patch)} />
      {mode === 'live' && (
        <TradebookSection
          page={fills}
          onPage={(next) => setSearch({ fills: next })}
          onChanged={() => void taxReport.reload()}
        />
      )}
    </Screen>
  );
};
