import { Tab, TabList } from '@fluentui/react-components';
import { labels, t } from '../../i18n/translate.ts';
import { conditionToWatch } from '../../state/condition-to-watch.ts';
import { useUrlSearch } from '../../state/url-search.ts';
import { Screen } from '../../ui/screen.tsx';
import { ALERT_VIEWS, alertsSearch, type AlertView } from './alerts-list.ts';
import { FiredLog } from './fired-log.tsx';
import { MyAlerts } from './my-alerts.tsx';
import { kindOfRules } from './rule-form.ts';
import { ToldAlerts } from './told-alerts.tsx';

const VIEW_LABELS: Readonly<Record<AlertView, string>> = labels({
  told: 'What you were told',
  mine: 'My alerts',
  fired: 'What has fired',
});

/** Alerts: those that came, those that the person has made, and what of them has fired. */
export const AlertsScreen = () => {
  const [{ view, page, symbol, mode, when, level, rules }, setSearch] = useUrlSearch(alertsSearch);
  const handed = conditionToWatch(({ condition }) => condition);
  const asked = rules === 'handed' && handed?.symbol === symbol ? handed : null;
  const kind = rules === '' ? 'price' : asked ? kindOfRules(asked) : 'indicator';
  const onPage = (next: number) => setSearch({ page: next });
  return (
    <Screen title={t('Alerts')}>
      <TabList
        aria-label={t('Alerts')}
        selectedValue={view}
        onTabSelect={(_, data) => setSearch({ view: data.value as AlertView, page: 1 })}
      >
        {ALERT_VIEWS.map((each) => (
          <Tab key={each} value={each}>
            {VIEW_LABELS[each]}
          </Tab>
        ))}
      </TabList>
      {view === 'told' && <ToldAlerts />}
      {view === 'mine' && (
        <MyAlerts
          page={page}
          onPage={onPage}
          begun={symbol === '' ? null : { kind, symbol, mode, when, level }}
          asked={asked}
          onBegun={() => setSearch({ symbol: '', level: '', mode: 'test', rules: '' }, { replace: true })}
        />
      )}
      {view === 'fired' && <FiredLog page={page} onPage={onPage} />}
    </Screen>
  );
};
