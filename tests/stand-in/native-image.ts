/** A picture of a page. */
export class NativeImage {
  readonly #png: Buffer;
  constructor(png: Buffer) {
    this.#png = png;
  }
  toPNG = () => this.#png;
  toDataURL = () => `data:image/png;base64,${this.#png.toString('base64')}`;
  isEmpty = () => this.#png.length === 0;
}
