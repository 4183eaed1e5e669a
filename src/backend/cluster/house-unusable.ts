/** The other processes of a house cannot be worked with; its sentence is for the operator. */
export class HouseUnusable extends Error {
  override readonly name = 'HouseUnusable';
}
