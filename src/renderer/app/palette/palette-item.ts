import type { Shortcut } from '../../../shared/shortcuts.ts';
import type { ConditionToWatch } from '../../state/condition-to-watch.ts';
import type { ManualOrderForm } from '../../state/manual-order.ts';

/** A price alert to be made: the page of alerts begins with it. */
interface NewAlert {
  readonly symbol: string;
  readonly when: 'above' | 'below' | 'crosses';
  /** In rupees, as it was typed. */
  readonly level: string;
}

/** Effect of choosing an item. */
export type Deed =
  | { readonly kind: 'go'; readonly route: string }
  | { readonly kind: 'run'; readonly shortcut: Shortcut }
  | { readonly kind: 'order'; readonly draft: ManualOrderForm }
  | { readonly kind: 'alert'; readonly draft: NewAlert }
  | { readonly kind: 'condition'; readonly condition: ConditionToWatch };

/** Something that the palette offers. */
export interface PaletteItem {
  readonly key: string;
  readonly label: string;
  /** Detail that distinguishes it from others of its name. */
  readonly detail: string;
  /** Its keys, if it has some. */
  readonly keys: string;
  /** Everything it is found by: its name in English and in the language of the window. */
  readonly names: readonly string[];
  /** Why it cannot be chosen; null when it can. */
  readonly refusal: string | null;
  readonly deed: Deed;
}

export interface PaletteGroup {
  readonly title: string;
  readonly items: readonly PaletteItem[];
}
