import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { ArrowUndoRegular, DeleteRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { formatPrice, parseRupees, plainRupees } from '../../../../shared/money.ts';
import { t } from '../../../i18n/translate.ts';
import { barText } from '../bars.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { useKeptFocus } from '../../../ui/use-kept-focus.ts';
import { type Drawing, DRAWING_COLOURS, type DrawingColour, MOST_LETTERS } from './drawing.ts';
import { withPoint } from './drawing-moves.ts';
import { COLOUR_LABELS, TOOL_LABELS } from './tool-labels.ts';
import type { Drawings } from './use-drawings.ts';

const useStyles = makeStyles({
  surface: { maxWidth: '760px' },
  content: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalL },
  row: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  name: { flexBasis: '100%', fontWeight: tokens.fontWeightSemibold },
  price: { width: '208px' },
  // The field's own least width is wider than a price.
  input: { minWidth: 0, width: '100%' },
  buttons: {
    display: 'flex',
    justifyContent: 'flex-end',
    gap: tokens.spacingHorizontalS,
    gridColumn: '1 / -1',
  },
  problem: { color: tokens.colorStatusDangerForeground1 },
});

/** React hook: text of a field, which follows what it stands for when that changes elsewhere. */
const useFieldText = (kept: string) => {
  const [{ text, from }, set] = useState({ text: kept, from: kept });
  if (from !== kept) set({ text: kept, from: kept });
  return [text, (typed: string) => set({ text: typed, from: kept })] as const;
};

interface PriceFieldProps {
  label: string;
  /** Paise. */
  price: number;
  onPrice: (paise: number) => void;
}

/** Price of a point; a text that is no price stays in the field and says so. */
const PriceField = ({ label, price, onPrice }: PriceFieldProps) => {
  const styles = useStyles();
  const [text, setText] = useFieldText(plainRupees(price));
  const typed = parseRupees(text);
  const keep = (): void => {
    if (typed !== null && typed !== price) onPrice(typed);
  };
  return (
    <Field
      label={label}
      className={styles.price}
      validationMessage={typed === null ? t('Enter a price such as 120.50') : undefined}
    >
      <Input
        className={styles.input}
        inputMode="decimal"
        value={text}
        onChange={(_, data) => setText(data.value)}
        onBlur={keep}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
      />
    </Field>
  );
};

interface NoteFieldProps {
  text: string;
  onText: (text: string) => void;
}

const NoteField = ({ text: kept, onText }: NoteFieldProps) => {
  const [text, setText] = useFieldText(kept);
  const keep = (): void => {
    if (text !== kept) onText(text);
  };
  return (
    <Field label={t('Text', { context: 'drawing' })}>
      <Input
        maxLength={MOST_LETTERS}
        value={text}
        onChange={(_, data) => setText(data.value)}
        onBlur={keep}
        onKeyDown={({ key }) => key === 'Enter' && keep()}
      />
    </Field>
  );
};

interface RowProps {
  drawing: Drawing;
  name: string;
  kept: Drawings;
}

const DrawingRow = ({ drawing, name, kept }: RowProps) => {
  const styles = useStyles();
  return (
    <li className={styles.row} aria-label={name}>
      <span className={styles.name}>{name}</span>
      {drawing.tool === 'text-note' && (
        <NoteField text={drawing.text} onText={(text) => kept.change(drawing, { ...drawing, text })} />
      )}
      {drawing.points.map((point, number) => (
        <PriceField
          key={number}
          label={t('Price at {{time}}', { time: barText(point.time, false) })}
          price={point.price}
          onPrice={(price) => kept.change(drawing, withPoint(drawing, number, { ...point, price }))}
        />
      ))}
      <Field label={t('Colour')}>
        <Select
          value={drawing.colour}
          onChange={(_, data) => kept.change(drawing, { ...drawing, colour: data.value as DrawingColour })}
        >
          {DRAWING_COLOURS.map((colour) => (
            <option key={colour} value={colour}>
              {COLOUR_LABELS[colour]}
            </option>
          ))}
        </Select>
      </Field>
      <Button
        icon={<DeleteRegular />}
        aria-label={t('Delete {{name}}', { name })}
        onClick={() => kept.remove([drawing])}
      />
    </li>
  );
};

const nameOf = ({ tool, points, text }: Drawing): string =>
  [
    TOOL_LABELS[tool],
    ...(text === '' ? [] : [text]),
    points.map(({ price }) => formatPrice(price)).join(' → '),
  ].join(' · ');

/** Sentence for what is kept and cannot be drawn; empty where everything can. */
const unreadText = ({ unread, isUnread }: Drawings): string => {
  if (isUnread) return t('What is kept of this chart could not be read. It is put aside when you draw here.');
  return unread > 0
    ? t(
        '{{number}} entries of this chart are no drawings that are known here. They are kept and not shown.',
        {
          number: unread,
          count: unread,
        },
      )
    : '';
};

interface DrawingsDialogProps {
  kept: Drawings;
  /** Drawing that is edited first; null of none. */
  editedId: string | null;
  onClose: () => void;
}

/** Drawings of a chart as a list: prices typed, colours chosen, one or all deleted, and undone. */
export const DrawingsDialog = ({ kept, editedId, onClose }: DrawingsDialogProps) => {
  const styles = useStyles();
  const { drawings } = kept;
  // The dialog gives the focus to its first field.
  const sorted =
    editedId === null
      ? drawings
      : drawings.toSorted((one, other) => Number(other.id === editedId) - Number(one.id === editedId));
  const problem = unreadText(kept);
  const keptFocus = useKeptFocus();
  return (
    <DialogFrame
      title={t('Drawings')}
      surfaceClass={styles.surface}
      onClose={onClose}
      actions={
        <div className={styles.buttons}>
          <Button icon={<ArrowUndoRegular />} disabledFocusable={!kept.canUndo} onClick={kept.undo}>
            {t('Undo', { context: 'drawing' })}
          </Button>
          <Button disabledFocusable={drawings.length === 0} onClick={() => kept.remove(drawings)}>
            {t('Remove all')}
          </Button>
          <Button appearance="primary" onClick={onClose}>
            {t('Close')}
          </Button>
        </div>
      }
    >
      <div className={styles.content} {...keptFocus}>
        {problem !== '' && <span className={styles.problem}>{problem}</span>}
        {drawings.length === 0 ? (
          <span>{t('Nothing is drawn on this chart.')}</span>
        ) : (
          <ul className={styles.list} aria-label={t('Drawings on this chart')}>
            {sorted.map((drawing) => (
              <DrawingRow key={drawing.id} drawing={drawing} name={nameOf(drawing)} kept={kept} />
            ))}
          </ul>
        )}
      </div>
    </DialogFrame>
  );
};
