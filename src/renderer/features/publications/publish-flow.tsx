import { Field, Input, Textarea } from '@fluentui/react-components';
import { useState } from 'react';
import type { StrategySummary } from '../../../shared/contract/strategy-card.ts';
import { AUTHOR_PERCENT, MOST_FEE } from '../../../shared/author-fee.ts';
import { formatRupees, parseRupees } from '../../../shared/money.ts';
import { api } from '../../api/api.ts';
import { failureSentence } from '../../i18n/failure-sentence.ts';
import { t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/toasts.tsx';
import { myPublications, type Publication } from './publications.ts';

interface FlowProps {
  strategy: StrategySummary;
  onClose: () => void;
}

const SUMMARY_MIN = 20;
const NOTE_MIN = 10;
const MOST_LETTERS = 300;

interface LongTextProps {
  label: string;
  hint: string;
  value: string;
  /** Fewest characters. */
  least: number;
  problem: string | undefined;
  onChange: (text: string) => void;
}

const LongText = ({ label, hint, value, least, problem, onChange }: LongTextProps) => (
  <Field
    label={label}
    hint={hint}
    validationMessage={
      value !== '' && value.trim().length < least
        ? t('Enter at least {{count}} characters', { count: least })
        : problem
    }
  >
    <Textarea
      dir="auto"
      rows={3}
      resize="vertical"
      maxLength={MOST_LETTERS}
      value={value}
      onChange={(_, data) => onChange(data.value)}
    />
  </Field>
);

interface FeeFieldProps {
  value: string;
  problem: string | undefined;
  onChange: (text: string) => void;
}

/** Paise that a text asks for; nothing for an empty one, null for what is no fee. */
const feeOf = (text: string): number | null => {
  const fee = text.trim() === '' ? 0 : parseRupees(text);
  return fee === null || fee < 0 || fee > MOST_FEE ? null : fee;
};

const FeeField = ({ value, problem, onChange }: FeeFieldProps) => (
  <Field
    label={t('Fee for a copy')}
    hint={t(
      'Empty for nothing. Who clones or follows it pays once, with GST on top; {{percent}} of the fee is yours. It needs a verified identity.',
      { percent: `${AUTHOR_PERCENT}%` },
    )}
    validationMessage={
      feeOf(value) === null
        ? t('Enter an amount up to {{amount}}, or nothing', { amount: formatRupees(MOST_FEE) })
        : problem
    }
  >
    <Input value={value} inputMode="decimal" onChange={(_, data) => onChange(data.value)} />
  </Field>
);

const done = (onClose: () => void): void => {
  notify({ tone: 'success', message: t('It is in review. An alert says what comes of it.') });
  void myPublications.load(undefined);
  onClose();
};

const feeTextOf = (publication: Publication | null): string =>
  publication === null || publication.fee === 0 ? '' : formatRupees(publication.fee);

const FirstVersion = ({
  strategy,
  publication,
  onClose,
}: FlowProps & { publication: Publication | null }) => {
  const { strategyId, name, capital } = strategy;
  const [summary, setSummary] = useState(publication?.summary ?? '');
  const [feeText, setFeeText] = useState(feeTextOf(publication));
  const [minimumText, setMinimumText] = useState(formatRupees(capital));
  const publish = useAction(api.authors.publish, { presentation: 'dialog' });
  const minimumCapital = parseRupees(minimumText);
  const fee = feeOf(feeText);
  const isBad = fee === null || minimumCapital === null || minimumCapital <= 0 || minimumCapital > capital;
  const run = async () => {
    if (minimumCapital === null || fee === null) return;
    const result = await publish.run({ strategyId, summary: summary.trim(), minimumCapital, fee });
    if (result.ok) done(onClose);
  };
  return (
    <ConfirmDialog
      title={t('Publish {{name}}', { name })}
      action={t('Hand in for review')}
      isWide
      isRunning={publish.isRunning}
      isActionDisabled={summary.trim().length < SUMMARY_MIN || isBad}
      problem={failureSentence(publish.failure, t('My strategies'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'A review looks at it first: no look-ahead, shares that are traded enough, at least 30 trades, charges that leave something. What passes is in the marketplace, rules included, as version 1. It never changes; you go on working on your own strategy.',
        )}
      </span>
      <LongText
        label={t('What it does')}
        hint={t('What others read of it in the marketplace.')}
        least={SUMMARY_MIN}
        value={summary}
        problem={publish.failure?.fields?.summary}
        onChange={setSummary}
      />
      <Field
        label={t('Minimum capital')}
        validationMessage={
          minimumCapital === null || minimumCapital <= 0 || minimumCapital > capital
            ? t('Enter an amount up to {{capital}}, its own capital', { capital: formatRupees(capital) })
            : publish.failure?.fields?.minimumCapital
        }
      >
        <Input value={minimumText} inputMode="decimal" onChange={(_, data) => setMinimumText(data.value)} />
      </Field>
      <FeeField value={feeText} problem={publish.failure?.fields?.fee} onChange={setFeeText} />
    </ConfirmDialog>
  );
};

const NextVersion = ({ strategy, publication, onClose }: FlowProps & { publication: Publication }) => {
  const [note, setNote] = useState('');
  const [feeText, setFeeText] = useState(feeTextOf(publication));
  const fee = feeOf(feeText);
  const publish = useAction(api.authors.newVersion, { presentation: 'dialog' });
  const { publicationId, name, versions } = publication;
  const run = async () => {
    const { strategyId } = strategy;
    if (fee === null) return;
    const result = await publish.run({ publicationId, strategyId, note: note.trim(), fee });
    if (result.ok) done(onClose);
  };
  return (
    <ConfirmDialog
      title={t('Publish version {{number}} of {{name}}', { number: versions.length + 1, name })}
      action={t('Hand in for review')}
      isWide
      isRunning={publish.isRunning}
      isActionDisabled={note.trim().length < NOTE_MIN || fee === null}
      problem={failureSentence(publish.failure, t('My strategies'))}
      onConfirm={() => void run()}
      onClose={onClose}
    >
      <span>
        {t(
          'The rules and settings of this strategy as they are now. Followers and owners of a copy keep the old version until they accept the new one.',
        )}
      </span>
      <LongText
        label={t('What has changed')}
        hint={t('Everybody who has an older version reads it.')}
        least={NOTE_MIN}
        value={note}
        problem={publish.failure?.fields?.note}
        onChange={setNote}
      />
      <FeeField value={feeText} problem={publish.failure?.fields?.fee} onChange={setFeeText} />
    </ConfirmDialog>
  );
};

/** Submit an own strategy for review: for the first time, or as the next version of what is published. */
export const PublishFlow = ({ publication, ...props }: FlowProps & { publication: Publication | null }) =>
  publication?.state === 'published' ? (
    <NextVersion {...props} publication={publication} />
  ) : (
    <FirstVersion {...props} publication={publication} />
  );
