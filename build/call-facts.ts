import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport } from 'vite';

const SOURCE = fileURLToPath(new URL('../src/shared/call-facts.ts', import.meta.url));
const MODULE = /\/src\/shared\/call-facts\.ts$/;

/** Puts the values of `src/shared/call-facts.ts` in place of what works them out, so that no window loads the contract. */
export const callFacts = (): Plugin => ({
  name: 'call-facts',
  enforce: 'pre',
  async load(id) {
    if (!MODULE.test(id.replaceAll('\\', '/'))) return null;
    // Run by Vite: the Node that builds may be too old to read TypeScript.
    const { module } = await runnerImport<{ readonly CALL_FACTS: unknown }>(SOURCE, { configFile: false });
    return `export const CALL_FACTS = ${JSON.stringify(module.CALL_FACTS)};`;
  },
});
