/** No place of a house can be taken; the sentence is for the operator. */
export class HouseUnusable extends Error {
  override readonly name = 'HouseUnusable';
}
