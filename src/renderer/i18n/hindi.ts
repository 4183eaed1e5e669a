import './devanagari.css';

export { inHindi } from '../../shared/server-text/hindi.ts';

/** Every sentence in Hindi, from one file for each part of the window. */
const files = import.meta.glob<Readonly<Record<string, string>>>('./hi/*.json', {
  eager: true,
  import: 'default',
});

export const sentences: Readonly<Record<string, string>> = Object.fromEntries(
  Object.values(files).flatMap((file) => Object.entries(file)),
);

const FONT = 'Noto Sans Devanagari';
const WEIGHTS = [400, 600, 700] as const;

/** The letters are there before anything is written in them: text that was painted without them may stay without. */
export const loadLetters = async (): Promise<void> => {
  // A browser for tests may have no fonts.
  const fonts: FontFaceSet | undefined = document.fonts;
  await Promise.all(WEIGHTS.map((weight) => fonts?.load(`${weight} 1em '${FONT}'`, 'अ')));
};
