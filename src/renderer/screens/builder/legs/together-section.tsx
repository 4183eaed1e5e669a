import { makeStyles, tokens } from '@fluentui/react-components';
import type { Amount, LegDocument } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { type Path, useAt, useLegDraft } from '../../../features/rules/draft-context.tsx';
import { NumberAt, optionsOf, SelectAt } from '../../../features/rules/inputs.tsx';
import { KindSelect } from './kind-select.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
});

const ON_EXIT = labels({
  'that-leg': 'Closes that leg',
  'all-legs': 'Closes all legs',
});
const TO_COST = labels({
  none: 'Stay',
  'legs-with-stop': 'Move to cost, of legs with a stop',
  'all-legs': 'Move to cost, of all legs',
  'opposite-legs': 'Move to cost, of legs of the other kind',
});
const INCOMPLETE = labels({
  close: 'Close the others',
  keep: 'Keep the others',
});
const KINDS = labels({ rupees: '₹ of all legs', premium: '% of the net premium' });

type Structure = LegDocument['structure'];
type Exit = 'stop' | 'target' | 'trail' | 'lock';

/** An exit with these sizes: rupees, or percent of the net premium. */
const amount = (kind: Amount['kind'], size: number): Amount =>
  kind === 'rupees' ? { kind, rupees: size } : { kind, percent: size };

/** Each exit as it begins. */
const START: { [E in Exit]: (kind: Amount['kind']) => Structure[E] } = {
  stop: (kind) => amount(kind, kind === 'rupees' ? 5_000 : 50),
  target: (kind) => amount(kind, kind === 'rupees' ? 5_000 : 50),
  trail: (kind) => {
    const [every, by] = kind === 'rupees' ? [1_000, 500] : [10, 5];
    return { every: amount(kind, every), by: amount(kind, by) };
  },
  lock: (kind) => {
    const [at, keep] = kind === 'rupees' ? [3_000, 1_500] : [30, 15];
    return { at: amount(kind, at), keep: amount(kind, keep) };
  },
};

const AmountAt = ({ path, label }: { path: Path; label: string }) => {
  const { value } = useAt<Amount>(path);
  const isRupees = value.kind === 'rupees';
  return (
    <NumberAt path={[...path, isRupees ? 'rupees' : 'percent']} label={label} suffix={isRupees ? '₹' : '%'} />
  );
};

const kindOf = (exit: NonNullable<Structure[Exit]>): Amount['kind'] =>
  'kind' in exit ? exit.kind : 'every' in exit ? exit.every.kind : exit.at.kind;

const ExitKind = ({ exit, label }: { exit: Exit; label: string }) => {
  const { legs } = useLegDraft().document;
  const { value, set } = useAt<Structure>(['structure']);
  const { problem } = useAt(['structure', exit]);
  const kind = value[exit] && kindOf(value[exit]);
  // Futures have no premium to take a part of.
  const hasPremium = kind === 'premium' || legs.some((leg) => leg.kind !== 'future');
  return (
    <KindSelect
      label={label}
      value={kind}
      problem={problem}
      kinds={hasPremium ? KINDS : { rupees: KINDS.rupees }}
      onKind={(chosen) =>
        set({
          ...value,
          [exit]: chosen && START[exit](chosen),
          // What is trailed is the stop.
          ...(exit === 'stop' && !chosen && { trail: null }),
        })
      }
    />
  );
};

/** Exits of all legs together. */
export const TogetherSection = () => {
  const styles = useStyles();
  const { stop, target, trail, lock } = useLegDraft().document.structure;
  return (
    <SectionCard title={t('All legs together')}>
      <div className={styles.line}>
        <ExitKind exit="stop" label={t('Close all at a loss of')} />
        {stop && <AmountAt path={['structure', 'stop']} label={t('Loss')} />}
        {stop && <ExitKind exit="trail" label={t('Trail this stop')} />}
        {trail && (
          <>
            <AmountAt path={['structure', 'trail', 'every']} label={t('For each profit of')} />
            <AmountAt path={['structure', 'trail', 'by']} label={t('The stop rises by')} />
          </>
        )}
      </div>
      <div className={styles.line}>
        <ExitKind exit="target" label={t('Close all at a profit of')} />
        {target && <AmountAt path={['structure', 'target']} label={t('Profit')} />}
        <ExitKind exit="lock" label={t('Profit lock')} />
        {lock && (
          <>
            <AmountAt path={['structure', 'lock', 'at']} label={t('Once the profit was')} />
            <AmountAt path={['structure', 'lock', 'keep']} label={t('Keep at least')} />
          </>
        )}
      </div>
      <div className={styles.line}>
        <SelectAt
          path={['structure', 'onLegExit']}
          label={t('A stop or target of one leg')}
          options={optionsOf(ON_EXIT)}
        />
        <SelectAt
          path={['structure', 'moveToCost']}
          label={t('Stops of the others then')}
          options={optionsOf(TO_COST)}
        />
        <SelectAt
          path={['structure', 'ifIncomplete']}
          label={t('If a leg cannot be entered')}
          options={optionsOf(INCOMPLETE)}
        />
      </div>
    </SectionCard>
  );
};
