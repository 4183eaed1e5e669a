import type { LegLevel } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { type Path, useAt } from '../../../features/rules/draft-context.tsx';
import { NumberAt } from '../../../features/rules/inputs.tsx';
import { KindSelect } from './kind-select.tsx';

const KINDS = labels({
  'premium percent': '% of the premium',
  'premium points': '₹ of the premium',
  'underlying percent': '% of the underlying',
  'underlying points': '₹ of the underlying',
});
type Kind = keyof typeof KINDS;

const STARTS: Readonly<Record<Kind, LegLevel>> = {
  'premium percent': { of: 'premium', distance: { kind: 'percent', value: 30 } },
  'premium points': { of: 'premium', distance: { kind: 'points', rupees: 30 } },
  'underlying percent': { of: 'underlying', distance: { kind: 'percent', value: 0.5 } },
  'underlying points': { of: 'underlying', distance: { kind: 'points', rupees: 100 } },
};

interface LevelEditorProps {
  path: Path;
  label: string;
  /** Called with another kind of level, or none. */
  onKind: (level: LegLevel | null) => void;
}

/** A stop or target of a leg, or none. */
export const LevelEditor = ({ path, label, onKind }: LevelEditorProps) => {
  const { value, problem } = useAt<LegLevel | null>(path);
  return (
    <>
      <KindSelect
        label={label}
        value={value && (`${value.of} ${value.distance.kind}` as Kind)}
        problem={problem}
        kinds={KINDS}
        onKind={(kind) => onKind(kind && STARTS[kind])}
      />
      {value && (
        <NumberAt
          path={[...path, 'distance', value.distance.kind === 'percent' ? 'value' : 'rupees']}
          label={t('Value')}
          suffix={value.distance.kind === 'percent' ? '%' : '₹'}
        />
      )}
    </>
  );
};
