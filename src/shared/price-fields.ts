/** What an operand or an indicator can read of a candle. */
export const PRICE_FIELDS = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

/** What a price field measures. */
export const unitOfField = (field: PriceField): 'shares' | 'price' =>
  field === 'volume' ? 'shares' : 'price';
