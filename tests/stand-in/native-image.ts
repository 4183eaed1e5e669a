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

interface Representation {
  scaleFactor?: number;
  width?: number;
  height?: number;
  buffer?: Buffer;
}

/** A picture that the app draws itself, by its bitmaps. */
class DrawnImage {
  readonly representations: Representation[] = [];
  isTemplateImage = false;
  addRepresentation = (representation: Representation) => void this.representations.push(representation);
  setTemplateImage = (isTemplate: boolean) => void (this.isTemplateImage = isTemplate);
  getScaleFactors = () => this.representations.map(({ scaleFactor = 1 }) => scaleFactor);
  getSize = () => ({
    width: this.representations[0]?.width ?? 0,
    height: this.representations[0]?.height ?? 0,
  });
  toBitmap = () => this.representations[0]?.buffer ?? Buffer.alloc(0);
  isEmpty = () => this.representations.length === 0;
}

export const nativeImage = { createEmpty: () => new DrawnImage() };
