import { makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import type { StoredTimeframe } from '../../../shared/contract/market.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { FormSelect } from '../../ui/form-select.tsx';
import { fetches, TIMEFRAME_NAMES } from './fetches.ts';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 2fr) minmax(0, 1fr) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalM,
  },
});

interface Draft {
  symbols: string;
  timeframe: StoredTimeframe;
  years: string;
}

const YEARS = [1, 2, 3, 5, 10];
const SYMBOL = /^[A-Z0-9&-]{1,20}$/;

const symbolsOf = (text: string): string[] => [
  ...new Set(
    text
      .toUpperCase()
      .split(/[\s,;]+/)
      .filter(Boolean),
  ),
];

const isSymbols = (text: string): boolean => {
  const symbols = symbolsOf(text);
  return symbols.length > 0 && symbols.every((symbol) => SYMBOL.test(symbol));
};

/** Choice of the prices to fetch. One click fetches five years of the index. */
export const FetchForm = () => {
  const styles = useStyles();
  const start = useAction(api.market.fetchHistory, { presentation: 'dialog' });
  const { control, handleSubmit } = useForm<Draft>({
    defaultValues: { symbols: 'NIFTY', timeframe: '1m', years: '5' },
  });
  const submit = handleSubmit(async ({ symbols, timeframe, years }) => {
    const result = await start.run({ symbols: symbolsOf(symbols), timeframe, years: Number(years) });
    if (result.ok) void fetches.reload();
  });
  return (
    <form
      className={styles.form}
      aria-label={t('Fetch from Angel One')}
      noValidate
      onSubmit={(event) => void submit(event)}
    >
      <FormProblem message={start.failure?.message} />
      <div className={styles.fields}>
        <FormInput
          control={control}
          name="symbols"
          label={t('Symbols')}
          rules={{ validate: (text) => isSymbols(text) || t('Enter symbols such as NIFTY, RELIANCE') }}
          problem={start.failure?.fields?.['symbols']}
        />
        <FormSelect
          control={control}
          name="timeframe"
          label={t('Candles of')}
          options={Object.entries(TIMEFRAME_NAMES)}
        />
        <FormSelect
          control={control}
          name="years"
          label={t('How far back')}
          options={YEARS.map((years) => [String(years), t('{{years}} years', { years, count: years })])}
        />
      </div>
      <div>
        <OnlineButton
          type="submit"
          appearance="primary"
          call="market.fetchHistory"
          disabledFocusable={start.isRunning}
        >
          {t('Fetch from Angel One')}
        </OnlineButton>
      </div>
    </form>
  );
};
