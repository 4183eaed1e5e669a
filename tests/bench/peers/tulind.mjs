// Runs tulind, which is native and need not be built for the Node that runs the benches, over the columns of a folder.
// `node tulind.mjs ADDON FOLDER`: reads calls.json and NAME.f64, writes CALL-OUTPUT.f64 (doubles as they lie in memory).
// Ends with 2 when this Node cannot load it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [addon, folder] = process.argv.slice(2);
const loaded = { exports: {} };
try {
  process.dlopen(loaded, addon);
} catch (error) {
  console.error(error.message);
  process.exit(2);
}
const { indicators, callbyindex } = loaded.exports;

const columns = new Map();
const column = (name) => {
  if (!columns.has(name)) {
    const bytes = readFileSync(join(folder, `${name}.f64`));
    columns.set(name, [...new Float64Array(bytes.buffer, bytes.byteOffset, bytes.length / 8)]);
  }
  return columns.get(name);
};

for (const [number, { name, inputs, options }] of JSON.parse(
  readFileSync(join(folder, 'calls.json'), 'utf8'),
).entries()) {
  const results = await new Promise((resolve, reject) => {
    callbyindex(indicators[name].index, inputs.map(column), options, (error, outputs) =>
      error ? reject(new Error(`tulind ${name}: ${error}`)) : resolve(outputs),
    );
  });
  for (const [output, values] of results.entries())
    writeFileSync(join(folder, `${number}-${output}.f64`), new Uint8Array(Float64Array.from(values).buffer));
}
