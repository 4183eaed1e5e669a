import { useCallback, type RefCallback } from 'react';

type Report = (isInView: boolean) => void;

/** Margin within which parts are painted before they come into view. */
const MARGIN = '200px 0px';

const reports = new WeakMap<Element, Report>();
let observer: IntersectionObserver | null = null;

/** One observer for all: there may be hundreds of cells. */
const watching = (): IntersectionObserver =>
  (observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) reports.get(target)?.(isIntersecting);
    },
    { rootMargin: MARGIN },
  ));

/** React hook: the ref of an element that reports when it is scrolled into view and out of it. `report` must be stable. */
export const useInView = (report: Report): RefCallback<Element> =>
  useCallback(
    (element: Element | null) => {
      if (!element) return;
      reports.set(element, report);
      watching().observe(element);
      return () => watching().unobserve(element);
    },
    [report],
  );
