import { BrowserWindow } from 'electron';

/**
 * Content security policy of the document. It comes before anything that the document says itself, which can only make
 * it stricter.
 */
const POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";
const HEAD = `<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>@page { size: A4; margin: 16mm }</style>`;

/** Prints a document on A4. It is shown to nobody, runs no script and asks nobody for anything. */
export async function pdfOf(html: string): Promise<Buffer> {
  const window = new BrowserWindow({
    show: false,
    webPreferences: {
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      javascript: false,
      devTools: false,
    },
  });
  try {
    const encoded = Buffer.from(HEAD + html).toString('base64');
    await window.loadURL(`data:text/html;charset=utf-8;base64,${encoded}`);
    return await window.webContents.printToPDF({ printBackground: true, preferCSSPageSize: true });
  } finally {
    window.destroy();
  }
}
