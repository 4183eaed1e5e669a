import { t } from '../../i18n/translate.ts';
interface Previewed {
  readonly symbol: string;
  readonly quantity: number;
}

/** Edits typed over previewed quantities; or why they cannot be made. */
export const editsOf = (
  orders: readonly Previewed[],
  typed: Readonly<Record<string, string>>,
): { readonly edits: readonly Previewed[]; readonly problem: string | null } => {
  const edits: Previewed[] = [];
  for (const { symbol, quantity } of orders) {
    const text = typed[symbol]?.trim();
    if (text === undefined || text === String(quantity)) continue;
    const wanted = /^\d+$/.test(text) ? Number(text) : null;
    if (wanted === null || wanted > quantity)
      return {
        edits: [],
        problem: t('{{symbol}}: enter whole shares from 0 (left out) to {{quantity}}.', { symbol, quantity }),
      };
    edits.push({ symbol, quantity: wanted });
  }
  return { edits, problem: null };
};
