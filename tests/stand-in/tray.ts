import { EventEmitter } from 'node:events';
import type { Menu } from './menu.ts';

/** An icon that nobody sees: what it was given is kept. */
export class Tray extends EventEmitter {
  #image: unknown;
  #menu: Menu | null = null;
  #toolTip = '';

  constructor(image: unknown) {
    super();
    this.#image = image;
  }
  setImage(image: unknown): void {
    this.#image = image;
  }
  setToolTip(text: string): void {
    this.#toolTip = text;
  }
  setContextMenu(menu: Menu | null): void {
    this.#menu = menu;
  }
  /** For tests; Electron answers none of these. */
  readonly standIn = {
    image: () => this.#image,
    toolTip: () => this.#toolTip,
    menu: () => this.#menu,
  };
  isDestroyed = () => false;
  destroy = () => undefined;
}
