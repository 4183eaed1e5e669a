import { useEffect, useRef } from 'react';
import { t } from '../../i18n/translate.ts';
import { notify } from '../../ui/toasts.tsx';
import type { Layout } from './layout.ts';
import { freeName, layouts, MOST_LAYOUTS } from './layouts.ts';

/** A layout of a person, as this window shows it. */
interface KeptLayoutProps {
  ownerId: number;
  name: string;
  first: Layout;
  /** Shows another layout in place of this one. */
  onLayout: (name: string) => void;
}

const inform = (message: string): void => notify({ tone: 'news', message });

/** Sentence where this computer has no room left for a layout. */
export const noRoomText = (name: string): string =>
  t(
    'This computer has no room left to keep the layout {{name}}. What you change stays in this window, until it is closed: remove layouts or drawings that you do not need.',
    { name },
  );

/**
 * React hook: keeps what a layout becomes in this window. Where another window has changed it too, neither overwrites the
 * other: this one goes on with a copy, and says so. What another window has ended is kept under its name again. Where it
 * cannot be kept that is said once, and tried again with each change.
 */
export const useKeptLayout = ({
  ownerId,
  name,
  first,
  onLayout,
}: KeptLayoutProps): ((layout: Layout) => void) => {
  const stamp = useRef<string | undefined>(undefined);
  /** Whether this window has left it to the other one. */
  const isOver = useRef(false);
  /** The last sentence about it. Every change would say it again. */
  const said = useRef('');
  useEffect(() => {
    isOver.current = false;
    said.current = '';
    if (layouts.find(ownerId, name) === null && !layouts.keep(ownerId, name, first)) {
      said.current = noRoomText(name);
      inform(said.current);
    }
    stamp.current = layouts.stampOf(ownerId, name);
  }, [ownerId, name, first]);
  const sayOnce = (message: string): void => {
    if (said.current !== message) inform(message);
    said.current = message;
  };
  /** Keep it under a name that nothing has. Whether that could be done. */
  const keepAnew = (asName: string, layout: Layout): boolean => {
    if (layouts.names(ownerId).length >= MOST_LAYOUTS)
      sayOnce(
        t(
          'Another window has changed the layout {{name}} too. What you change here is not kept: you have {{most}} layouts, the most there can be.',
          { name, most: MOST_LAYOUTS },
        ),
      );
    else if (!layouts.keep(ownerId, asName, layout)) sayOnce(noRoomText(asName));
    else return true;
    return false;
  };
  const keepCopy = (layout: Layout): void => {
    const copy = freeName(name, layouts.names(ownerId));
    if (!keepAnew(copy, layout)) return;
    isOver.current = true;
    inform(
      t('Another window has changed the layout {{name}} too. Yours is kept as {{copy}}.', { name, copy }),
    );
    onLayout(copy);
  };
  const keepAgain = (layout: Layout): void => {
    if (!keepAnew(name, layout)) return;
    stamp.current = layouts.stampOf(ownerId, name);
    inform(
      t('Another window has removed or renamed the layout {{name}}. Yours is kept under this name.', {
        name,
      }),
    );
  };
  return (layout) => {
    if (isOver.current) return;
    const updated = layouts.update(ownerId, name, layout, stamp.current);
    if (updated.kind === 'kept') {
      stamp.current = updated.stamp;
      said.current = '';
    } else if (updated.kind === 'no-room') sayOnce(noRoomText(name));
    else if (updated.kind === 'changed-elsewhere') keepCopy(layout);
    // A first layout for which there was no room was never kept: nobody has removed it.
    else if (updated.kind === 'gone' && stamp.current !== undefined) keepAgain(layout);
    else if (updated.kind === 'gone' && keepAnew(name, layout))
      stamp.current = layouts.stampOf(ownerId, name);
  };
};
