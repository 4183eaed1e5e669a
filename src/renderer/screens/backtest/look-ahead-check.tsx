import { Button, makeStyles, MessageBar, MessageBarBody, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { OutputOf } from '../../../shared/contract/endpoint.ts';
import type { TrickDeskContract } from '../../../shared/contract/index.ts';
import { formatCount } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { dateTimeText } from '../../i18n/dates.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { lookAheadInput, type RunDraft } from './run-draft.ts';

type Verdict = OutputOf<TrickDeskContract['backtests']['lookAhead']>;

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  list: { margin: 0, paddingLeft: tokens.spacingHorizontalL, fontSize: tokens.fontSizeBase200 },
});

const sentence = ({ isClean, cuts, barsCompared, differences }: Verdict): string =>
  isClean
    ? t(
        'The rules do not look ahead: cut off at {{cuts}} moments, they said the same about all {{bars}} candles before.',
        { cuts: formatCount(cuts), bars: formatCount(barsCompared) },
      )
    : t(
        'The rules look ahead: {{number}} signals changed when later candles were taken away. A backtest of them shows results that cannot be traded.',
        { count: differences.length, number: formatCount(differences.length) },
      );

/**
 * A check that reruns the rules with the future cut off. It says whether they ever change their mind about the past.
 */
export const LookAheadCheck = ({ draft }: { draft: RunDraft }) => {
  const styles = useStyles();
  const check = useAction(api.backtests.lookAhead);
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const run = async () => {
    setVerdict(null);
    const result = await check.run(lookAheadInput(draft));
    if (result.ok) setVerdict(result.value);
  };
  return (
    <div className={styles.root}>
      <Button size="small" disabledFocusable={check.isRunning} onClick={() => void run()}>
        {check.isRunning ? t('Checking…') : t('Look-ahead check')}
      </Button>
      {verdict && (
        <MessageBar intent={verdict.isClean ? 'success' : 'error'} layout="multiline">
          <MessageBarBody>{sentence(verdict)}</MessageBarBody>
        </MessageBar>
      )}
      {verdict && verdict.differences.length > 0 && (
        <ul className={styles.list}>
          {verdict.differences.slice(0, 5).map((difference, index) => (
            <li key={index}>
              {t('{{symbol}}, {{time}}: {{what}} {{withFuture}} with later candles, {{without}} without', {
                symbol: difference.symbol,
                time: dateTimeText(Date.parse(difference.at)),
                what: difference.what,
                withFuture: difference.withFuture,
                without: difference.without,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
};
