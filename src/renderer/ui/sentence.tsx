import type { ReactElement } from 'react';
import { Trans as Translated } from 'react-i18next/TransWithoutContext';
import { speaker } from '../i18n/translate.ts';

interface SentenceProps<K extends string> {
  /** English, as in `t`; `<name>…</name>` and `<name/>` stand for elements. */
  text: string extends K ? never : K;
  values?: Readonly<Record<string, string | number>>;
  parts: Readonly<Record<string, ReactElement>>;
}

/** A sentence with something in it that is more than text: a number in its colours, a link, strong words. */
export const Sentence = <K extends string>({ text, values, parts }: SentenceProps<K>) => (
  <Translated
    i18n={speaker}
    t={speaker.t}
    i18nKey={text as never}
    defaults={text}
    values={values}
    components={parts}
  />
);
