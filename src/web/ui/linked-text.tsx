import type { ReactNode } from 'react';
import { findLinks } from '#contract/links';
import styles from './text.module.css';

/** The longest first: `@Anu Thomas` does not mention Anu. */
function pattern(mentions: readonly string[]): RegExp {
  const names = mentions
    .toSorted((one, other) => other.length - one.length)
    .map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`));
  return new RegExp(`(${names.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'u');
}

/** Every second piece is a mention. */
export function splitMentions(text: string, mentions: readonly string[]): string[] {
  return mentions.length === 0 ? [text] : text.split(pattern(mentions));
}

const usualLinks = 50;
/** For texts that are rendered together: twenty versions of a submission have forty. */
export const listedLinks = 10;
const maxBreaks = 20;

/** Within the first slashes only, never in a word. */
function withLineBreaks(url: string): ReactNode[] {
  const parts = url.split(/(?<=[^/:]\/)(?=.)/);
  const [first, ...others] = parts.slice(0, maxBreaks + 1);
  const rest = parts.slice(maxBreaks + 1).join('');
  return [first, ...others.flatMap((part, i) => [<wbr key={i} />, part]), rest];
}

function Mentions({ text, mentions }: { text: string; mentions: readonly string[] }) {
  return splitMentions(text, mentions).map((part, at) =>
    at % 2 === 1 ? (
      // The pieces of one text never change their places.
      // eslint-disable-next-line react/no-array-index-key
      <strong key={at} data-mention>
        {part}
      </strong>
    ) : (
      // eslint-disable-next-line react/no-array-index-key
      <span key={at}>{part}</span>
    ),
  );
}

const nobody: readonly string[] = [];

/** As typed: line breaks kept, the first http(s) URLs as links. @param mentions emphasised in the text */
export function LinkedText({
  text,
  mentions = nobody,
  maxLinks = usualLinks,
}: {
  text: string;
  mentions?: readonly string[] | undefined;
  maxLinks?: number | undefined;
}) {
  const plain = (part: string, key: string) =>
    mentions.length === 0 ? (
      <span key={key}>{part}</span>
    ) : (
      <Mentions key={key} text={part} mentions={mentions} />
    );
  const parts: ReactNode[] = [];
  let end = 0;
  for (const link of findLinks(text, maxLinks)) {
    parts.push(
      plain(text.slice(end, link.start), `before ${link.start}`),
      <a key={link.start} href={link.href} target="_blank" rel="noopener noreferrer">
        {withLineBreaks(link.href)}
      </a>,
    );
    end = link.end;
  }
  if (parts.length === 0 && mentions.length === 0) return <span className={styles['text']}>{text}</span>;
  parts.push(plain(text.slice(end), 'last'));
  return <span className={styles['text']}>{parts}</span>;
}
