import { makeStyles, tokens } from '@fluentui/react-components';
import { useForm } from 'react-hook-form';
import type { RiskGuard } from '../../../shared/contract/live.ts';
import { formatCount, formatRupees, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { OnlineButton } from '../../features/stream/online-controls.tsx';
import { FIXED_LABELS } from '../../i18n/fixed-labels.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { riskGuard } from '../../state/risk-guard.ts';
import { FigureList } from '../../ui/figure-list.tsx';
import { FormInput } from '../../ui/form-input.tsx';
import { FormProblem } from '../../ui/form-problem.tsx';
import { MoneyChange } from '../../ui/money.tsx';
import { SectionCard } from '../../ui/section-card.tsx';
import { notify } from '../../ui/toasts.tsx';

const useStyles = makeStyles({
  form: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '440px' },
});

/** As typed; empty is no limit. */
interface Draft {
  maxLoss: string;
  maxTrades: string;
}

const MOST_TRADES = 1_000;

const draftFrom = ({ maxLossPerDay, maxTradesPerDay }: RiskGuard): Draft => ({
  maxLoss: maxLossPerDay === null ? '' : formatRupees(maxLossPerDay),
  maxTrades: maxTradesPerDay === null ? '' : String(maxTradesPerDay),
});

const isEmpty = (text: string): boolean => text.trim() === '';
const isLoss = (text: string): boolean => isEmpty(text) || (parseRupees(text) ?? 0) > 0;
const isTrades = (text: string): boolean => {
  const count = Number(text);
  return isEmpty(text) || (Number.isInteger(count) && count >= 1 && count <= MOST_TRADES);
};

/** A day's largest loss and most entries. Both are over all live strategies together. */
export const LimitsForm = ({ guard }: { guard: RiskGuard }) => {
  const styles = useStyles();
  const save = useAction(api.live.riskGuard, { presentation: 'dialog' });
  const { control, handleSubmit, reset } = useForm<Draft>({ defaultValues: draftFrom(guard) });
  const submit = handleSubmit(async ({ maxLoss, maxTrades }) => {
    const result = await save.run({
      maxLossPerDay: isEmpty(maxLoss) ? null : parseRupees(maxLoss),
      maxTradesPerDay: isEmpty(maxTrades) ? null : Number(maxTrades),
    });
    if (!result.ok) return;
    notify({ tone: 'success', message: FIXED_LABELS.settingsSaved });
    reset(draftFrom(result.value));
    riskGuard.patch(() => result.value);
  });
  const fields = save.failure?.fields;
  return (
    <SectionCard title={t('Limits of live trading')}>
      <FigureList
        figures={[
          { name: t('Result today, before charges of leaving'), value: <MoneyChange paise={guard.today} /> },
          { name: t('Live entries today'), value: formatCount(guard.entriesToday) },
        ]}
      />
      <form
        className={styles.form}
        aria-label={t('Limits of live trading')}
        noValidate
        onSubmit={(event) => void submit(event)}
      >
        <FormProblem message={save.failure?.message} />
        <FormInput
          control={control}
          name="maxLoss"
          label={t('Max daily loss')}
          hint={t(
            'Over all live strategies, after charges. When it is reached, all of them stop until tomorrow. No strategy goes live without it.',
          )}
          rules={{ validate: (text) => isLoss(text) || t('Enter an amount such as ₹5,000, or nothing') }}
          problem={fields?.maxLossPerDay}
        />
        <FormInput
          control={control}
          name="maxTrades"
          label={t('Max trades/day')}
          hint={t('Over all live strategies. Empty: no limit')}
          inputMode="numeric"
          rules={{
            validate: (text) =>
              isTrades(text) ||
              t('Enter a whole number from 1 to {{most}}, or nothing', { most: MOST_TRADES }),
          }}
          problem={fields?.maxTradesPerDay}
        />
        <div>
          <OnlineButton
            type="submit"
            appearance="primary"
            call="live.riskGuard"
            disabledFocusable={save.isRunning}
          >
            {t('Save limits')}
          </OnlineButton>
        </div>
      </form>
    </SectionCard>
  );
};
