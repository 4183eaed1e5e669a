import regular from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff2?inline';
import bold from '@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-700-normal.woff2?inline';
import sheet from './print-letters.css?raw';

/** Devanagari letters that a document carries with it: the page that is printed loads nothing from elsewhere. */
export const letters = `<html lang="hi"><style>${sheet.replace('letters-400', regular).replace('letters-700', bold)}</style>`;
