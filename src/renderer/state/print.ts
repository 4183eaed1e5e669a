import { useContext, useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { fail, succeed, type Result } from '../../shared/failure.ts';
import { PRINT_LIMIT } from '../../shared/print-limit.ts';
import { printedLetters, t } from '../i18n/translate.ts';
import { desktop } from '../api/desktop.ts';
import { activePane } from './active-pane.ts';
import { PaneContext } from './pane.ts';

export interface PrintDocument {
  /** Name of the file without its ending. */
  name: string;
  /** The document; every text in it is escaped. */
  html: string;
}

/** Makes a document: of what is in view, or of everything that it speaks of. */
export type DocumentSource = () => Promise<Result<PrintDocument>>;

type Make = () => ReturnType<DocumentSource> | null;

/** Printable parts in view; the one that lies over the page comes last, and has the key until it closes. */
const inView = create<{ makers: readonly { pane: string; make: Make }[] }>(() => ({ makers: [] }));

/** React hook: what is shown can be printed while it is open; null while there is nothing to print. */
export const usePrintSource = (source: DocumentSource | null): void => {
  const pane = useContext(PaneContext);
  const hasSource = source !== null;
  const make = useEffectEvent(() => source?.() ?? null);
  useEffect(() => {
    if (!hasSource) return;
    const own = { pane, make: () => make() };
    inView.setState(({ makers }) => ({ makers: [...makers, own] }));
    return () => inView.setState(({ makers }) => ({ makers: makers.filter((each) => each !== own) }));
  }, [hasSource, pane]);
};

/** React hook: the same with a document that needs nothing but what is shown; it is made when it is printed. */
export const usePrintDocument = (make: () => PrintDocument): void =>
  usePrintSource(() => Promise.resolve(succeed(make())));

/** React hook: whether something is in view that can be printed. */
export const useHasDocument = (): boolean => {
  const active = activePane.useName();
  return inView(({ makers }) => makers.some(({ pane }) => pane === active));
};

/** Saves a document as a PDF file where the person says; `path` is null when they cancelled. */
export const savePdf = async ({ name, html }: PrintDocument): Promise<Result<{ path: string | null }>> => {
  const whole = `${await printedLetters()}${html}`;
  if (new TextEncoder().encode(whole).length > PRINT_LIMIT)
    return fail(
      'refused',
      t('This document is too long for one file. Choose fewer days, and print it in parts.'),
    );
  return desktop('file.savePdf', { name: `${name.replaceAll(/[^\w-]+/g, '-')}.pdf`, html: whole });
};

/** The same with the document in view; the answer is null when there is none. */
export const printCurrentDocument = async (): Promise<Result<{ path: string | null }> | null> => {
  const active = activePane.get().pane;
  const last = inView.getState().makers.findLast(({ pane }) => pane === active);
  const made = await (last?.make() ?? null);
  if (made === null) return null;
  return made.ok ? savePdf(made.value) : made;
};
