import { makeStyles, Select, tokens } from '@fluentui/react-components';
import { useDeferredValue, useEffect, useMemo, useState } from 'react';
import type { RuleDocument, Timeframe } from '../../../shared/rule-document.ts';
import { api } from '../../api/api.ts';
import { t } from '../../i18n/translate.ts';
import { createPaneResource } from '../../state/resource.ts';
import { LazyCandleChart } from '../../features/charts/lazy-candle-chart.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { knownInstruments } from '../../features/rules/known-instruments.ts';
import { previewRules } from './preview.ts';
import { CandleContent } from '../../features/charts/candle-content.tsx';

const useStyles = makeStyles({
  sentence: { margin: 0 },
  note: { margin: 0, color: tokens.colorNeutralForeground3 },
});

const BARS = 500;

const candles = createPaneResource((input: { symbol: string; timeframe: Timeframe }) =>
  api.market.candles({ ...input, limit: BARS }),
);

/** The latest candles with the trades of the rules as they stand. */
export const PreviewPanel = ({ document, capital }: { document: RuleDocument; capital: number }) => {
  const styles = useStyles();
  const [wanted, setWanted] = useState('');
  const { instruments, timeframe } = document;
  const symbol = instruments.find((name) => name === wanted) ?? instruments[0] ?? '';
  const here = candles.useHere();
  const { value, isLoading, failure, loadedAt } = here.use();
  const known = knownInstruments.use().value?.instruments ?? [];
  const kind = known.find((instrument) => instrument.symbol === symbol)?.kind;
  useEffect(() => {
    if (symbol !== '') void here.load({ symbol, timeframe });
  }, [here, symbol, timeframe]);
  const shown = value?.symbol === symbol && value.timeframe === timeframe ? value : null;
  // Typing goes on while the chart catches up.
  const deferred = useDeferredValue(document);
  const preview = useMemo(
    () => (shown && kind && !deferred.rotation ? previewRules(deferred, shown, kind, capital) : null),
    [shown, deferred, kind, capital],
  );
  return (
    <SectionCard
      title={t('Preview on the latest candles')}
      aside={
        instruments.length > 1 && (
          <Select
            size="small"
            aria-label={t('Instrument of the preview')}
            value={symbol}
            onChange={(_, data) => setWanted(data.value)}
          >
            {instruments.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )
      }
    >
      <CandleContent
        asked={{ isLoading, failure, loadedAt }}
        shown={shown}
        onRetry={() => void candles.reload()}
        emptySentence={t('There are no candles of {{symbol}} in this timeframe yet.', { symbol })}
      >
        {shown && (
          <LazyCandleChart candles={shown} marks={preview?.marks ?? []} isDaily={timeframe === '1d'} />
        )}
      </CandleContent>
      {document.rotation ? (
        <p className={styles.note}>
          {t(
            'A ranking is made over all instruments together; save it and run a backtest to see what it holds.',
          )}
        </p>
      ) : (
        preview && (
          <p className={styles.sentence} aria-live="polite">
            {preview.sentence}
          </p>
        )
      )}
    </SectionCard>
  );
};
