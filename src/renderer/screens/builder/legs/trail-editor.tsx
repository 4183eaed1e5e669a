import type { Leg, PremiumDistance } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { type Path, useAt } from '../../../features/rules/draft-context.tsx';
import { NumberAt } from '../../../features/rules/inputs.tsx';
import { KindSelect } from './kind-select.tsx';

const KINDS = labels({ percent: '% of the premium', points: '₹ of the premium' });
type Trail = NonNullable<Leg['trail']>;

const STARTS: Readonly<Record<PremiumDistance['kind'], Trail>> = {
  percent: { every: { kind: 'percent', value: 10 }, by: { kind: 'percent', value: 5 } },
  points: { every: { kind: 'points', rupees: 10 }, by: { kind: 'points', rupees: 5 } },
};

const DistanceAt = ({ path, label }: { path: Path; label: string }) => {
  const { value } = useAt<PremiumDistance>(path);
  const isPercent = value.kind === 'percent';
  return (
    <NumberAt path={[...path, isPercent ? 'value' : 'rupees']} label={label} suffix={isPercent ? '%' : '₹'} />
  );
};

/** How the stop of a leg follows its premium, or not. */
export const TrailEditor = ({ path }: { path: Path }) => {
  const { value, problem, set } = useAt<Trail | null>(path);
  return (
    <>
      <KindSelect
        label={t('Trailing stop')}
        value={value && value.every.kind}
        problem={problem}
        kinds={KINDS}
        onKind={(kind) => set(kind && STARTS[kind])}
      />
      {value && (
        <>
          <DistanceAt path={[...path, 'every']} label={t('For each gain of')} />
          <DistanceAt path={[...path, 'by']} label={t('The stop moves by')} />
        </>
      )}
    </>
  );
};
