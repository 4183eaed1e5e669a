import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { t } from '../../i18n/translate.ts';

/** A distance from the entry price as a form holds it: text, so that half-typed numbers are no problem. */
export interface DistanceDraft {
  kind: 'none' | 'percent' | 'points' | 'atr';
  value: string;
  /** Bars of the ATR, at entry. */
  period: string;
}

export type DistanceValue =
  | { kind: 'percent'; value: number }
  | { kind: 'points'; rupees: number }
  | { kind: 'atr'; multiple: number; period: number };

/** A stored distance as a draft. */
export const draftOf = (distance: DistanceValue | null): DistanceDraft => {
  if (!distance) return { kind: 'none', value: '', period: '14' };
  switch (distance.kind) {
    case 'percent':
      return { kind: 'percent', value: String(distance.value), period: '14' };
    case 'points':
      return { kind: 'points', value: String(distance.rupees), period: '14' };
    case 'atr':
      return { kind: 'atr', value: String(distance.multiple), period: String(distance.period) };
  }
};

const positive = (text: string): number | null => {
  const value = /^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : 0;
  return value > 0 ? value : null;
};

/** Distance that a draft stands for: null for none, undefined while it is not a number. */
export const distanceOf = (draft: DistanceDraft): DistanceValue | null | undefined => {
  if (draft.kind === 'none') return null;
  const value = positive(draft.value);
  if (value === null) return undefined;
  switch (draft.kind) {
    case 'percent':
      return value <= 100 ? { kind: 'percent', value } : undefined;
    case 'points':
      return { kind: 'points', rupees: value };
    case 'atr': {
      const period = positive(draft.period);
      return period !== null && Number.isInteger(period)
        ? { kind: 'atr', multiple: value, period }
        : undefined;
    }
  }
};

const useStyles = makeStyles({
  row: { display: 'flex', gap: tokens.spacingHorizontalS, alignItems: 'flex-start' },
  // Fields share the width there is, though a text input asks for twenty letters and a choice for its longest one.
  kind: { flex: '1.6 1 0', minWidth: 0, '& select': { width: '100%', minWidth: 0 } },
  number: { flex: '1 1 0', minWidth: 0, maxWidth: '140px' },
  input: { width: '100%', minWidth: 0 },
});

const units = { none: '', percent: '%', points: '₹', atr: '×' } as const;

interface DistanceFieldProps {
  label: string;
  draft: DistanceDraft;
  onChange: (draft: DistanceDraft) => void;
  hint?: string;
}

/** A stop-loss, target or trailing distance: what it is measured in, and how far. */
export const DistanceField = ({ label, draft, onChange, hint }: DistanceFieldProps) => {
  const styles = useStyles();
  const isWrong = distanceOf(draft) === undefined;
  return (
    <div className={styles.row}>
      <Field label={label} hint={hint} className={styles.kind}>
        <Select
          className={styles.input}
          value={draft.kind}
          onChange={(_, data) => onChange({ ...draft, kind: data.value as DistanceDraft['kind'] })}
        >
          <option value="none">{t('None')}</option>
          <option value="percent">{t('Percent of entry price')}</option>
          <option value="points">{t('Rupees from entry price')}</option>
          <option value="atr">{t('Multiple of ATR')}</option>
        </Select>
      </Field>
      {draft.kind !== 'none' && (
        <Field
          label={t('Value')}
          validationMessage={isWrong ? t('Enter a number above 0') : undefined}
          className={styles.number}
        >
          <Input
            className={styles.input}
            aria-label={t('{{protection}} value', { protection: label })}
            value={draft.value}
            inputMode="decimal"
            contentAfter={units[draft.kind]}
            onChange={(_, data) => onChange({ ...draft, value: data.value })}
          />
        </Field>
      )}
      {draft.kind === 'atr' && (
        <Field label={t('ATR candles')} className={styles.number}>
          <Input
            className={styles.input}
            aria-label={t('{{protection}} ATR candles', { protection: label })}
            value={draft.period}
            inputMode="numeric"
            onChange={(_, data) => onChange({ ...draft, period: data.value })}
          />
        </Field>
      )}
    </div>
  );
};

/** Drafts of the three protections of a strategy. */
export interface ProtectionDraft {
  stopLoss: DistanceDraft;
  target: DistanceDraft;
  trailing: DistanceDraft;
}

/** The three distances, or null while one is not a number. */
export const protectionOf = (draft: ProtectionDraft) => {
  const stopLoss = distanceOf(draft.stopLoss);
  const target = distanceOf(draft.target);
  const trailing = distanceOf(draft.trailing);
  if (stopLoss === undefined || target === undefined || trailing === undefined) return null;
  return { stopLoss, target, trailing };
};

/** Stop-loss, target and trailing stop together. */
export const ProtectionFields = ({
  draft,
  onChange,
}: {
  draft: ProtectionDraft;
  onChange: (draft: ProtectionDraft) => void;
}) => (
  <>
    <DistanceField
      label={t('Stop-loss')}
      draft={draft.stopLoss}
      onChange={(stopLoss) => onChange({ ...draft, stopLoss })}
    />
    <DistanceField
      label={t('Target')}
      draft={draft.target}
      onChange={(target) => onChange({ ...draft, target })}
    />
    <DistanceField
      label={t('Trailing stop')}
      draft={draft.trailing}
      onChange={(trailing) => onChange({ ...draft, trailing })}
    />
  </>
);
