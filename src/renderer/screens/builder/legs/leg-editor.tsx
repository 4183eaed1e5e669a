import { Button, Field, makeStyles, Select, tokens } from '@fluentui/react-components';
import { Dismiss16Regular } from '@fluentui/react-icons';
import type { Leg, LegKind, LegLevel, Reentry } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { type Path, useAt } from '../../../features/rules/draft-context.tsx';
import { NumberAt, optionsOf, SelectAt } from '../../../features/rules/inputs.tsx';
import { LevelEditor } from './level-editor.tsx';
import { StrikeEditor } from './strike-editor.tsx';
import { TrailEditor } from './trail-editor.tsx';

const useStyles = makeStyles({
  leg: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    padding: tokens.spacingVerticalM,
    border: `${tokens.strokeWidthThin} solid ${tokens.colorNeutralStroke2}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  remove: { marginLeft: 'auto' },
});

const SIDES = labels({
  buy: 'Buy',
  sell: 'Sell',
});
const KINDS = labels({ call: 'Call', put: 'Put', future: 'Future' });
const EXPIRIES = labels({
  'this-week': 'This week',
  'next-week': 'Next week',
  'this-month': 'This month',
  'next-month': 'Next month',
});
const NONE = 'none';
const REENTRIES: Readonly<Record<Reentry['how'], string>> = labels({
  'at-once': 'At once, new strike',
  'at-cost': 'At the first entry price',
  reversed: 'At once, other side',
});

const ReentryEditor = ({ path, label }: { path: Path; label: string }) => {
  const { value, problem, set } = useAt<Reentry | null>(path);
  return (
    <>
      <Field label={label} validationMessage={problem}>
        <Select
          value={value?.how ?? NONE}
          onChange={(_, data) =>
            set(data.value === NONE ? null : { how: data.value as Reentry['how'], times: value?.times ?? 1 })
          }
        >
          <option value={NONE}>{t('None')}</option>
          {Object.entries(REENTRIES).map(([how, text]) => (
            <option key={how} value={how}>
              {text}
            </option>
          ))}
        </Select>
      </Field>
      {value && <NumberAt path={[...path, 'times']} label={t('At most')} suffix="×" />}
    </>
  );
};

/** The leg as another kind of contract. A future has no strike, and is of a month. */
const ofKind = (leg: Leg, kind: LegKind): Leg => ({
  ...leg,
  kind,
  strike: kind === 'future' ? null : (leg.strike ?? { by: 'at-the-money', steps: 0 }),
  expiry: kind === 'future' && leg.expiry.endsWith('week') ? 'this-month' : leg.expiry,
});

/** Expiries that a kind of contract is listed for: futures have no weeks. */
const expiriesOf = (kind: LegKind) =>
  optionsOf(EXPIRIES).filter(([expiry]) => kind !== 'future' || !expiry.endsWith('week'));

/** The leg with another stop. What only a stop on the premium can have goes with it. */
const withStop = (leg: Leg, stop: LegLevel | null): Leg => ({
  ...leg,
  stop,
  trail: stop?.of === 'premium' ? leg.trail : null,
  onStop: stop ? leg.onStop : null,
});

const withTarget = (leg: Leg, target: LegLevel | null): Leg => ({
  ...leg,
  target,
  onTarget: target ? leg.onTarget : null,
});

/** One leg: contract, levels, re-entry. */
export const LegEditor = ({ index, onRemove }: { index: number; onRemove: (() => void) | null }) => {
  const styles = useStyles();
  const path = ['legs', index];
  const { value, set } = useAt<Leg>(path);
  return (
    <div className={styles.leg} role="group" aria-label={t('Leg {{number}}', { number: index + 1 })}>
      <div className={styles.line}>
        <SelectAt path={[...path, 'side']} label={t('Side')} options={optionsOf(SIDES)} />
        <Field label={t('Contract')}>
          <Select value={value.kind} onChange={(_, data) => set(ofKind(value, data.value as LegKind))}>
            {Object.entries(KINDS).map(([kind, text]) => (
              <option key={kind} value={kind}>
                {text}
              </option>
            ))}
          </Select>
        </Field>
        <NumberAt path={[...path, 'lots']} label={t('Lots')} />
        <SelectAt path={[...path, 'expiry']} label={t('Expiry')} options={expiriesOf(value.kind)} />
        <StrikeEditor path={[...path, 'strike']} />
        {onRemove && (
          <Button
            className={styles.remove}
            appearance="subtle"
            icon={<Dismiss16Regular />}
            aria-label={t('Remove leg {{number}}', { number: index + 1 })}
            onClick={onRemove}
          />
        )}
      </div>
      <div className={styles.line}>
        <LevelEditor
          path={[...path, 'stop']}
          label={t('Stop-loss')}
          onKind={(stop) => set(withStop(value, stop))}
        />
        {value.stop?.of === 'premium' && <TrailEditor path={[...path, 'trail']} />}
        <LevelEditor
          path={[...path, 'target']}
          label={t('Target')}
          onKind={(target) => set(withTarget(value, target))}
        />
        {value.stop && <ReentryEditor path={[...path, 'onStop']} label={t('Re-entry after a stop')} />}
        {value.target && <ReentryEditor path={[...path, 'onTarget']} label={t('Re-entry after a target')} />}
      </div>
    </div>
  );
};
