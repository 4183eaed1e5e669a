/**
 * At most `most` indices that draw a line like the whole. They are the lowest and the highest point of each stretch, in
 * time order, and the first and last of all. So no peak and no fall is lost by thinning.
 */
export const thinIndices = (values: Float64Array, most: number): number[] => {
  const { length } = values;
  if (length <= most) return Array.from(values, (_, index) => index);
  const stretches = Math.max(1, Math.floor((most - 2) / 2));
  const picked: number[] = [0];
  const keep = (index: number) => {
    if (index > (picked.at(-1) as number)) picked.push(index);
  };
  for (let stretch = 0; stretch < stretches; stretch++) {
    const from = Math.floor((stretch * length) / stretches);
    const to = Math.floor(((stretch + 1) * length) / stretches);
    let lowest = from;
    let highest = from;
    for (let index = from + 1; index < to; index++) {
      if ((values[index] as number) < (values[lowest] as number)) lowest = index;
      if ((values[index] as number) > (values[highest] as number)) highest = index;
    }
    keep(Math.min(lowest, highest));
    keep(Math.max(lowest, highest));
  }
  keep(length - 1);
  return picked;
};

/** Fall from the highest value so far in percent, zero or negative; the capital is the first peak. */
export const drawdownColumn = (equity: Float64Array, capital: number): Float64Array => {
  let peak = capital;
  return equity.map((value) => {
    peak = Math.max(peak, value);
    return (100 * (value - peak)) / peak;
  });
};
