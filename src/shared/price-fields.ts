/** Fields of a candle that operands and indicators can read. */
export const PRICE_FIELDS = ['open', 'high', 'low', 'close', 'volume', 'hl2', 'hlc3'] as const;
export type PriceField = (typeof PRICE_FIELDS)[number];

/** Unit of a price field. */
export const unitOfField = (field: PriceField): 'shares' | 'price' =>
  field === 'volume' ? 'shares' : 'price';
