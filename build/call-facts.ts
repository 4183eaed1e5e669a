import type { Plugin } from 'vite';

const MODULE = /\/src\/shared\/call-facts\.ts$/;

/** Puts the values of `src/shared/call-facts.ts` in place of what works them out, so that no window loads the contract. */
export const callFacts = (): Plugin => ({
  name: 'call-facts',
  enforce: 'pre',
  async load(id) {
    if (!MODULE.test(id.replaceAll('\\', '/'))) return null;
    // Not imported as the rest: the bundler of the configuration would put the whole contract into it.
    const { CALL_FACTS } = (await import(new URL('../src/shared/call-facts.ts', import.meta.url).href)) as {
      readonly CALL_FACTS: unknown;
    };
    return `export const CALL_FACTS = ${JSON.stringify(CALL_FACTS)};`;
  },
});
