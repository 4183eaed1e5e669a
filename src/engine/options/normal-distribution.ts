/** Ends of the first and second range of the approximations. */
const [NEAR, MIDDLE] = [0.46875, 4] as const;
/** Beyond it the result is below the smallest number. */
const NOTHING_LEFT = 26.6;
const ONE_OVER_ROOT_PI = 0.5641895835477563;
const ONE_OVER_ROOT_TWO_PI = 0.3989422804014327;

/** e to the power of -y², without the rounding of the square. */
const negativeSquare = (y: number): number => {
  const head = Math.trunc(y * 16) / 16;
  return Math.exp(-head * head) * Math.exp(-(y - head) * (y + head));
};

// Rational approximations by W. J. Cody (Math. Comp. 23, 1969), written out: a loop over them takes twice as long.

/** Error function of a number that is not large: up to `NEAR`. */
const erfNear = (x: number): number => {
  const z = x * x;
  const top =
    (((1.85777706184603153e-1 * z + 3.1611237438705656) * z + 1.13864154151050156e2) * z +
      3.77485237685302021e2) *
      z +
    3.20937758913846947e3;
  const bottom =
    (((z + 2.36012909523441209e1) * z + 2.44024637934444173e2) * z + 1.28261652607737228e3) * z +
    2.84423683343917062e3;
  return (x * top) / bottom;
};

/** Scaled complementary error function from `NEAR` to `MIDDLE`. */
const scaledMiddle = (y: number): number => {
  const top =
    (((((((2.15311535474403846e-8 * y + 5.64188496988670089e-1) * y + 8.88314979438837594) * y +
      6.61191906371416295e1) *
      y +
      2.98635138197400131e2) *
      y +
      8.8195222124176909e2) *
      y +
      1.71204761263407058e3) *
      y +
      2.05107837782607147e3) *
      y +
    1.23033935479799725e3;
  const bottom =
    (((((((y + 1.57449261107098347e1) * y + 1.17693950891312499e2) * y + 5.37181101862009858e2) * y +
      1.62138957456669019e3) *
      y +
      3.29079923573345963e3) *
      y +
      4.36261909014324716e3) *
      y +
      3.43936767414372164e3) *
      y +
    1.23033935480374942e3;
  return top / bottom;
};

/** Scaled complementary error function from `MIDDLE` on. */
const scaledFar = (y: number): number => {
  const z = 1 / (y * y);
  const top =
    ((((1.63153871373020978e-2 * z + 3.05326634961232344e-1) * z + 3.60344899949804439e-1) * z +
      1.25781726111229246e-1) *
      z +
      1.60837851487422766e-2) *
      z +
    6.58749161529837803e-4;
  const bottom =
    ((((z + 2.56852019228982242) * z + 1.87295284992346725) * z + 5.27905102951428412e-1) * z +
      6.05183413124413191e-2) *
      z +
    2.33520497626869185e-3;
  return (ONE_OVER_ROOT_PI - (z * top) / bottom) / y;
};

const scaledTail = (y: number): number => (y <= MIDDLE ? scaledMiddle(y) : scaledFar(y));

/** Complementary error function, good to some 1e-15 of its value. */
const erfc = (x: number): number => {
  const y = Math.abs(x);
  if (y <= NEAR) return 1 - erfNear(x);
  const tail = y > NOTHING_LEFT ? 0 : scaledTail(y) * negativeSquare(y);
  return x < 0 ? 2 - tail : tail;
};

/** Complementary error function times exp(x²). It has digits where the function itself has none left. */
export const scaledErfc = (x: number): number => {
  const y = Math.abs(x);
  if (y <= NEAR) return Math.exp(x * x) * (1 - erfNear(x));
  return x < 0 ? 2 * Math.exp(x * x) - scaledTail(y) : scaledTail(y);
};

/** Density of the standard normal distribution. */
export const normalDensity = (x: number): number => ONE_OVER_ROOT_TWO_PI * Math.exp(-0.5 * x * x);

/** Probability that a standard normal variable is at most `x`; tails keep their digits. */
export const normalBelow = (x: number): number => 0.5 * erfc(-x * Math.SQRT1_2);
