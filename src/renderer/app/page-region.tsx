import { makeStyles, useMergedRefs } from '@fluentui/react-components';
import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PAGE_CONTAINER, PageWidthContext, usePageWidth } from '../ui/page-width.ts';
import { VisuallyHidden } from '../ui/visually-hidden.tsx';

/** No ring around a whole page: it takes the focus so that Tab goes on from its start, and does nothing itself. */
const useStyles = makeStyles({ root: { minWidth: 0, ...PAGE_CONTAINER, ':focus': { outline: 'none' } } });

const isBelowLayer = (): boolean => document.querySelector('[aria-modal="true"]') !== null;

const focusRegion = (region: HTMLElement | null): void => region?.focus({ preventScroll: true });

/**
 * Where the page stands. After going to another one, the focus is at its start and its name is said; a field that takes
 * the focus by itself, and what lies over the page, keep it.
 */
export const PageRegion = ({ title }: { title: string }) => {
  const root = useRef<HTMLDivElement>(null);
  const { ref, width } = usePageWidth();
  const pathname = useRouterState({ select: (state) => state.location.pathname });
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    if (!isBelowLayer() && !root.current?.contains(document.activeElement)) focusRegion(root.current);
  }, [pathname]);
  // The page before may have stood until this one was there, and have had the focus.
  useEffect(() => {
    if (document.activeElement === document.body && !isBelowLayer()) focusRegion(root.current);
  }, [title]);
  return (
    <div ref={useMergedRefs(root, ref)} tabIndex={-1} data-region="page" className={useStyles().root}>
      <div role="status">
        <VisuallyHidden>{title}</VisuallyHidden>
      </div>
      <PageWidthContext value={width}>
        <Outlet />
      </PageWidthContext>
    </div>
  );
};
