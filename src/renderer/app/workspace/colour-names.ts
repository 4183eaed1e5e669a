import { labels } from '../../i18n/translate.ts';
import type { LinkColour } from '../../state/links.ts';

/** Names of the link colours. */
export const colourNames: Readonly<Record<LinkColour, string>> = labels({
  red: 'Red',
  orange: 'Orange',
  green: 'Green',
  blue: 'Blue',
  purple: 'Purple',
});
