import { useState } from 'react';
import type { Scan } from '../../../shared/contract/scanner.ts';
import type { RuleDocument } from '../../../shared/rule-document.ts';
import { DAY_MS, istDate, istDayStart } from '../../../shared/time.ts';
import { addToFirst } from '../../features/symbols/add-to-list.ts';
import { t } from '../../i18n/translate.ts';
import { newAlertAddress } from '../../state/condition-to-watch.ts';
import { useGoFromHere } from '../../state/go-from-here.ts';
import { rulesToTest } from '../../state/rules-to-test.ts';
import { Screen } from '../../ui/screen.tsx';
import type { RowDeeds } from './row-deeds.ts';
import { ScanForm } from './scan-form.tsx';
import { ScanResults } from './scan-results.tsx';

/** Days before a scan's that a backtest of its rules begins: a year. */
const YEAR_DAYS = 365;

/** Entry rules over many symbols: what fulfils them, and why the rest does not. */
export const ScannerScreen = () => {
  const [done, setDone] = useState<{ scan: Scan; document: RuleDocument } | null>(null);
  const goTo = useGoFromHere();
  const deeds: RowDeeds = {
    watch: (symbol) => void addToFirst(symbol),
    alert: (symbol) => {
      if (!done) return;
      const { timeframe, entry, variables } = done.document;
      // Imported prices do not move: what they are of is watched at the broker.
      const mode = done.scan.source === 'simulated' ? 'test' : 'live';
      goTo(newAlertAddress({ symbol, mode, timeframe, entry, variables }));
    },
    backtest: (symbol) => {
      if (!done) return;
      const { scan, document } = done;
      rulesToTest.setState({
        rules: {
          document: { ...document, instruments: [symbol] },
          source: scan.source === 'simulated' ? 'simulated' : 'replay',
          from: istDate(istDayStart(scan.day) - YEAR_DAYS * DAY_MS),
          to: scan.day,
        },
      });
      goTo('/backtest?rules=handed');
    },
  };
  return (
    <Screen title={t('Scanner')}>
      <ScanForm onScanned={(scan, document) => setDone({ scan, document })} />
      {done && <ScanResults key={done.scan.scanId} scan={done.scan} deeds={deeds} />}
    </Screen>
  );
};
