import { useEffect, useState } from 'react';

type Corner = 'bottom-right' | 'bottom-left';

/** Events after which a toast may stand over the focus: either has come to its place. */
const MOVES = ['focusin', 'animationend', 'transitionend'] as const;

/** Share of an element that a toast must hide to cover it. */
const COVERED = 0.5;

const shareUnder = (element: DOMRect, toast: DOMRect): number => {
  const width = Math.min(element.right, toast.right) - Math.max(element.left, toast.left);
  const height = Math.min(element.bottom, toast.bottom) - Math.max(element.top, toast.top);
  return (Math.max(0, width) * Math.max(0, height)) / (element.width * element.height || 1);
};

/** Place of the focus that keys have moved, under a toast. */
const coveredFocus = (): DOMRect | null => {
  const focused = document.activeElement;
  if (!focused?.matches(':focus-visible')) return null;
  const place = focused.getBoundingClientRect();
  const isCovered = [...document.querySelectorAll('[data-rht-toaster] > * > *')]
    .filter((toast) => !toast.contains(focused))
    .some((toast) => shareUnder(place, toast.getBoundingClientRect()) >= COVERED);
  return isCovered ? place : null;
};

/** React hook: the corner of the toasts. They leave it to the focus until they have gone. */
export const useToastCorner = (shown: number): Corner => {
  const [isLeft, setLeft] = useState(false);
  if (shown === 0 && isLeft) setLeft(false);
  useEffect(() => {
    if (shown === 0) return;
    const giveWay = (): void => {
      const place = coveredFocus();
      if (place) setLeft(place.left + place.width / 2 >= innerWidth / 2);
    };
    // The frame after: a page that scrolls for the focus has done so, and a new toast has its place.
    const later = (): void => void requestAnimationFrame(giveWay);
    later();
    MOVES.forEach((move) => document.addEventListener(move, later));
    return () => MOVES.forEach((move) => document.removeEventListener(move, later));
  }, [shown]);
  return isLeft ? 'bottom-left' : 'bottom-right';
};
