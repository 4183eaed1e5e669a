import { Input, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { t } from '../../i18n/translate.ts';
import { type FoundInstrument, useInstrumentSearch } from '../../state/instrument-search.ts';
import { SaidByServer } from '../../ui/said-by-server.tsx';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';

const useStyles = makeStyles({
  root: { position: 'relative', maxWidth: '560px' },
  input: { width: '100%' },
  list: {
    position: 'absolute',
    zIndex: 2,
    left: 0,
    right: 0,
    maxHeight: '320px',
    overflowY: 'auto',
    marginTop: tokens.spacingVerticalXXS,
    padding: tokens.spacingVerticalXS,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    boxShadow: tokens.shadow16,
  },
  option: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    minHeight: '32px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    borderRadius: tokens.borderRadiusMedium,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
  },
  active: {
    backgroundColor: tokens.colorSubtleBackgroundSelected,
    outline: `2px solid ${tokens.colorStrokeFocus2}`,
    outlineOffset: '-2px',
  },
  label: { fontWeight: tokens.fontWeightSemibold, whiteSpace: 'nowrap' },
  detail: {
    flexGrow: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: tokens.colorNeutralForeground2,
    fontSize: tokens.fontSizeBase200,
  },
  quiet: { color: tokens.colorNeutralForeground2, fontSize: tokens.fontSizeBase200 },
  said: { margin: 0, padding: tokens.spacingHorizontalS },
});

/** The option that a key leads to, going round at the ends; null for other keys. */
const stepOf = (key: string, at: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  return key === 'ArrowUp' ? (at - 1 + count) % count : null;
};

interface InstrumentPickerProps {
  /** Purpose of the field, for its label. */
  label: string;
  /** Letter that has opened it. */
  start: string;
  /** Symbols that are there already. */
  taken: ReadonlySet<string>;
  onPick: (found: FoundInstrument) => void;
  onClose: () => void;
}

/** A field that finds instruments. Enter takes one, and the field is ready for the next. */
export const InstrumentPicker = ({ label, start, taken, onPick, onClose }: InstrumentPickerProps) => {
  const styles = useStyles();
  const id = useId();
  const [text, setText] = useState(start);
  const [chosen, setChosen] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const isComposing = useRef(false);
  const { found, problem, isSearching, text: asked } = useInstrumentSearch(text);
  const at = Math.max(
    0,
    found.findIndex(({ symbol }) => symbol === chosen),
  );
  const active = found[at];
  useEffect(() => {
    const field = input.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  useEffect(() => {
    document.getElementById(`${id}-${at}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, at]);

  const pick = (one: FoundInstrument): void => {
    onPick(one);
    setText('');
    setChosen(null);
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing.current) return;
    const next = stepOf(event.key, at, found.length);
    if (next !== null) setChosen(found[next]?.symbol ?? null);
    else if (event.key === 'Enter' && active) pick(active);
    else if (event.key === 'Escape' || (event.key === 'Enter' && text.trim() === '')) onClose();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isOpen = asked !== '' && !isSearching;
  const countText = isSearching
    ? t('Looking for instruments…')
    : isOpen
      ? t('{{count}} to choose from', { count: found.length })
      : '';

  return (
    <div className={styles.root}>
      <Input
        ref={input}
        className={styles.input}
        role="combobox"
        aria-label={label}
        aria-expanded={isOpen}
        aria-controls={id}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && active ? `${id}-${at}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={t('Share, index, future or option, such as nifty 24500 ce')}
        contentBefore={<Search20Regular aria-hidden />}
        contentAfter={isSearching ? <Spinner size="tiny" aria-hidden /> : undefined}
        value={text}
        onChange={(_, data) => {
          setText(data.value);
          setChosen(null);
        }}
        onCompositionStart={() => (isComposing.current = true)}
        onCompositionEnd={() => (isComposing.current = false)}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div className={styles.list}>
          <div id={id} role="listbox" aria-label={t('Instruments')}>
            {found.map((one, index) => (
              <div
                key={one.symbol}
                id={`${id}-${index}`}
                role="option"
                aria-selected={index === at}
                className={mergeClasses(styles.option, index === at && styles.active)}
                onMouseDown={(event) => event.preventDefault()}
                onClick={() => pick(one)}
              >
                <span className={styles.label}>{one.label}</span>
                <span className={styles.detail}>{one.detail}</span>
                {taken.has(one.symbol) && <span className={styles.quiet}>{t('in the list')}</span>}
              </div>
            ))}
          </div>
          {found.length === 0 && problem === '' && (
            <p className={styles.said}>{t('No instrument answers to “{{text}}”.', { text: asked })}</p>
          )}
          {problem !== '' && (
            <p className={styles.said}>
              <SaidByServer>{problem}</SaidByServer>
            </p>
          )}
        </div>
      )}
      <div role="status">
        <VisuallyHidden>{countText}</VisuallyHidden>
      </div>
    </div>
  );
};
