/** Last price of an instrument on a feed. */
export interface LastPrice {
  readonly price: number;
  readonly at: number;
}
