export { inHindi } from '../../shared/server-text/hindi.ts';

/** Every sentence in Hindi, from one file per part of the window. */
const files = import.meta.glob<Readonly<Record<string, string>>>('./hi/*.json', {
  eager: true,
  import: 'default',
});

export const sentences: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(files).flatMap((file) => Object.entries(file)),
);
