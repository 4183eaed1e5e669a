import { useEffect } from 'react';
import type { Result } from '../../shared/failure.ts';
import { desktop } from '../api/desktop.ts';

export interface PrintDocument {
  /** Name of the file without its ending. */
  name: string;
  /** The document; every text in it is escaped. */
  html: string;
}

let current: PrintDocument | null = null;

/** React hook: the document can be printed while what shows it is open. */
export const usePrintDocument = (document: PrintDocument): void => {
  useEffect(() => {
    current = document;
    return () => {
      if (current === document) current = null;
    };
  }, [document]);
};

/** Saves a document as a PDF file where the person says; `path` is null when they cancelled. */
export const savePdf = ({ name, html }: PrintDocument): Promise<Result<{ path: string | null }>> =>
  desktop('file.savePdf', { name: `${name.replaceAll(/[^\w-]+/g, '-')}.pdf`, html });

/** The same with the document in view; the answer is null when there is none. */
export const printCurrentDocument = async (): Promise<Result<{ path: string | null }> | null> =>
  current && savePdf(current);
