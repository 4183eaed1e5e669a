import { BrowserWindow } from './browser-window.ts';

interface Template {
  id?: string;
  label?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  click?: (item: MenuItem, window: BrowserWindow | null, event: object) => void;
  submenu?: Template[] | Menu;
}

export class MenuItem {
  readonly id: string | undefined;
  readonly role: string | undefined;
  readonly type: string;
  readonly accelerator: string | undefined;
  readonly submenu: Menu | undefined;
  readonly click: () => void;
  label: string;
  enabled: boolean;
  visible: boolean;
  checked: boolean;

  constructor(template: Template) {
    const { submenu } = template;
    this.id = template.id;
    this.role = template.role;
    this.type = template.type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = template.accelerator;
    this.label = template.label ?? template.role ?? '';
    this.enabled = template.enabled ?? true;
    this.visible = template.visible ?? true;
    this.checked = template.checked ?? false;
    this.submenu = Array.isArray(submenu) ? Menu.buildFromTemplate(submenu) : submenu;
    this.click = () => template.click?.(this, BrowserWindow.getFocusedWindow(), {});
  }
}

let applicationMenu: Menu | null = null;

/** Menus are kept, not painted: a test finds an item by its id and clicks it. */
export class Menu {
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: Template[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    applicationMenu = menu;
  }
  static getApplicationMenu = () => applicationMenu;

  append(item: MenuItem): void {
    this.items.push(item);
  }
  popup(_options?: object): void {}

  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
}
