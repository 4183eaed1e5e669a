import { Field, Input, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { Amount } from '../../../../shared/leg-document.ts';
import { labels, t } from '../../../i18n/translate.ts';
import { SectionCard } from '../../../ui/section-card.tsx';
import { useAt } from '../draft-context.tsx';
import { optionsOf, SelectAt } from '../inputs.tsx';

const useStyles = makeStyles({
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalM, alignItems: 'flex-start' },
  amount: { width: '120px', minWidth: '64px' },
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

/** Rupees of the whole structure, or nothing. */
const AmountAt = ({ path, label }: { path: readonly string[]; label: string }) => {
  const styles = useStyles();
  const { value, problem, set } = useAt<Amount | null>(path);
  const [typed, setTyped] = useState(value?.kind === 'rupees' ? String(value.rupees) : '');
  return (
    <Field label={label} validationMessage={problem}>
      <Input
        className={styles.amount}
        inputMode="decimal"
        contentBefore="₹"
        placeholder={t('None')}
        value={typed}
        onChange={(_, data) => {
          setTyped(data.value);
          set(data.value.trim() === '' ? null : { kind: 'rupees', rupees: Number(data.value) });
        }}
      />
    </Field>
  );
};

/** Exits of all legs together. */
export const TogetherSection = () => {
  const styles = useStyles();
  return (
    <SectionCard title={t('All legs together')}>
      <div className={styles.line}>
        <AmountAt path={['structure', 'stop']} label={t('Close all at a loss of')} />
        <AmountAt path={['structure', 'target']} label={t('Close all at a profit of')} />
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
