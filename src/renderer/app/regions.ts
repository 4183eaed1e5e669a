/** The parts of the window in the order of F6. Each marks itself with `data-region`. */
const REGIONS = ['title-bar', 'menu', 'navbar', 'page', 'pane'] as const;

const TABBABLE = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]';

/** Where the focus was in a part when F6 last left it. */
const left = new WeakMap<Element, HTMLElement>();

/** Where the focus may enter a part, best first: where it was, the part itself, the page in view, whatever takes it. */
const entrancesOf = (region: HTMLElement): HTMLElement[] => {
  const before = left.get(region);
  const choices = [...region.querySelectorAll<HTMLElement>(TABBABLE)].filter((one) => one.tabIndex >= 0);
  return [
    ...(before && region.contains(before) ? [before] : []),
    ...(region.hasAttribute('tabindex') ? [region] : []),
    ...choices.filter((one) => one.getAttribute('aria-current') === 'page'),
    ...choices,
  ];
};

/** Returns whether the focus went in: what is hidden at this width takes none. */
const enter = (region: HTMLElement): boolean =>
  entrancesOf(region).some((entrance) => {
    entrance.focus();
    return document.activeElement === entrance;
  });

/** Move the focus to the window's next part, or the one before. It does not leave a layer that lies over them. */
export const moveRegion = (step: 1 | -1): void => {
  if (document.querySelector('[aria-modal="true"]')) return;
  const regions = REGIONS.flatMap((name) => [
    ...document.querySelectorAll<HTMLElement>(`[data-region="${name}"]`),
  ]);
  const focused = document.activeElement;
  // Panes are parts of the page.
  const here = regions.findLastIndex((region) => region.contains(focused));
  const region = regions[here];
  if (region && focused instanceof HTMLElement) left.set(region, focused);
  const start = here === -1 && step === -1 ? 0 : here;
  for (let turn = 1; turn <= regions.length; turn += 1) {
    const next = regions[(start + step * turn + regions.length * 2) % regions.length];
    if (next && enter(next)) return;
  }
};
