import { Field, ProgressBar } from '@fluentui/react-components';
import { formatCount } from '../../../shared/money.ts';
import { dayText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';

interface UsageProps {
  used: number;
  left: number;
  runsPerMonth: number;
  /** ISO time. */
  resetsAt: string;
}

/** From here on a bar warns. */
const NEARLY_ALL = 0.9;

/** Used number of the month's backtests. */
export const Usage = ({ used, left, runsPerMonth, resetsAt }: UsageProps) => {
  const share = runsPerMonth === 0 ? 1 : Math.min(1, used / runsPerMonth);
  return (
    <Field
      label={t('Backtests: {{used}} of {{all}} used', {
        used: formatCount(used),
        all: formatCount(runsPerMonth),
      })}
      hint={t('{{left}} left. The count starts again on {{day}}.', {
        left: formatCount(left),
        day: dayText(Date.parse(resetsAt)),
      })}
    >
      <ProgressBar
        value={share}
        thickness="large"
        shape="rounded"
        color={share >= NEARLY_ALL ? 'warning' : 'brand'}
      />
    </Field>
  );
};
