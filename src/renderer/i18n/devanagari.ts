import './devanagari.css';

const FONT = 'Noto Sans Devanagari';
const WEIGHTS = [400, 600, 700] as const;

/** Resolves when Devanagari letters are there: text that was painted without them may stay without. */
export const loadDevanagari = async (): Promise<void> => {
  // A browser for tests may have no fonts.
  const fonts: FontFaceSet | undefined = document.fonts;
  await Promise.all(WEIGHTS.map((weight) => fonts?.load(`${weight} 1em '${FONT}'`, 'अ')));
};
