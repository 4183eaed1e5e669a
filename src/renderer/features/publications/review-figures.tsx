import { makeStyles, tokens } from '@fluentui/react-components';
import type { ReviewFigures as Figures } from '../../../shared/contract/authors.ts';
import { formatCount, formatPercent } from '../../../shared/money.ts';
import { t } from '../../i18n/translate.ts';
import { PercentChange } from '../../ui/money.tsx';
import { Sentence } from '../../ui/sentence.tsx';
import { LevelChip } from './level-chip.tsx';

const useStyles = makeStyles({
  root: { display: 'inline-flex', flexWrap: 'wrap', alignItems: 'center', gap: tokens.spacingHorizontalS },
});

/** Backtest result of a review after charges, with its level. */
export const ReviewFigures = ({ figures }: { figures: Figures }) => (
  <span className={useStyles().root}>
    <LevelChip level="backtest" />
    <span>
      <Sentence
        text="<result/> after charges"
        parts={{ result: <PercentChange percent={figures.returnPercent} /> }}
      />
    </span>
    <span>{t('max drawdown {{percent}}', { percent: formatPercent(figures.maxDrawdownPercent) })}</span>
    <span>{t('{{number}} trades', { count: figures.trades, number: formatCount(figures.trades) })}</span>
  </span>
);
