import type { References } from '#contract/projects/calls';
import styles from './reference-links.module.css';
import { safeAddress } from './safe-address.ts';

/** The four references; http(s) URLs are links, anything else is text. */
export function ReferenceLinks({ references }: { references: References }) {
  const texts = [references.ref1, references.ref2, references.ref3, references.ref4];
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

function Reference({ text }: { text: string }) {
  const address = /^https?:\/\//i.test(text) ? safeAddress(text) : null;
  if (address === null) return <span>{text}</span>;
  return (
    <a href={address} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  );
}
