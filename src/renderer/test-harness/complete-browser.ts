/** Gives jsdom what a browser has and it lacks; nothing where it is there. */
export const completeBrowser = (): void => {
  const missing = {
    matchMedia: (query: string) => ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }),
    ResizeObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    IntersectionObserver: class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
    requestIdleCallback: (run: () => void) => window.setTimeout(run),
    cancelIdleCallback: (asked: number) => window.clearTimeout(asked),
  };
  if (!('navigation' in window)) {
    const navigation = Object.assign(new EventTarget(), { canGoBack: true, canGoForward: false });
    Object.defineProperty(window, 'navigation', { value: navigation, configurable: true });
  }
  for (const [name, value] of Object.entries(missing)) {
    if (typeof Reflect.get(window, name) !== 'function')
      Object.defineProperty(window, name, { value, configurable: true, writable: true });
  }
  for (const name of ['scrollTo', 'scrollIntoView'])
    if (typeof Reflect.get(Element.prototype, name) !== 'function')
      Object.defineProperty(Element.prototype, name, { value: () => undefined, configurable: true });
  window.scrollTo = () => undefined;
  layOut();
};

/**
 * Gives elements a place. Fluent takes controls without one for invisible: a dialog would find none to focus, and be
 * marked `aria-hidden` after 250 ms.
 */
const layOut = (): void => {
  Object.defineProperty(HTMLElement.prototype, 'offsetParent', {
    configurable: true,
    get(this: HTMLElement) {
      return this.parentElement;
    },
  });
  document.body.getBoundingClientRect = () => new DOMRect(0, 0, 1280, 800);
};
