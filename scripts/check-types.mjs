// Type-checks every room on its own: `document` in main or `process` in the renderer does not compile.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const rooms = [
  'src/shared',
  'src/engine',
  'src/backend',
  'src/main',
  'src/cli',
  'src/preload',
  'src/renderer',
  'tests',
];
const wanted = process.argv.slice(2);
const queue = wanted.length > 0 ? [...wanted] : [...rooms];
let failed = false;

const check = (room) =>
  new Promise((done) => {
    const child = spawn(
      process.execPath,
      // Each checker works out the types of the contract anew: one takes half the processor time of four.
      ['node_modules/typescript-native/bin/tsc', '-p', room, '--pretty', 'false', '--checkers', '1'],
      {
        stdio: ['ignore', 'pipe', 'inherit'],
      },
    );
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.on('close', (code) => {
      if (code !== 0) {
        failed = true;
        console.error(`types: ${room}\n${output}`);
      }
      done();
    });
  });

const worker = async () => {
  for (let room = queue.shift(); room; room = queue.shift()) await check(room);
};
await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, worker));
process.exitCode = failed ? 1 : 0;
