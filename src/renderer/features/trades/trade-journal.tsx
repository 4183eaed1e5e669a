import { Button, Checkbox, Field, Input, makeStyles, Textarea, tokens } from '@fluentui/react-components';
import { type RefObject, useEffect, useState } from 'react';
import type { JournalEntry, JournalLabel } from '../../../shared/contract/journal.ts';
import type { Trade } from '../../../shared/contract/positions.ts';
import { JOURNAL_LIMITS } from '../../../shared/journal-limits.ts';
import { api } from '../../api/api.ts';
import { labels, t } from '../../i18n/translate.ts';
import { useAction } from '../../state/action.ts';
import { Facts } from '../../ui/details-drawer.tsx';
import { MoneyChange, PercentChange } from '../../ui/money.tsx';
import { notify } from '../../ui/toasts.tsx';
import { chartPicture } from './chart-picture.ts';
import { excursion, journalLabels, picture } from './journal.ts';

const useStyles = makeStyles({
  title: { margin: 0, fontSize: tokens.fontSizeBase300 },
  part: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  labels: {
    display: 'flex',
    flexWrap: 'wrap',
    gap: tokens.spacingHorizontalS,
    margin: 0,
    padding: 0,
    border: 0,
  },
  line: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalS, alignItems: 'flex-end' },
  picture: { maxWidth: '100%', borderRadius: tokens.borderRadiusMedium },
});

const KINDS: Readonly<Record<JournalLabel['kind'], string>> = labels({ tag: 'Tags', mistake: 'Mistakes' });
const NEW: Readonly<Record<JournalLabel['kind'], string>> = labels({
  tag: 'New tag',
  mistake: 'New mistake',
});

const Excursion = ({ of }: { of: { amount: number; percent: number } | null }) =>
  of === null ? (
    t('not known')
  ) : (
    <>
      <MoneyChange paise={of.amount} /> <PercentChange percent={of.percent} />
    </>
  );

/** Largest loss and largest profit while the trade was open. */
export const TradeExcursion = ({ tradeId }: { tradeId: number }) => {
  const here = excursion.useHere();
  const { value } = here.use();
  useEffect(() => void here.load({ tradeId }), [here, tradeId]);
  return (
    <Facts
      facts={[
        [t('Largest loss while open (MAE)'), <Excursion key="mae" of={value?.adverse ?? null} />],
        [t('Largest profit while open (MFE)'), <Excursion key="mfe" of={value?.favourable ?? null} />],
      ]}
    />
  );
};

interface LabelsOfKindProps {
  kind: JournalLabel['kind'];
  chosen: ReadonlySet<number>;
  onChosen: (labelId: number, isChosen: boolean) => void;
}

/** Labels of a kind for the trade. A field makes new ones. */
const LabelsOfKind = ({ kind, chosen, onChosen }: LabelsOfKindProps) => {
  const styles = useStyles();
  const all = journalLabels.use().value?.labels.filter((label) => label.kind === kind) ?? [];
  const [name, setName] = useState('');
  const add = useAction(api.journal.addLabel);
  const addNew = async (): Promise<void> => {
    const wanted = name.trim();
    if (wanted === '') return;
    const result = await add.run({ kind, name: wanted });
    if (!result.ok) return;
    journalLabels.patch(() => result.value);
    const made = result.value.labels.find((label) => label.kind === kind && label.name === wanted);
    if (made) onChosen(made.labelId, true);
    setName('');
  };
  return (
    <>
      <fieldset className={styles.labels}>
        <legend>{KINDS[kind]}</legend>
        {all.map(({ labelId, name: text }) => (
          <Checkbox
            key={labelId}
            label={text}
            checked={chosen.has(labelId)}
            onChange={(_, data) => onChosen(labelId, data.checked === true)}
          />
        ))}
      </fieldset>
      <div className={styles.line}>
        <Field label={NEW[kind]}>
          <Input
            value={name}
            maxLength={JOURNAL_LIMITS.labelLetters}
            onChange={(_, data) => setName(data.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void addNew();
            }}
          />
        </Field>
        <Button disabledFocusable={name.trim() === '' || add.isRunning} onClick={() => void addNew()}>
          {t('Add')}
        </Button>
      </div>
    </>
  );
};

