import type { ReactNode } from 'react';
import styles from './linked-text.module.css';

const address = /https?:\/\/[^\s<>"'`]+/gi;

/** A full stop or bracket after an address belongs to the sentence, unless the address opened the bracket itself. */
function withoutTail(found: string): string {
  let url = found;
  for (;;) {
    const last = url.at(-1) ?? '';
    const isStray =
      /[.,;:!?]/.test(last) || (last === ')' && !url.includes('(')) || last === ']' || last === '}';
    if (!isStray) return url;
    url = url.slice(0, -1);
  }
}

/** An address may go on in the next line after a slash, not within a word. */
function breakable(url: string): ReactNode[] {
  return url.split(/(?<=[^/:]\/)(?=.)/).flatMap((part, at) => (at === 0 ? [part] : [<wbr key={at} />, part]));
}

/** Somebody's text as it was typed: line breaks kept, http(s) addresses as links, nothing else interpreted. */
export function LinkedText({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: found, index } of text.matchAll(address)) {
    const url = withoutTail(found);
    if (!URL.canParse(url)) continue;
    parts.push(
      text.slice(end, index),
      <a key={index} href={url} target="_blank" rel="noopener noreferrer">
        {breakable(url)}
      </a>,
    );
    end = index + url.length;
  }
  parts.push(text.slice(end));
  return <span className={styles['text']}>{parts}</span>;
}
