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
  };
  for (const [name, value] of Object.entries(missing)) {
    if (!(name in window)) Object.defineProperty(window, name, { value, configurable: true });
  }
  if (!('scrollTo' in Element.prototype)) {
    Object.defineProperty(Element.prototype, 'scrollTo', { value: () => undefined });
  }
  window.scrollTo = () => undefined;
};
