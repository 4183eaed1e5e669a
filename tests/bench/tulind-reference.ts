import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Bars } from '../../src/engine/bars.ts';

const INPUTS = ['open', 'high', 'low', 'close', 'volume'] as const;

/** One call of tulind: an indicator's name there, its inputs and its options in tulind's order. */
export interface TulindCall {
  readonly name: string;
  readonly inputs: readonly (typeof INPUTS)[number][];
  readonly options: readonly number[];
}

/** The outputs of every call, each without its warm-up; or why there are none. */
export type TulindResults =
  { readonly outputs: readonly (readonly Float64Array[])[] } | { readonly missing: string };

/** How the child ends when its Node cannot load the module. */
const CANNOT_LOAD = 2;

const nodesOnThePath = (): string[] => {
  const found = (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'node'))
    .filter((file) => existsSync(file))
    .map((file) => realpathSync(file));
  return [...new Set([process.execPath, ...found])];
};

const addonOf = (root: string): string | undefined => {
  const folder = join(root, 'node_modules/tulind');
  if (!existsSync(folder)) return undefined;
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const addon = files.find((file) => file.endsWith('tulind.node'));
  return addon && join(folder, addon);
};

const readOutputs = (folder: string, calls: readonly TulindCall[]): Float64Array[][] =>
  calls.map((_, call) => {
    const outputs: Float64Array[] = [];
    for (let output = 0; existsSync(join(folder, `${call}-${output}.f64`)); output++)
      outputs.push(
        new Float64Array(new Uint8Array(readFileSync(join(folder, `${call}-${output}.f64`))).buffer),
      );
    return outputs;
  });

/**
 * Indicators of the bars by tulind. It is a native module that may have been built for another Node than the one the
 * benches run on, so it runs in a child process of the first Node on the PATH that can load it.
 */
export const runTulind = (root: string, bars: Bars, calls: readonly TulindCall[]): TulindResults => {
  const addon = addonOf(root);
  if (addon === undefined) return { missing: 'it has not been built on this machine' };
  const folder = mkdtempSync(join(tmpdir(), 'trickdesk-tulind-'));
  try {
    for (const name of INPUTS) writeFileSync(join(folder, `${name}.f64`), bars[name]);
    writeFileSync(join(folder, 'calls.json'), JSON.stringify(calls));
    const script = join(root, 'tests/bench/peers/tulind.mjs');
    for (const node of nodesOnThePath()) {
      const { status, stderr } = spawnSync(node, [script, addon, folder], { encoding: 'utf8' });
      if (status === 0) return { outputs: readOutputs(folder, calls) };
      if (status !== CANNOT_LOAD) throw new Error(`tulind failed: ${stderr}`);
    }
    return { missing: 'no Node on the PATH can load the one that is built' };
  } finally {
    rmSync(folder, { recursive: true });
  }
};
