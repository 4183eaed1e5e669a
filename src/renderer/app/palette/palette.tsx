import { Dialog, DialogSurface, Input, makeStyles, Spinner, tokens } from '@fluentui/react-components';
import { Search20Regular } from '@fluentui/react-icons';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { t } from '../../i18n/translate.ts';
import { newAlertAddress } from '../../state/condition-to-watch.ts';
import { useGoFromHere } from '../../state/go-from-here.ts';
import { useCommand } from '../../state/palette-command.ts';
import { usePaletteSearch } from '../../state/palette-search.ts';
import { askManualOrder } from '../../state/manual-order.ts';
import { recentlyUsed } from '../../state/recently-used.ts';
import { useWhyNot } from '../../state/rights.ts';
import { session } from '../../state/session.ts';
import { closeLayer } from '../../state/shell-layer.ts';
import { VisuallyHidden } from '../../ui/visually-hidden.tsx';
import { useRunShortcut } from '../use-shortcuts.ts';
import { commandItem } from './command-item.ts';
import { WAY } from './open-items.ts';
import type { Deed, PaletteItem } from './palette-item.ts';
import { paletteGroups } from './palette-items.ts';
import { PaletteList } from './palette-list.tsx';

const useStyles = makeStyles({
  surface: {
    width: 'min(600px, calc(100vw - 32px))',
    maxWidth: 'none',
    margin: '72px auto auto',
    padding: 0,
    overflow: 'hidden',
  },
  root: { display: 'flex', flexDirection: 'column', maxHeight: 'min(520px, calc(100vh - 120px))' },
  field: { padding: tokens.spacingHorizontalM, borderBottom: `1px solid ${tokens.colorNeutralStroke2}` },
  input: { width: '100%' },
});

/** The option that a key leads to, going round at the ends; null for other keys. */
const stepOf = (key: string, at: number, count: number): number | null => {
  if (count === 0) return null;
  if (key === 'ArrowDown') return (at + 1) % count;
  if (key === 'ArrowUp') return (at - 1 + count) % count;
  if (key === 'PageDown') return Math.min(at + 8, count - 1);
  if (key === 'PageUp') return Math.max(at - 8, 0);
  return null;
};

const countText = (count: number, isSearching: boolean): string =>
  isSearching ? t('Looking for strategies and instruments…') : t('{{count}} to choose from', { count });

/** Goes anywhere and does anything by its name, by keyboard alone. What sends orders asks its own question first. */
export const Palette = () => {
  const styles = useStyles();
  const id = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<string | null>(null);
  const ownerId = session.use((state) => state.user?.id) ?? 0;
  const typed = text.trim();
  const search = usePaletteSearch(typed);
  const used = recentlyUsed.useOf(ownerId);
  const whyNot = useWhyNot();
  const goTo = useGoFromHere();
  const run = useRunShortcut();
  const isComposing = useRef(false);
  const { known, isAsking } = useCommand(typed);
  /** Text at which Enter was pressed too early. What its command names was not known then. */
  const [entered, setEntered] = useState<string | null>(null);
  const command = known && commandItem(known);
  const groups = paletteGroups({ typed, found: search.found, used, whyNot, command });
  const items = groups.flatMap((group) => group.items);
  const at = Math.max(
    0,
    items.findIndex(({ key }) => key === chosen),
  );
  const active = items[at] ?? null;

  const carryOut = (deed: Deed): void => {
    if (deed.kind === 'go') goTo(deed.route);
    else if (deed.kind === 'run') run(deed.shortcut);
    else if (deed.kind === 'order') askManualOrder(deed.draft);
    else if (deed.kind === 'condition') goTo(newAlertAddress(deed.condition));
    else goTo(`/notifications?${new URLSearchParams({ view: 'mine', ...deed.draft }).toString()}`);
  };
  const choose = (item: PaletteItem): void => {
    if (item.refusal !== null) return;
    closeLayer();
    const { deed } = item;
    if (item.key !== command?.key && !item.key.startsWith(WAY))
      recentlyUsed.note({
        key: item.key,
        ownerId,
        label: item.label,
        route: deed.kind === 'go' ? deed.route : null,
      });
    // After the palette has given the focus back to the page: what is done may want it.
    setTimeout(() => carryOut(deed));
  };
  useEffect(() => {
    if (entered === typed && chosen === null && command) choose(command);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    if (isComposing.current) return;
    const next = stepOf(event.key, at, items.length);
    if (next !== null) setChosen(items[next]?.key ?? null);
    else if (event.key === 'Enter' && isAsking && chosen === null) setEntered(typed);
    else if (event.key === 'Enter' && active) choose(active);
    else return;
    event.preventDefault();
  };

  return (
    <Dialog open onOpenChange={(_, data) => !data.open && closeLayer()}>
      <DialogSurface className={styles.surface} aria-label={t('Command palette')}>
        <div className={styles.root}>
          <div className={styles.field}>
            <Input
              className={styles.input}
              role="combobox"
              aria-label={t('Page, strategy, instrument or action')}
              aria-expanded
              aria-controls={id}
              aria-autocomplete="list"
              aria-activedescendant={active ? `${id}-${at}` : undefined}
              autoComplete="off"
              spellCheck={false}
              placeholder={t('Page, strategy, instrument or action')}
              contentBefore={<Search20Regular aria-hidden />}
              contentAfter={search.isSearching ? <Spinner size="tiny" aria-hidden /> : undefined}
              value={text}
              onChange={(_, data) => {
                setText(data.value);
                setChosen(null);
                setEntered(null);
              }}
              onCompositionStart={() => (isComposing.current = true)}
              onCompositionEnd={() => (isComposing.current = false)}
              onKeyDown={onKeyDown}
            />
          </div>
          <PaletteList
            id={id}
            groups={groups}
            activeIndex={at}
            onChoose={choose}
            failed={search.failed}
            missing={search.isMissing && !command ? search.text : ''}
          />
          <div role="status">
            <VisuallyHidden>{countText(items.length, search.isSearching)}</VisuallyHidden>
          </div>
        </div>
      </DialogSurface>
    </Dialog>
  );
};
