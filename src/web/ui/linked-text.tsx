import type { ReactNode } from 'react';
import styles from './linked-text.module.css';

const urlPattern = /https?:\/\/[^\s<>"'`]+/gi;

/** Strips trailing punctuation that belongs to the sentence; a closing bracket stays if the URL has an opening one. */
function trimPunctuation(text: string): string {
  let url = text;
  for (;;) {
    const last = url.at(-1) ?? '';
    const isTrailing =
      /[.,;:!?]/.test(last) || (last === ')' && !url.includes('(')) || last === ']' || last === '}';
    if (!isTrailing) return url;
    url = url.slice(0, -1);
  }
}

/** Allows a line break after each slash, not within a word. */
function withLineBreaks(url: string): ReactNode[] {
  return url.split(/(?<=[^/:]\/)(?=.)/).flatMap((part, i) => (i === 0 ? [part] : [<wbr key={i} />, part]));
}

/** User text as typed: line breaks kept, http(s) URLs as links, nothing else interpreted. */
export function LinkedText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: match, index } of text.matchAll(urlPattern)) {
    const url = trimPunctuation(match);
    if (!URL.canParse(url)) continue;
    parts.push(
      text.slice(end, index),
      <a key={index} href={url} target="_blank" rel="noopener noreferrer">
        {withLineBreaks(url)}
      </a>,
    );
    end = index + url.length;
  }
  parts.push(text.slice(end));
  return <span className={styles['text']}>{parts}</span>;
}
