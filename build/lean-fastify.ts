import type { Plugin } from 'vite';

/** What Fastify asks of Node at once for servers that we do not make. */
const LATER = ['node:https', 'node:http2'];
/** What Fastify has for schemas of routes and for tests: nothing here uses them, and they are half of its code. */
const LEFT_OUT = new Set([
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]);
const STUB = '\0not-bundled';

const OF_FASTIFY = /[\\/]node_modules[\\/]fastify[\\/]/;

/**
 * Bundles of Fastify what the backend uses, for a start that reads and runs less.
 * @throws Error when Fastify asks for Node's modules in another way than this knows
 */
export const leanFastify = (): Plugin => ({
  name: 'lean-fastify',
  enforce: 'pre',
  resolveId: (source, importer) =>
    LEFT_OUT.has(source) && importer !== undefined && OF_FASTIFY.test(importer) ? STUB : null,
  load: (id) =>
    id === STUB
      ? "module.exports = () => { throw new Error('This part of Fastify is not bundled.'); };"
      : null,
  transform: (code, id) => {
    if (!OF_FASTIFY.test(id) || !/[\\/]lib[\\/]server\.js$/.test(id)) return null;
    return LATER.reduce((changed, name) => {
      const asked = `= require('${name}')`;
      if (!changed.includes(asked)) throw new Error(`Fastify asks for ${name} in a way of its own.`);
      return changed.replace(asked, `= new Proxy({}, { get: (_, name) => require('${name}')[name] })`);
    }, code);
  },
});
