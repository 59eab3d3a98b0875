import type { References } from '#contract/projects/calls';
import { Small } from '../../ui/layout.tsx';
import styles from './projects.module.css';
import { safeAddress } from '../../lib/safe-address.ts';

/** Those that are there: http(s) URLs are links, anything else is text. */
export function ReferenceLinks({ references }: { references: References }) {
  const { ref1, ref2, ref3, ref4 } = references;
  const texts = [ref1, ref2, ref3, ref4].filter((text) => text !== '');
  if (texts.length === 0) return <Small as="p">No references yet.</Small>;
  return (
    <ol className={styles['references']}>
      {texts.map((text, index) => (
        <li key={index}>
          <Reference text={text} />
        </li>
      ))}
    </ol>
  );
}

/** From the last part of the path; empty for a host alone. */
export function titleOf(address: string): string {
  const last = new URL(address).pathname.split('/').findLast((part) => part !== '') ?? '';
  // Decodes without failing at a broken escape.
  const name = new URLSearchParams(`name=${last}`).get('name') ?? '';
  const words = name.replace(/\.\w{2,5}$/, '').replaceAll(name.includes('_') ? '_' : '-', ' ');
  // Names of functions keep their case.
  return /^[a-z][a-z ,-]*$/.test(words) ? words.charAt(0).toUpperCase() + words.slice(1) : words;
}

function Reference({ text }: { text: string }) {
  const address = /^https?:\/\//i.test(text) ? safeAddress(text) : null;
  if (address === null) return <span>{text}</span>;
  const title = titleOf(address);
  return (
    <a href={address} title={text} target="_blank" rel="noopener noreferrer">
      <strong>{new URL(address).host.replace(/^www\./, '')}</strong>
      {title !== '' && <span>{` – ${title}`}</span>}
      <svg width="12" height="12" viewBox="0 0 12 12" fill="none" stroke="currentColor" strokeWidth="1.5">
        <title>Opens in a new tab</title>
        <path d="M4.5 2H2v8h8V7.5M7 2h3v3M10 2 5.5 6.5" />
      </svg>
    </a>
  );
}
