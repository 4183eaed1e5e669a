import {
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  SearchBox,
  tokens,
} from '@fluentui/react-components';
import { Search16Regular } from '@fluentui/react-icons';
import { useEffect, useState, type KeyboardEvent } from 'react';
import { t } from '../i18n/translate.ts';
import { useGoTo } from '../state/navigation.ts';
import { ROUTE_LIST, type RouteTitle } from './route-list.ts';
import { ROUTE_WORDS } from './route-words.ts';

const useStyles = makeStyles({
  open: {
    display: 'flex',
    alignItems: 'center',
    gap: tokens.spacingHorizontalS,
    width: '100%',
    height: '26px',
    padding: `0 ${tokens.spacingHorizontalS}`,
    border: `1px solid ${tokens.colorNeutralStroke1}`,
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground2,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase200,
    cursor: 'pointer',
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  hint: { flexGrow: 1, textAlign: 'left' },
  surface: { maxWidth: '480px', marginTop: '80px' },
  list: { margin: `${tokens.spacingVerticalS} 0 0`, padding: 0, listStyleType: 'none' },
  choice: {
    display: 'flex',
    justifyContent: 'space-between',
    width: '100%',
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    border: 'none',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    textAlign: 'left',
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorSubtleBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}` },
  },
  shortcut: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
  search: { width: '100%', maxWidth: 'none' },
});

const places = ROUTE_LIST.filter((route) => !route.isOutside && !route.path.includes(':'));

/** A page is found by its name in the language of the window, and in English, as people know it from before. */
const namesOf = (title: RouteTitle): string[] =>
  [title, ROUTE_WORDS[title]].map((name) => name.toLowerCase());

const Palette = ({ onClose }: { onClose: () => void }) => {
  const styles = useStyles();
  const goTo = useGoTo();
  const [text, setText] = useState('');
  const wanted = text.trim().toLowerCase();
  const found = places.filter(({ title }) => namesOf(title).some((name) => name.includes(wanted)));
  const go = (route: string) => {
    onClose();
    goTo(route);
  };
  const searchMarket = () => go(`/marketplace?search=${encodeURIComponent(text.trim())}`);
  const onEnter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    const [first] = found;
    if (first) go(first.path);
    else if (text.trim()) searchMarket();
  };
  return (
    <Dialog open onOpenChange={(_, data) => !data.open && onClose()}>
      <DialogSurface className={styles.surface} aria-label={t('Go to')}>
        <DialogBody>
          <DialogTitle>{t('Go to')}</DialogTitle>
          <DialogContent>
            <SearchBox
              className={styles.search}
              aria-label={t('Page or strategy')}
              placeholder={t('Type the name of a page or strategy')}
              dismiss={{ 'aria-label': t('clear') }}
              value={text}
              onChange={(_, data) => setText(data.value)}
              onKeyDown={onEnter}
            />
            <ul className={styles.list}>
              {found.map((place) => (
                <li key={place.path}>
                  <button type="button" className={styles.choice} onClick={() => go(place.path)}>
                    {ROUTE_WORDS[place.title]}
                    <span className={styles.shortcut}>{place.shortcut}</span>
                  </button>
                </li>
              ))}
              {text.trim() && (
                <li>
                  <button type="button" className={styles.choice} onClick={searchMarket}>
                    {t('Search the marketplace for “{{text}}”', { text: text.trim() })}
                  </button>
                </li>
              )}
            </ul>
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
};

const isPaletteKey = (event: globalThis.KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** Opens a page by its name; Ctrl+K from anywhere. */
export const PaletteButton = () => {
  const styles = useStyles();
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <button type="button" className={styles.open} onClick={() => setIsOpen(true)}>
        <Search16Regular aria-hidden />
        <span className={styles.hint}>{t('Go to a page or strategy')}</span>
        <span aria-hidden>Ctrl K</span>
      </button>
      {isOpen && <Palette onClose={() => setIsOpen(false)} />}
    </>
  );
};
