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

/**
 * React hook: keeps what a layout becomes in this window. Where another window has changed it too, neither overwrites the
 * other: this one goes on with a copy, and says so.
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
  useEffect(() => {
    isOver.current = false;
    if (layouts.find(ownerId, name) === null) layouts.keep(ownerId, name, first);
    stamp.current = layouts.stampOf(ownerId, name);
  }, [ownerId, name, first]);
  return (layout) => {
    if (isOver.current) return;
    const updated = layouts.update(ownerId, name, layout, stamp.current);
    if (updated.kind === 'kept') stamp.current = updated.stamp;
    if (updated.kind !== 'changed-elsewhere') return;
    isOver.current = true;
    const names = layouts.names(ownerId);
    if (names.length >= MOST_LAYOUTS) {
      notify({
        tone: 'news',
        message: t(
          'Another window has changed the layout {{name}} too. What you change here is not kept: you have {{most}} layouts, the most there can be.',
          { name, most: MOST_LAYOUTS },
        ),
      });
      return;
    }
    const copy = freeName(name, names);
    layouts.keep(ownerId, copy, layout);
    notify({
      tone: 'news',
      message: t('Another window has changed the layout {{name}} too. Yours is kept as {{copy}}.', {
        name,
        copy,
      }),
    });
    onLayout(copy);
  };
};
