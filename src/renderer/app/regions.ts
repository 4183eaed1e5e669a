/** The parts of the window in the order in which F6 visits them; each marks itself with `data-region`. */
const REGIONS = ['title-bar', 'menu', 'navbar', 'page'] as const;

const TABBABLE = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]';

/** Where the focus was in a part when it was last left by F6. */
const left = new WeakMap<Element, HTMLElement>();

const entranceOf = (region: HTMLElement): HTMLElement | null => {
  const before = left.get(region);
  if (before?.isConnected && region.contains(before)) return before;
  if (region.tabIndex === -1 && region.hasAttribute('tabindex')) return region;
  const choices = [...region.querySelectorAll<HTMLElement>(TABBABLE)].filter((one) => one.tabIndex >= 0);
  return choices.find((one) => one.getAttribute('aria-current') === 'page') ?? choices[0] ?? null;
};

/** Moves the focus to the next part of the window, or the one before; not out of what lies over it. */
export const moveRegion = (step: 1 | -1): void => {
  if (document.querySelector('[aria-modal="true"]')) return;
  const regions = REGIONS.flatMap((name) => [
    ...document.querySelectorAll<HTMLElement>(`[data-region="${name}"]`),
  ]);
  const focused = document.activeElement;
  const here = regions.findIndex((region) => region.contains(focused));
  const region = regions[here];
  if (region && focused instanceof HTMLElement) left.set(region, focused);
  const start = here === -1 && step === -1 ? 0 : here;
  for (let turn = 1; turn <= regions.length; turn += 1) {
    const next = regions[(start + step * turn + regions.length * 2) % regions.length];
    const entrance = next && entranceOf(next);
    if (!entrance) continue;
    entrance.focus();
    return;
  }
};
