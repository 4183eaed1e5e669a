import { cloneElement, Fragment, type ReactElement, type ReactNode } from 'react';
import { unfilled } from '../i18n/translate.ts';

type Values = Readonly<Record<string, string | number>>;
type Parts = Readonly<Record<string, ReactElement<{ children?: ReactNode }>>>;

interface SentenceProps<K extends string> {
  /** English, as in `t`; `<name>…</name>` and `<name/>` stand for elements. */
  text: string extends K ? never : K;
  values?: Values;
  parts: Parts;
}

const VALUE = /\{\{(\w+)\}\}/g;
const PART = /<(\w+)(?:\/>|>(.*?)<\/\1>)/g;

const fill = (text: string, values: Values): string =>
  text.replace(VALUE, (placeholder, name: string) => String(values[name] ?? placeholder));

/** The elements are found before the values are filled in: a value is never read as a part of the sentence. */
const build = (sentence: string, values: Values, parts: Parts): ReactNode[] => {
  const built: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, 1: name = '', 2: inside, index } of sentence.matchAll(PART)) {
    built.push(fill(sentence.slice(end, index), values));
    end = index + found.length;
    const children = inside === undefined ? {} : { children: fill(inside, values) };
    built.push(cloneElement(parts[name] ?? <Fragment />, { key: index, ...children }));
  }
  return [...built, fill(sentence.slice(end), values)];
};

/** A sentence with something in it that is more than text: a number in its colours, a link, strong words. */
export const Sentence = <K extends string>({ text, values = {}, parts }: SentenceProps<K>) => (
  <>{build(unfilled(text, values), values, parts)}</>
);
