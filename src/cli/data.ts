import { runOnFolder } from './house-commands.ts';
import { verb } from './verb.ts';

/** `trickdesk data`: candles of a data folder as files. */
export const data = verb('data', {
  summary: 'Write the candles of a data folder as files: npm run data, under the same options.',
  help: ['trickdesk data export --to FOLDER [--data DIR] …; it reads the folder itself and needs no key.'],
  isPassedOn: true,
  run: ({ args }) => runOnFolder('data', args),
});