interface TradePictureProps {
  trade: Trade;
  hasPicture: boolean;
  chart: RefObject<HTMLElement | null>;
  onKept: (entry: JournalEntry) => void;
}

/** The picture of the chart that is kept with the trade. */
const TradePicture = ({ trade: { tradeId, symbol }, hasPicture, chart, onKept }: TradePictureProps) => {
  const styles = useStyles();
  const here = picture.useHere();
  const { value } = here.use();
  const keep = useAction(api.journal.keepPicture);
  useEffect(() => {
    if (hasPicture) void here.load({ tradeId });
  }, [here, hasPicture, tradeId]);
  const put = async (base64: string | null): Promise<void> => {
    const result = await keep.run({ tradeId, base64 });
    if (!result.ok) return;
    onKept(result.value);
    if (base64 !== null) void here.load({ tradeId });
  };
  const keepDrawn = (): void => {
    const drawn = chart.current && chartPicture(chart.current);
    if (drawn) void put(drawn);
    else notify({ tone: 'failure', message: t('There is no chart to take a picture of.') });
  };
  return (
    <div className={styles.part}>
      {hasPicture && value && (
        <img
          className={styles.picture}
          src={`data:image/png;base64,${value.base64}`}
          alt={t('Chart of the trade in {{symbol}}, as it was kept', { symbol })}
        />
      )}
      <div className={styles.line}>
        <Button disabledFocusable={keep.isRunning} onClick={keepDrawn}>
          {hasPicture ? t('Take the picture again') : t('Keep a picture of the chart')}
        </Button>
        {hasPicture && (
          <Button disabledFocusable={keep.isRunning} onClick={() => void put(null)}>
            {t('Remove the picture')}
          </Button>
        )}
      </div>
    </div>
  );
};

const idsOf = ({ labels: marked }: JournalEntry): number[] => marked.map(({ labelId }) => labelId);

interface TradeJournalProps {
  trade: Trade;
  entry: JournalEntry;
  /** Element with the chart of the trade. */
  chart: RefObject<HTMLElement | null>;
  onChanged: () => void;
}

/** Note, tags, mistakes and picture of a trade. */
export const TradeJournal = ({ trade, entry: start, chart, onChanged }: TradeJournalProps) => {
  const styles = useStyles();
  const [entry, setEntry] = useState(start);
  const [note, setNote] = useState(start.note);
  const [chosen, setChosen] = useState(() => new Set(idsOf(start)));
  /** Notes that this window replaces; null once it has been said that another one has changed them. */
  const [before, setBefore] = useState<JournalEntry | null>(start);
  const save = useAction(api.journal.save);
  useEffect(() => void journalLabels.load(undefined), []);
  const choose = (labelId: number, isChosen: boolean): void =>
    setChosen((before) => {
      const after = new Set(before);
      if (isChosen) after.add(labelId);
      else after.delete(labelId);
      return after;
    });
  const submit = async (): Promise<void> => {
    const result = await save.run({
      ...{ tradeId: trade.tradeId, note, labelIds: [...chosen] },
      ...(before && { before: { note: before.note, labelIds: idsOf(before) } }),
    });
    if (!result.ok) {
      if (result.failure.code === 'conflict') setBefore(null);
      return;
    }
    setEntry(result.value);
    setBefore(result.value);
    notify({ tone: 'success', message: t('The notes of the trade are saved.') });
    onChanged();
  };
  return (
    <section className={styles.part} aria-label={t('Journal')}>
      <h3 className={styles.title}>{t('Journal')}</h3>
      <Field label={t('Note')}>
        <Textarea
          value={note}
          rows={4}
          maxLength={JOURNAL_LIMITS.noteLetters}
          onChange={(_, data) => setNote(data.value)}
        />
      </Field>
      <LabelsOfKind kind="tag" chosen={chosen} onChosen={choose} />
      <LabelsOfKind kind="mistake" chosen={chosen} onChosen={choose} />
      <div className={styles.line}>
        <Button appearance="primary" disabledFocusable={save.isRunning} onClick={() => void submit()}>
          {t('Save the notes')}
        </Button>
      </div>
      <TradePicture
        trade={trade}
        hasPicture={entry.hasPicture}
        chart={chart}
        onKept={(kept) => {
          setEntry(kept);
          onChanged();
        }}
      />
    </section>
  );
};
